// A figure about a judge with its 95 % interval, or the statement that there is too little to say.

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

/** A share of successes, with Wilson's interval. */
export function measuredShare(successes: number, n: number): Measured {
  if (n < fewestObservations) return { kind: 'too-few', n, needed: fewestObservations };
  const z = 1.959963984540054;
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
  const z = 1.959963984540054;
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
