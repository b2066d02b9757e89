// Plays the rounds of a system: all matches of a round at the same time, the next when all of them ended.
import { type Hall, isParked, type MatchEnd, playMatch } from './match.ts';
import type { Pairing, PlayedRound, System } from './system.ts';

export interface PlayedMatch extends MatchEnd {
  readonly round: number;
  readonly part?: Pairing['part'];
  /** Who goes on or has the point. */
  readonly winner?: string;
}

export interface Played {
  readonly matches: readonly PlayedMatch[];
  readonly rounds: readonly PlayedRound[];
  /** A judge waits for its quota: the rest is played when it is back. */
  readonly parked: boolean;
}

export async function playRounds(hall: Hall, system: System, field: readonly string[]): Promise<Played> {
  const matches: PlayedMatch[] = [];
  const rounds: PlayedRound[] = [];
  for (let round = system.next(field, []); round !== undefined; round = system.next(field, rounds)) {
    const number = rounds.length + 1;
    const ends = await Promise.all(
      round.pairings.map(async ({ pair, part }) => {
        const meeting = 1 + matches.filter((one) => pair.every((name) => one.pair.includes(name))).length;
        const end = await playMatch(hall, { pair, meeting });
        return { ...end, round: number, ...(part !== undefined && { part }), ...winnerOf(end, system) };
      }),
    );
    matches.push(...ends);
    rounds.push({ matches: ends, byes: round.byes });
    if (ends.some(({ verdicts }) => verdicts.some(isParked))) return { matches, rounds, parked: true };
  }
  return { matches, rounds, parked: false };
}

function winnerOf({ chosen, how, pair }: MatchEnd, { knockout }: System): { readonly winner?: string } {
  if (chosen !== undefined) return { winner: chosen };
  return knockout && how === 'undecided' ? { winner: pair[0] } : {};
}
