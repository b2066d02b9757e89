// Krippendorff's alpha of ordered values: agreement of judges beyond chance, for any number of them, with missing values.

/**
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
