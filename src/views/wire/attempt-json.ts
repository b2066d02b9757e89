// How an attempt goes over the wire: enough to draw its lane, to say what it took, and what went wrong with it.
import { z } from 'zod';
import type { AttemptEnded } from '../../domain/event.ts';
import { totalTokens } from '../../domain/figures.ts';
import { isFailed, outcomes } from '../../domain/outcome.ts';
import { costSchema } from '../../domain/usage.ts';
import { failureHint, tokensPerSecond } from '../answer.ts';
import type { AttemptSummary, ContestSummary, RecordedEvent } from '../contest-summary.ts';

const figures = z.looseObject({});
const count = z.int().optional();

export const attemptSchema = z.object({
  key: z.string(),
  contestant: z.string(),
  run: z.int(),
  state: z.enum(['queued', 'open', 'interrupted', 'parked', 'ended']),
  role: z.string().optional().describe('absent: it competes'),
  round: count,
  lane: z.string().optional().describe('where it queued'),
  queuedAt: z.string().optional(),
  ahead: count.describe('how many waited before it when it came, itself included'),
  startedAt: z.string().optional(),
  host: z.string().optional().describe('the host of a pool it runs or ran on'),
  lost: z.array(z.string()).optional().describe('hosts that were given up while it ran there'),
  endedAt: z.string().optional(),
  firstTokenMs: z.number().optional().describe('after its start'),
  ranMs: z.number().optional(),
  model: z.string().optional(),
  tokens: z.object({ input: count, output: count, total: count }).optional(),
  cost: costSchema.optional(),
  tokensPerS: z.number().optional().describe('while it wrote'),
  failure: z
    .object({ outcome: z.enum(outcomes), reason: z.string().optional(), hint: z.string().optional() })
    .optional(),
  parked: figures.optional(),
  end: figures.optional().describe('outcome, reason, usage, cost, model, timing'),
});
export type AttemptJson = z.output<typeof attemptSchema>;

/** Those that only wait for a place in their lane as well. */
export function attemptsJson(
  { attempts, state }: Pick<ContestSummary, 'attempts' | 'state'>,
  record: readonly RecordedEvent[],
): AttemptJson[] {
  const queue = queueIn(record);
  const known = new Set(attempts.map(({ key }) => key));
  const waiting = [...queue.values()].filter(({ key }) => state === 'open' && !known.has(key));
  const endedAt = new Map(
    record.flatMap(({ at, event }) => (event.type === 'attempt.ended' ? [[event.key, at] as const] : [])),
  );
  return [
    ...attempts.map((attempt) => attemptJson(attempt, queue.get(attempt.key), endedAt.get(attempt.key))),
    ...waiting.map(({ key, contestant, lane, at, ahead }) => ({
      key,
      contestant,
      run: 0,
      state: 'queued' as const,
      lane,
      queuedAt: at,
      ahead,
    })),
  ];
}

interface Queued {
  readonly key: string;
  readonly contestant: string;
  readonly lane: string;
  readonly ahead: number;
  readonly at: string;
  /** Nothing was recorded of it since. */
  readonly waits: boolean;
}

function queueIn(record: readonly RecordedEvent[]): ReadonlyMap<string, Queued> {
  const found = new Map<string, Queued>();
  for (const { at, event } of record) {
    if (event.type === 'attempt.queued') {
      const { key, contestant, lane, ahead } = event;
      const known = found.get(key);
      // First for its account, then for its lane.
      const since = known?.waits === true ? known.at : at;
      found.set(key, { key, contestant, lane, ahead, at: since, waits: true });
    } else if (event.type.startsWith('attempt.') && 'key' in event) {
      const known = found.get(event.key);
      if (known !== undefined) found.set(event.key, { ...known, waits: false });
    }
  }
  return found;
}

function attemptJson(
  { key, contestant, run, state, role, startedAt, host, lost, parked, end }: AttemptSummary,
  queued: Queued | undefined,
  endedAt: string | undefined,
): AttemptJson {
  const since = queuedAt(startedAt, queued, end);
  return {
    key,
    contestant,
    run,
    state: queued?.waits === true && state !== 'ended' ? 'queued' : state,
    role,
    ...(queued !== undefined && { lane: queued.lane, ahead: queued.ahead }),
    queuedAt: since,
    startedAt,
    host,
    lost: lost && [...lost],
    parked,
    ...(end !== undefined && { ...ended(end, endedAt), end }),
  };
}

/** Records of an older joust have only how long it waited. */
function queuedAt(startedAt: string | undefined, queued: Queued | undefined, end: AttemptEnded | undefined) {
  const waitedMs = end?.timing.queuedMs ?? 0;
  if (queued !== undefined || startedAt === undefined || waitedMs === 0) return queued?.at;
  return new Date(Date.parse(startedAt) - waitedMs).toISOString();
}

function ended(end: AttemptEnded, at: string | undefined): Partial<AttemptJson> {
  const { round, lane, timing, model, usage, cost, outcome, reason } = end;
  const endedAt = timing.endedAt ?? at;
  const speed = tokensPerSecond(end);
  const hint = failureHint(end);
  const [input, output, total] = [usage?.inputTokens, usage?.outputTokens, totalTokens(usage)];
  return {
    round,
    lane,
    endedAt,
    firstTokenMs: timing.firstTokenMs,
    ranMs: timing.ranMs,
    model,
    tokens: usage && { input, output, total },
    cost,
    tokensPerS: speed,
    failure: isFailed(outcome) || hint !== undefined ? { outcome, reason, hint } : undefined,
  };
}
