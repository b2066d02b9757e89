// Figures about judges: shares and means with their 95 % interval, or that there is too little to say, and their agreement.

export type Measured =
  | {
      readonly kind: 'measured';
      readonly value: number;
      readonly low: number;
      readonly high: number;
      readonly n: number;
    }
  | { readonly kind: 'too-few'; readonly n: number; readonly needed: number };

/** No figure about a judge is given on fewer independent observations than this. */
export const fewestObservations = 10;

/** Of the normal distribution, for 95 %. */
const z = 1.959963984540054;
const fewDegrees = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];

/** Student's, for 95 %: how many standard errors an estimate with so many degrees of freedom may be off. */
export function studentQuantile(freedom: number): number {
  const whole = Math.max(1, Math.floor(freedom));
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  return fewDegrees[whole - 1] ?? z + (z ** 3 + z) / (4 * whole) + second / whole ** 2;
}

/** A share of successes, with Wilson's interval. */
export function measuredShare(successes: number, n: number): Measured {
  if (n < fewestObservations) return { kind: 'too-few', n, needed: fewestObservations };
  const value = successes / n;
  const centre = (value + (z * z) / (2 * n)) / (1 + (z * z) / n);
  const half = (z / (1 + (z * z) / n)) * Math.sqrt((value * (1 - value)) / n + (z * z) / (4 * n * n));
  return { kind: 'measured', value, low: Math.max(0, centre - half), high: Math.min(1, centre + half), n };
}

/**
 * A mean of independent values that lie in [-reach, reach]. Its spread counts one imagined value at either end,
 * so that values that happen to be all the same do not look certain.
 */
export function measuredMean(values: readonly number[], reach = 1): Measured {
  const n = values.length;
  if (n < fewestObservations) return { kind: 'too-few', n, needed: fewestObservations };
  const value = values.reduce((sum, each) => sum + each, 0) / n;
  const squares = values.reduce((sum, each) => sum + (each - value) ** 2, 0);
  const imagined = (reach - value) ** 2 + (-reach - value) ** 2;
  const error = Math.sqrt((squares + imagined) / (n + 1) / n);
  // Student's quantile to first order.
  const half = (z + (z ** 3 + z) / (4 * (n - 1))) * error;
  return {
    kind: 'measured',
    value,
    low: Math.max(-reach, value - half),
    high: Math.min(reach, value + half),
    n,
  };
}

/**
 * Krippendorff's alpha of ordered values: agreement of judges beyond chance, for any number of them, with missing values.
 * One row per item, one column per judge; undefined where a judge gave none. 1 is full agreement, 0 is chance.
 * Undefined where no item has two values, or all values are the same and chance has no meaning.
 */
export function krippendorffAlpha(ratings: readonly (readonly (number | undefined)[])[]): number | undefined {
  const items = ratings
    .map((row) => row.filter((value) => value !== undefined))
    .filter((values) => values.length >= 2);
  const totals = new Map<number, number>();
  for (const value of items.flat()) totals.set(value, (totals.get(value) ?? 0) + 1);
  const distance = ordinalDistance(totals);
  const all = items.flat().length;
  let observed = 0;
  for (const values of items) {
    for (const a of values) for (const b of values) observed += distance(a, b) / (values.length - 1);
  }
  let expected = 0;
  for (const [a, countA] of totals) {
    for (const [b, countB] of totals) expected += (countA * countB * distance(a, b)) / (all - 1);
  }
  return expected > 0 ? 1 - observed / expected : undefined;
}

/** How many values lie between the two, each of the two counted half. */
function ordinalDistance(totals: ReadonlyMap<number, number>): (a: number, b: number) => number {
  const middle = new Map<number, number>();
  let below = 0;
  for (const [category, count] of [...totals].sort(([a], [b]) => a - b)) {
    middle.set(category, below + count / 2);
    below += count;
  }
  return (a, b) => ((middle.get(a) ?? 0) - (middle.get(b) ?? 0)) ** 2;
}
