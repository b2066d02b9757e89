// Round robin (everybody against everybody, once, in one round) and swiss (every round against somebody with about as many
// points, never the same one twice).
import {
  byesOf,
  half,
  haveMet,
  type Pair,
  pairOff,
  pointsOf,
  roundsFor,
  type System,
  withBye,
} from './system.ts';

/** Round robin: everybody against everybody, once. No match depends on another, so all of them are one round. */
export const roundRobin: System = {
  knockout: false,
  matches: (contestants) => half(contestants * (contestants - 1)),
  next(field, rounds) {
    if (rounds.length > 0 || field.length < 2) return undefined;
    return { pairings: circle(field).map((pair) => ({ pair })), byes: [] };
  },
};

/** By the circle method: each turn pairs everybody, so that a budget that ends early has heard of all. */
function circle(field: readonly string[]): readonly Pair[] {
  const [fixed, ...rest] = field.length % 2 === 0 ? field : [undefined, ...field];
  return rest.flatMap((_, turn) => {
    const turned = [fixed, ...rest.slice(turn), ...rest.slice(0, turn)];
    return turned.slice(0, half(turned.length)).flatMap((one, at): Pair[] => {
      const other = turned.at(-1 - at);
      if (one === undefined || other === undefined) return [];
      return [field.indexOf(one) < field.indexOf(other) ? [one, other] : [other, one]];
    });
  });
}

/** Swiss: everybody plays every round against somebody with about as many points, never the same one twice. */
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
