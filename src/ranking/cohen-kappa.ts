// Cohen's kappa: agreement of two judges on categories, beyond what their own habits would give by chance.

/** One pair of labels per item; items where one of them is missing do not count. Undefined where nothing can be said. */
export function cohenKappa<Label>(
  labels: readonly (readonly [Label | undefined, Label | undefined])[],
): number | undefined {
  const both = labels.filter(([a, b]) => a !== undefined && b !== undefined);
  if (both.length === 0) return undefined;
  const agreed = both.filter(([a, b]) => a === b).length / both.length;
  const shareOf = (column: 0 | 1, label: Label | undefined) =>
    both.filter((pair) => pair[column] === label).length / both.length;
  const chance = [...new Set(both.map(([a]) => a))].reduce(
    (sum, label) => sum + shareOf(0, label) * shareOf(1, label),
    0,
  );
  return chance < 1 ? (agreed - chance) / (1 - chance) : undefined;
}
