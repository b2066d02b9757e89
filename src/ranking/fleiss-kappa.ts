// Fleiss' kappa: agreement of several judges on categories where each item has the same number of labels.

/** One row of labels per item. Undefined where rows differ in length, hold fewer than two, or all labels are the same. */
export function fleissKappa<Label>(items: readonly (readonly Label[])[]): number | undefined {
  const judges = items[0]?.length ?? 0;
  if (judges < 2 || items.some((labels) => labels.length !== judges)) return undefined;
  const totals = new Map<Label, number>();
  let agreed = 0;
  for (const labels of items) {
    const counts = new Map<Label, number>();
    for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
    for (const [label, count] of counts) {
      totals.set(label, (totals.get(label) ?? 0) + count);
      agreed += (count * (count - 1)) / (judges * (judges - 1));
    }
  }
  const all = items.length * judges;
  const chance = [...totals.values()].reduce((sum, count) => sum + (count / all) ** 2, 0);
  return totals.size > 1 ? (agreed / items.length - chance) / (1 - chance) : undefined;
}
