// Intraclass correlation of rubric scores where all judges scored all items: of one judge, and of the panel's mean (Shrout and Fleiss 2,1 and 2,k).

export type IntraclassCorrelation = { readonly single: number; readonly panel: number };

/** One row of scores per item, none missing. Undefined below two items or judges, or where scores do not vary. */
export function intraclassCorrelation(
  scores: readonly (readonly number[])[],
): IntraclassCorrelation | undefined {
  const items = scores.length;
  const judges = scores[0]?.length ?? 0;
  if (items < 2 || judges < 2 || scores.some((row) => row.length !== judges)) return undefined;
  const all = mean(scores.flat());
  const itemMeans = scores.map(mean);
  const judgeMeans = Array.from({ length: judges }, (_, judge) =>
    mean(scores.map((row) => row[judge] ?? all)),
  );
  const betweenItems = (judges * squares(itemMeans, all)) / (items - 1);
  const betweenJudges = (items * squares(judgeMeans, all)) / (judges - 1);
  const total = squares(scores.flat(), all);
  const rest = total - betweenItems * (items - 1) - betweenJudges * (judges - 1);
  const error = Math.max(0, rest) / ((items - 1) * (judges - 1));
  const judgePart = (betweenJudges - error) / items;
  const single = betweenItems + (judges - 1) * error + judges * judgePart;
  const panel = betweenItems + judgePart;
  if (total === 0 || single === 0 || panel === 0) return undefined;
  return { single: (betweenItems - error) / single, panel: (betweenItems - error) / panel };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function squares(values: readonly number[], centre: number): number {
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
}
