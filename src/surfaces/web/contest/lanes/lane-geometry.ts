// Where the bars of a contest stand on its axis of time.
import type { AttemptJson } from '../../../../views/wire/attempt-json.ts';

export type BarKind = 'queued' | 'running' | 'parked' | 'ok' | 'failed' | 'cancelled' | 'interrupted';

export interface Bar {
  readonly key: string;
  readonly kind: BarKind;
  /** Shares of the axis. */
  readonly from: number;
  readonly to: number;
  readonly attempt: AttemptJson;
}

export interface Lane {
  readonly contestant: string;
  /** Undefined: it competes. */
  readonly role: string | undefined;
  readonly bars: readonly Bar[];
  /** What it does now, or did last. */
  readonly last: AttemptJson | undefined;
}

export interface Axis {
  readonly startMs: number;
  readonly spanMs: number;
  /** What is on record ends here; moves while it is played. */
  readonly nowMs: number;
}

interface Timed {
  readonly openedAt: string;
  readonly endedAt?: string | undefined;
  readonly attempts: readonly AttemptJson[];
}

/** While it is played it ends at a round figure, so that bars grow and do not shrink all the time. */
export function axisOf({ openedAt, endedAt, attempts }: Timed, nowMs: number, isLive: boolean): Axis {
  const startMs = Date.parse(openedAt);
  const ends = attempts.flatMap(({ endedAt: end, startedAt }) => [end ?? startedAt ?? []].flat());
  const last = Math.max(startMs, ...[...ends, ...(endedAt === undefined ? [] : [endedAt])].map(Date.parse));
  const reached = Math.max(1000, (isLive ? Math.max(nowMs, last) : last) - startMs);
  return {
    startMs,
    spanMs: isLive ? niceSpan(reached) : reached,
    nowMs: isLive ? Math.max(nowMs, last) : last,
  };
}

const niceSeconds = [10, 20, 30, 60, 90, 120, 180, 300, 450, 600, 900, 1200, 1800, 2700, 3600];

function niceSpan(ms: number): number {
  const found = niceSeconds.find((seconds) => seconds * 1000 >= ms);
  return found === undefined ? Math.ceil(ms / 3_600_000) * 3_600_000 : found * 1000;
}

/** Three to six of them, at round times. */
export function ticksOf({ spanMs }: Axis): readonly number[] {
  const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, 86_400];
  const step = 1000 * (steps.find((seconds) => spanMs / (seconds * 1000) <= 6) ?? 604_800);
  return Array.from({ length: Math.floor(spanMs / step) + 1 }, (_, at) => at * step);
}

/** One for each who plays, in the order of the roster; then those who serve. */
export function lanesOf(
  roster: readonly string[],
  attempts: readonly AttemptJson[],
  axis: Axis,
): readonly Lane[] {
  const own = attempts.filter(({ role }) => role === undefined);
  const names = new Set([...roster, ...own.map(({ contestant }) => contestant)]);
  const lane = (contestant: string, role: string | undefined, its: readonly AttemptJson[]): Lane => ({
    contestant,
    role,
    last: its.at(-1),
    bars: its.flatMap((attempt) => barsOf(attempt, axis)),
  });
  const serving = Map.groupBy(
    attempts.filter(({ role }) => role !== undefined),
    ({ role, contestant }) => `${role} ${contestant}`,
  );
  return [
    ...[...names].map((name) =>
      lane(
        name,
        undefined,
        own.filter(({ contestant }) => contestant === name),
      ),
    ),
    ...[...serving.values()].map((its) => lane(its[0]?.contestant ?? '', its[0]?.role, its)),
  ];
}

function barsOf(attempt: AttemptJson, { startMs, spanMs, nowMs }: Axis): readonly Bar[] {
  const { key, queuedAt, startedAt, endedAt, state } = attempt;
  const share = (ms: number) => Math.min(1, Math.max(0, (ms - startMs) / spanMs));
  const bar = (kind: BarKind, from: number, to: number): Bar => ({
    key,
    kind,
    attempt,
    from: share(from),
    to: Math.max(share(from), share(to)),
  });
  const queued = queuedAt === undefined ? undefined : Date.parse(queuedAt);
  const started = startedAt === undefined ? undefined : Date.parse(startedAt);
  if (state === 'queued') return [bar('queued', queued ?? startMs, nowMs)];
  const wait = queued !== undefined && started !== undefined && started - queued > spanMs / 500;
  const before = wait ? [bar('queued', queued, started)] : [];
  if (state === 'parked') return [...before, bar('parked', parkedAt(attempt) ?? started ?? startMs, nowMs)];
  if (started === undefined) return before;
  const end = endedAt === undefined ? nowMs : Date.parse(endedAt);
  return [...before, bar(kindOf(attempt), started, end)];
}

function parkedAt({ parked }: AttemptJson): number | undefined {
  const at = (parked?.['timing'] as { endedAt?: string } | undefined)?.endedAt;
  return at === undefined ? undefined : Date.parse(at);
}

function kindOf({ state, failure }: AttemptJson): BarKind {
  if (failure?.outcome === 'cancelled') return 'cancelled';
  if (state === 'open') return 'running';
  if (state === 'interrupted') return 'interrupted';
  return failure === undefined ? 'ok' : 'failed';
}
