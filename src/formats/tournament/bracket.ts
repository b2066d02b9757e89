// Single elimination: whoever loses is out; the highest seed meets the lowest; one of an odd round has a bye.
import { pairOff, withBye } from './pair-off.ts';
import { byesOf, lossesOf, type System } from './system.ts';

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
