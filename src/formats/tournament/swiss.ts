// Swiss: everybody plays every round against somebody with about as many points, never the same one twice.
import { pairOff, withBye } from './pair-off.ts';
import { pointsOf } from './points.ts';
import { byesOf, half, haveMet, type Pair, roundsFor, type System } from './system.ts';

export const swiss: System = {
  knockout: false,
  matches: (contestants) => half(contestants) * roundsFor(contestants),
  next(field, rounds) {
    if (rounds.length >= roundsFor(field.length)) return undefined;
    const seed = (name: string) => field.indexOf(name);
    const order = field.toSorted((a, b) => pointsOf(b, rounds) - pointsOf(a, rounds) || seed(a) - seed(b));
    // The bye is for the one that is last so far.
    const { bye, rest } = withBye(order.toReversed(), (name) => byesOf(name, rounds));
    const pairs = pairOff(rest.toReversed(), { prefers: 'near', met: (pair) => haveMet(pair, rounds) });
    return {
      pairings: pairs.map(([a, b]) => ({ pair: (seed(a) < seed(b) ? [a, b] : [b, a]) satisfies Pair })),
      byes: bye === undefined ? [] : [bye],
    };
  },
};
