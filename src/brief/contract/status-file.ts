// status.json of a brief: where it stands, for other programs. Told from the record, in multicooker's words where they fit.
import type { ContestClosed } from '../../domain/event.ts';
import type { EntrySealed } from '../../domain/events/entry-event.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { workKey } from '../../formats/brief/field.ts';
import { type AttemptSummary, contestSummary } from '../../views/contest-summary.ts';
import { type BriefContest, type BriefRecord, roundOf } from '../brief-contests.ts';

/** While it is played: playing, judging, consulting. Over: handed_in, judged, consulted, failed, cancelled. Else somebody has to go on with it. */
export type BriefState =
  | 'created'
  | 'playing'
  | 'judging'
  | 'consulting'
  | 'waiting'
  | 'parked'
  | 'interrupted'
  | 'handed_in'
  | 'judged'
  | 'consulted'
  | 'failed'
  | 'cancelled';

export type CellState = 'pending' | 'running' | 'interrupted' | 'artifact_missing' | (typeof states)[Outcome];

/** Of each outcome; what joust calls it stands in `exit_class`. */
const states = {
  ok: 'ok',
  blocked: 'blocked',
  empty: 'empty',
  incomplete: 'incomplete',
  refused: 'refused',
  'rate-limited': 'rate_limited',
  unauthenticated: 'start_failed',
  missing: 'start_failed',
  'timed-out': 'timed_out',
  cancelled: 'cancelled',
  skipped: 'skipped',
  crashed: 'non_zero_exit',
} as const satisfies Readonly<Record<Outcome, string>>;

/** Null: unknown, or not yet. */
export interface Cell {
  readonly name: string;
  readonly role: 'contestant' | 'judge' | 'reviewer';
  readonly agent: string | null;
  readonly state: CellState;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly exit_class: Outcome | 'parked' | null;
  readonly duration_s: number | null;
  /** The contest it last took part in. */
  readonly contest: string | null;
  /** Rate-limited, and it is run again then. */
  readonly retry_at?: string;
  readonly missing?: readonly string[];
  /** What of it counts now: the round it is from, and how much it is. */
  readonly entry?: {
    readonly round: number;
    readonly files: number;
    readonly bytes: number;
    readonly by_hand: boolean;
  };
}

export interface StatusFile {
  readonly madeBy: 'joust';
  readonly schema_version: 1;
  readonly brief: string;
  /** What was done last; null: nothing yet. */
  readonly phase: BriefContest['step'] | null;
  readonly state: BriefState;
  /** 0: nothing was played yet. */
  readonly round: number;
  /** When something last went on record. */
  readonly updated_at: string | null;
  readonly contests: readonly {
    readonly id: string;
    readonly phase: BriefContest['step'];
    readonly round: number;
    readonly state: 'open' | 'closed' | 'cancelled';
  }[];
  /** Contestants by name, others as `judge:NAME` and `reviewer:NAME`: somebody may be both. */
  readonly cells: Readonly<Record<string, Cell>>;
}

export interface StatusSource {
  readonly brief: string;
  /** Those that the brief names, played or not. */
  readonly contestants: readonly { readonly name: string; readonly agent?: string }[];
  /** Contests that somebody plays now. */
  readonly playing: ReadonlySet<string>;
}

export function statusFile(record: BriefRecord, source: StatusSource): StatusFile {
  const all = inOrder(record);
  const newest = all.at(-1);
  const last = record.played.at(-1);
  const cells = [
    ...contestantCells(record, source),
    ...staffCells(record.judged.at(-1), 'judge', source),
    ...staffCells(record.consulted.at(-1), 'reviewer', source),
  ];
  return {
    madeBy: 'joust',
    schema_version: 1,
    brief: source.brief,
    phase: newest?.step ?? null,
    state: newest === undefined ? 'created' : stateOf(newest, source),
    round: last === undefined ? 0 : roundOf(last.field, last.round),
    updated_at: lastActivity(record) ?? null,
    contests: all.map((one) => ({
      id: one.id,
      phase: one.step,
      round: one.round,
      state: contestSummary(one.id, one.record)?.state ?? 'open',
    })),
    cells: Object.fromEntries(
      cells.map((cell) => [cell.role === 'contestant' ? cell.name : `${cell.role}:${cell.name}`, cell]),
    ),
  };
}

/** The oldest first. */
export function inOrder({ played, judged, consulted }: BriefRecord): readonly BriefContest[] {
  const seq = ({ record }: BriefContest) => record[0]?.seq ?? 0;
  return [...played, ...judged, ...consulted].toSorted((one, other) => seq(one) - seq(other));
}

/** When something last went on record. */
export function lastActivity(record: BriefRecord): string | undefined {
  return inOrder(record)
    .flatMap((one) => one.record.at(-1)?.at ?? [])
    .toSorted()
    .at(-1);
}

/** While it is played, and when it is over. */
const servedStates = { judge: ['judging', 'judged'], consult: ['consulting', 'consulted'] } as const;

/** Of the brief: that of its newest contest. */
function stateOf({ id, step, record }: BriefContest, { playing }: StatusSource): BriefState {
  const summary = contestSummary(id, record);
  if (summary?.state === 'cancelled') return 'cancelled';
  const [during, after] =
    step === 'judge' || step === 'consult' ? servedStates[step] : (['playing', 'handed_in'] as const);
  if (summary?.state === 'closed') {
    const closed = record.findLast(({ event }) => event.type === 'contest.closed')?.event;
    return (closed?.type === 'contest.closed' && failures[closed.outcome]) || after;
  }
  if (playing.has(id)) return during;
  if (summary?.waiting !== undefined) return 'waiting';
  return summary?.attempts.some(({ state }) => state === 'parked') === true ? 'parked' : 'interrupted';
}

