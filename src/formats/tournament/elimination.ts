// Single and double elimination: whoever loses once, or twice, is out; the highest seed meets the lowest; one of an odd round
// has a bye.
import {
  byesOf,
  haveMet,
  lossesOf,
  type PlayedRound,
  pairOff,
  type Round,
  type System,
  withBye,
} from './system.ts';

/** Single elimination: whoever loses is out; the highest seed meets the lowest; one of an odd round has a bye. */
export const bracket: System = {
  knockout: true,
  matches: (contestants) => (contestants > 1 ? contestants - 1 : 0),
  next(field, rounds) {
    const left = field.filter((name) => lossesOf(name, rounds) === 0);
    if (left.length < 2) return undefined;
    const { bye, rest } = withBye(left, (name) => byesOf(name, rounds));
    const pairs = pairOff(rest, { prefers: 'far', met: () => false });
    return { pairings: pairs.map((pair) => ({ pair })), byes: bye === undefined ? [] : [bye] };
  },
};

/**
 * Double elimination: whoever loses twice is out. Those without a loss and those with one play on side by side,
 * and the last of each meet in the final; if the unbeaten one loses it, both have one loss and meet once more.
 */
export const doubleElimination: System = {
  knockout: true,
  matches: (contestants) => (contestants > 1 ? 2 * contestants - 1 : 0),
  next(field, rounds) {
    const unbeaten = field.filter((name) => lossesOf(name, rounds) === 0);
    const once = field.filter((name) => lossesOf(name, rounds) === 1);
    const [first, second, ...more] = field.filter((name) => unbeaten.includes(name) || once.includes(name));
    if (first === undefined || second === undefined) return undefined;
    if (more.length === 0 && once.length > 0)
      return { pairings: [{ pair: [first, second], part: 'final' }], byes: [] };
    const [winners, losers] = [side(unbeaten, 'winners', rounds), side(once, 'losers', rounds)];
    return {
      pairings: [...winners.pairings, ...losers.pairings],
      byes: [...winners.byes, ...losers.byes],
    };
  },
};

/** One alone waits for the other side, which is no bye. */
function side(group: readonly string[], part: 'winners' | 'losers', rounds: readonly PlayedRound[]): Round {
  if (group.length < 2) return { pairings: [], byes: [] };
  const { bye, rest } = withBye(group, (name) => byesOf(name, rounds));
  const pairs = pairOff(rest, { prefers: 'far', met: (pair) => haveMet(pair, rounds) });
  return { pairings: pairs.map((pair) => ({ pair, part })), byes: bye === undefined ? [] : [bye] };
}
