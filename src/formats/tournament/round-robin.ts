// Round robin: everybody against everybody, once. No match depends on another, so all of them are one round.
import { half, type Pair, type System } from './system.ts';

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