const failures: Readonly<Partial<Record<ContestClosed['outcome'], BriefState>>> = {
  declined: 'cancelled',
  'nothing-usable': 'failed',
};

function contestantCells({ played }: BriefRecord, source: StatusSource): readonly Cell[] {
  const field = played.at(-1)?.field ?? [];
  const names = new Set([
    ...source.contestants.map(({ name }) => name),
    ...played.flatMap(({ opened }) => opened.roster.map(({ name }) => name)),
    ...field.map(({ contestant }) => contestant.name),
  ]);
  return [...names].map((name): Cell => {
    const contest = played.findLast(({ opened }) => opened.roster.some((one) => one.name === name));
    const entry = field.find(({ contestant }) => contestant.name === name);
    const agent =
      contest?.opened.roster.find((one) => one.name === name)?.agent ??
      entry?.contestant.agent ??
      source.contestants.find((one) => one.name === name)?.agent;
    const attempts = attemptsOf(contest, ({ key }) => key === workKey(name));
    const told = cellOf(attempts, contest, source);
    const handedIn = contest?.field.some(({ contestant, key }) => contestant.name === name && key);
    const isEmpty = told.state === 'ok' && handedIn !== true;
    const missing = isEmpty ? ['out/'] : missingOf(contest, attempts.at(-1));
    return {
      name,
      role: 'contestant',
      agent: agent ?? null,
      ...told,
      ...(missing.length > 0 && { state: 'artifact_missing', missing }),
      entry: entry && {
        round: entry.round,
        files: entry.files.length,
        bytes: entry.files.reduce((sum, { content }) => sum + content.bytes, 0),
        by_hand: entry.byHand === true,
      },
    };
  });
}

function staffCells(
  contest: BriefContest | undefined,
  role: 'judge' | 'reviewer',
  source: StatusSource,
): readonly Cell[] {
  return (contest?.opened.staff ?? []).map(({ name, agent }) => {
    const own = attemptsOf(contest, (one) => one.contestant === name && one.role !== undefined);
    return { name, role, agent, ...cellOf(own, contest, source) };
  });
}

function attemptsOf(
  contest: BriefContest | undefined,
  isMeant: (attempt: AttemptSummary) => boolean,
): readonly AttemptSummary[] {
  if (contest === undefined) return [];
  return contestSummary(contest.id, contest.record)?.attempts.filter(isMeant) ?? [];
}

/** Required files that are not there, as far as its last run tells. */
function missingOf(
  contest: BriefContest | undefined,
  attempt: AttemptSummary | undefined,
): readonly string[] {
  if (attempt?.end?.outcome !== 'incomplete') return [];
  const sealed = contest?.record
    .map(({ event }) => event)
    .findLast((event): event is EntrySealed => event.type === 'entry.sealed' && event.key === attempt.key);
  return sealed?.missing ?? [];
}

type Told = Omit<Cell, 'name' | 'role' | 'agent' | 'missing' | 'entry'>;

/** Several attempts of one, as a judge's calls, count as one. */
function cellOf(
  attempts: readonly AttemptSummary[],
  contest: BriefContest | undefined,
  { playing }: StatusSource,
): Told {
  const isPlayed = contest !== undefined && playing.has(contest.id);
  const isCancelled =
    contest !== undefined && contestSummary(contest.id, contest.record)?.state === 'cancelled';
  const decisive =
    attempts.find(({ state }) => state !== 'ended') ??
    attempts.findLast(({ end }) => end?.outcome !== 'ok') ??
    attempts.at(-1);
  const ends = attempts.flatMap(({ end }) => end ?? []);
  const isOver = ends.length === attempts.length;
  const ran = ends.flatMap(({ timing }) => timing.ranMs ?? []);
  const startedAt = attempts
    .flatMap(({ startedAt: at, end }) => end?.timing.startedAt ?? at ?? [])
    .toSorted();
  const endedAt = ends.flatMap(({ timing }) => timing.endedAt ?? []).toSorted();
  const until = decisive?.state === 'parked' ? decisive.parked?.until : undefined;
  return {
    state: cellState(decisive, { isPlayed, isCancelled }),
    started_at: startedAt[0] ?? null,
    finished_at: isOver ? (endedAt.at(-1) ?? null) : null,
    exit_class: decisive?.state === 'parked' ? 'parked' : (decisive?.end?.outcome ?? null),
    duration_s: isOver && ran.length > 0 ? ran.reduce((sum, ms) => sum + ms, 0) / 1000 : null,
    contest: contest?.id ?? null,
    retry_at: until,
  };
}

function cellState(
  attempt: AttemptSummary | undefined,
  { isPlayed, isCancelled }: { readonly isPlayed: boolean; readonly isCancelled: boolean },
): CellState {
  if (attempt?.state === 'ended' && attempt.end !== undefined) return states[attempt.end.outcome];
  if (isCancelled) return 'cancelled';
  if (attempt === undefined) return 'pending';
  if (attempt.state === 'parked') return 'rate_limited';
  return attempt.state === 'open' && isPlayed ? 'running' : 'interrupted';
}
