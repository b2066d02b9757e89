// What a contest came to, as a program gets it: who answered what, and the result of its format.

import type { Role } from '../domain/contestant.ts';
import type { AttemptEnded, AttemptParked, ContestClosed, GateAsked } from '../domain/event.ts';
import { JoustError } from '../domain/joust-error.ts';
import type { PlayResult } from '../play/result.ts';
import { contestResult, type RecordPlace } from '../play/result.ts';
import type { Archive } from '../record/archive.ts';
import { contestSummary } from '../views/contest-summary.ts';

export interface PlayedContest<Result = unknown> {
  readonly id: string;
  readonly format: string;
  /**
   * `closed`: it is over. `waiting`: a person has to answer `waiting` first. `parked`: some wait for a quota. `paused` and
   * `interrupted`: it goes on when somebody resumes it. `cancelled`: it was ended for good.
   */
  readonly state: PlayResult['state'] | 'cancelled';
  /** How it was closed. */
  readonly outcome?: ContestClosed['outcome'];
  /** Of those who compete, in the order of the roster; nobody before a blind pick. */
  readonly answers: readonly ContestAnswer[];
  /** What it came to, where that is more than the answers and can be told. */
  readonly result?: Result;
  /** The question that is open. */
  readonly waiting?: Pick<GateAsked, 'key' | 'question' | 'choices' | 'exhibits'>;
  readonly parked?: readonly AttemptParked[];
  /** What it requires was not met by anybody. */
  readonly checkFailed?: true;
}

export interface ContestAnswer
  extends Pick<
    AttemptEnded,
    'key' | 'contestant' | 'outcome' | 'reason' | 'model' | 'usage' | 'cost' | 'timing'
  > {
  /** The answer; where the outcome is not ok, what there was of it. */
  readonly text: string;
}

/** An end on record with its text. */
export interface EndWithText {
  readonly end: AttemptEnded;
  readonly text: string;
}

export function answerOf({ end, text }: EndWithText): ContestAnswer {
  const { key, contestant, outcome, reason, model, usage, cost, timing } = end;
  return {
    key,
    contestant,
    outcome,
    text,
    timing,
    reason,
    model,
    usage,
    cost,
  };
}

/** As it was just played; `landed` are the ends that were told meanwhile, by key. */
export function playedHere<Result>(
  played: PlayResult,
  landed: ReadonlyMap<string, EndWithText>,
  waiting: GateAsked | undefined,
): PlayedContest<Result> {
  const { contest: id, format, state, outcome, result, parked, checkFailed } = played;
  const ends = played.results.flatMap(({ key }) => landed.get(key) ?? []);
  const soFar = [...landed.values()].filter(({ end }) => competes(end));
  return {
    id,
    format,
    state,
    answers: (played.results.length > 0 ? ends : soFar).map(answerOf),
    outcome,
    result: result as Result | undefined,
    waiting: state === 'waiting' && waiting !== undefined ? questionOf(waiting) : undefined,
    parked,
    checkFailed: checkFailed || undefined,
  };
}

/** From its record alone, whoever played it. */
export async function playedOnRecord<Result>(
  place: RecordPlace,
  archive: Archive,
  id: string,
): Promise<PlayedContest<Result>> {
  const record = await archive.events(id);
  const summary = contestSummary(id, record);
  if (summary === undefined)
    throw new JoustError(`contest ${id} has no beginning on record`, { code: 'not-found' });
  const { opened, waiting, attempts } = summary;
  const events = record.map(({ event }) => event);
  const closed = events.findLast((event) => event.type === 'contest.closed');
  const answers: ContestAnswer[] = [];
  for (const { end } of attempts)
    if (end !== undefined && competes(end))
      answers.push(answerOf({ end, text: end.answer === undefined ? '' : await archive.text(end.answer) }));
  const order = new Map(opened.roster.map(({ name }, at) => [name, at]));
  const parked = attempts.flatMap((one) => (one.state === 'parked' ? (one.parked ?? []) : []));
  const { result } = await contestResult(place, id);
  return {
    id,
    format: opened.format,
    state: stateOf(summary.state, { waiting, parked }),
    answers: answers.toSorted((a, b) => (order.get(a.contestant) ?? 0) - (order.get(b.contestant) ?? 0)),
    outcome: closed?.type === 'contest.closed' ? closed.outcome : undefined,
    result: result as Result | undefined,
    waiting: waiting && questionOf(waiting),
    parked: parked.length > 0 ? parked : undefined,
  };
}

const isContestant = (role: Role | undefined) => role === undefined || role === 'contestant';
const competes = ({ role }: AttemptEnded) => isContestant(role);

function stateOf(
  state: 'open' | 'closed' | 'cancelled',
  { waiting, parked }: { waiting: GateAsked | undefined; parked: readonly AttemptParked[] },
): PlayedContest['state'] {
  if (state !== 'open') return state;
  if (waiting !== undefined) return 'waiting';
  return parked.length > 0 ? 'parked' : 'interrupted';
}

function questionOf({ key, question, choices, exhibits }: GateAsked): NonNullable<PlayedContest['waiting']> {
  return { key, question, choices, exhibits };
}
