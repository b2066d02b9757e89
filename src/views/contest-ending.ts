// How a closed contest came out, by its record: what its status for people is made of.
import type { ContestClosed, JoustEvent, WinnerDecided } from '../domain/event.ts';
import { personJudge } from '../domain/events/blind-pick.ts';

export interface ContestEnding {
  readonly outcome: ContestClosed['outcome'];
  /** No host of the pool could ever play it. */
  readonly unplayable: boolean;
  /** The contest missed a requirement of its own: a check, a threshold, a finding above a limit. */
  readonly checkFailed: boolean;
  /** Entries that the rules could not tell apart from the best. */
  readonly tied: readonly string[];
  readonly without?: WinnerDecided['without'];
  /** The winner leads, but the verdicts can't tell it from others, and no one has overridden it. */
  readonly unclear: boolean;
  /** The pick of a person in an arena. */
  readonly picked?:
    | { readonly type: 'winner'; readonly winner: string }
    | { readonly type: 'tie' | 'both-bad' };
  /** Of a suite. */
  readonly cells?: { readonly passed: number; readonly of: number };
}

export function endingIn(events: readonly JoustEvent[]): ContestEnding | undefined {
  const closed = events.findLast((event) => event.type === 'contest.closed');
  if (closed?.type !== 'contest.closed') return undefined;
  const decided = events.findLast((event) => event.type === 'winner.decided');
  return {
    outcome: closed.outcome,
    unplayable: closed.unplayable !== undefined,
    checkFailed: closed.checkFailed === true,
    tied: decided?.tied ?? [],
    without: decided?.without,
    unclear: decided?.unclear === true && !events.some((event) => event.type === 'winner.overridden'),
    picked: pickedIn(events),
    cells: cellsIn(events),
  };
}

function pickedIn(events: readonly JoustEvent[]): ContestEnding['picked'] {
  const said = events.findLast((event) => event.type === 'verdict.given' && event.judge === personJudge);
  if (said?.type !== 'verdict.given') return undefined;
  const { verdict } = said;
  if (verdict.type === 'choice') return { type: 'winner', winner: verdict.winner };
  return verdict.type === 'tie' || verdict.type === 'both-bad' ? { type: verdict.type } : undefined;
}

/** A cell that was measured again counts by its last measurement. */
function cellsIn(events: readonly JoustEvent[]): ContestEnding['cells'] {
  const states = new Map(
    events.flatMap((event) => (event.type === 'cell.measured' ? [[event.key, event.state] as const] : [])),
  );
  if (states.size === 0) return undefined;
  return { passed: [...states.values()].filter((state) => state === 'passed').length, of: states.size };
}
