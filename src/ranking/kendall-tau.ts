// Kendall's tau-b: how far two rankings agree, with ties in either.

/** Pairs of values, one for each thing ranked. Undefined where one of the rankings has no order at all. */
export function kendallTau(values: readonly (readonly [number, number])[]): number | undefined {
  let sum = 0;
  let orderedLeft = 0;
  let orderedRight = 0;
  for (const [index, [a, b]] of values.entries()) {
    for (const [otherA, otherB] of values.slice(index + 1)) {
      const left = Math.sign(a - otherA);
      const right = Math.sign(b - otherB);
      sum += left * right;
      orderedLeft += Math.abs(left);
      orderedRight += Math.abs(right);
    }
  }
  return orderedLeft > 0 && orderedRight > 0 ? sum / Math.sqrt(orderedLeft * orderedRight) : undefined;
}
