// Counts votes: groups of equal answers, whether one of them won, and whether that can still change.

import type { Ballot } from './ballot.ts';
import type { VoteResult } from './result.ts';

export interface CastBallot extends Ballot {
  readonly contestant: string;
}

export interface Group {
  readonly answer: string;
  readonly voters: string[];
}

/** `same` names, for a plain answer, the plain answer it counts as. Most votes first, then who voted first. */
export function groupsOf(
  ballots: readonly CastBallot[],
  same: ReadonlyMap<string, string>,
): readonly Group[] {
  const groups = Map.groupBy(ballots, ({ plain }) => same.get(plain) ?? plain);
  return [...groups.values()]
    .map((members) => ({
      answer: members[0]?.answer ?? '',
      voters: members.map(({ contestant }) => contestant),
    }))
    .toSorted((a, b) => b.voters.length - a.voters.length);
}

export function outcomeOf(groups: readonly Group[], quorum: number | undefined): VoteResult['outcome'] {
  const [first = 0, second = 0] = groups.map(({ voters }) => voters.length);
  if (first === 0) return 'no-votes';
  if (first < (quorum ?? 1)) return 'no-quorum';
  return first === second ? 'tied' : 'won';
}

export interface Race {
  readonly groups: readonly Group[];
  /** Votes that may still come. */
  readonly left: number;
  readonly quorum: number | undefined;
  /** Groups may still be put together: a judge has not spoken yet. */
  readonly open: boolean;
}

/** Whatever the others say: the first stays the first and has its quorum, or nobody can reach the quorum. */
export function isDecided({ groups, left, quorum = 1, open }: Race): boolean {
  const counts = groups.map(({ voters }) => voters.length);
  const [first = 0, second = 0] = counts;
  const cast = counts.reduce((sum, one) => sum + one, 0);
  const rival = (open ? cast - first : second) + left;
  const won = first > rival && first >= quorum;
  // Without a single vote it is still open whether there are any at all.
  const lost = cast > 0 && (open ? cast : first) + left < quorum;
  return won || lost;
}
