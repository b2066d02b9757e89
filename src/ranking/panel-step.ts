// The two steps that a panel's reading repeats: judges' habits from believed truths, and believed truths from judges' habits.

/** Votes on one pair. Truths: 0 the first of the pair is better, 1 the second, 2 neither. */
export type PanelVotes = {
  readonly votes: { readonly judge: string; readonly swapped: boolean; readonly said: number }[];
};

/** For each judge: what it says (column: first shown, second shown, tie) when the truth is so (row). */
export type Habits = ReadonlyMap<string, readonly (readonly number[])[]>;

/** Two where nobody ever says tie. */
export type ClassCount = 2 | 3;

/** What was said of places, as a statement about the pair, or the reverse. */
export function inPair(place: number, swapped: boolean): number {
  return swapped && place < 2 ? 1 - place : place;
}

/** The first belief: shares of the votes. */
export function majority({ votes }: PanelVotes, classes: ClassCount): number[] {
  const belief = new Array<number>(classes).fill(0);
  for (const { said, swapped } of votes) {
    const truth = inPair(said, swapped);
    belief[truth] = (belief[truth] ?? 0) + 1 / votes.length;
  }
  return belief;
}

/**
 * A judge's habits are first counted alike for both places, from 1 for being right and 1/2 spread over the rest, so that a judge with
 * few verdicts counts as two thirds right: (agreements + 1) / (n + 1.5). Its habits of place start from there, with the weight of
 * a few verdicts: many verdicts show a lean to a place, few cannot.
 */
export function habitsFrom(
  items: readonly PanelVotes[],
  beliefs: readonly (readonly number[])[],
  classes: ClassCount,
): Habits {
  const counts = new Map<string, number[][]>();
  for (const [index, { votes }] of items.entries()) {
    for (const { judge, said, swapped } of votes) {
      const table =
        counts.get(judge) ?? Array.from({ length: classes }, () => new Array<number>(classes).fill(0));
      counts.set(judge, table);
      for (const [truth, row] of table.entries()) {
        row[said] = (row[said] ?? 0) + (beliefs[index]?.[inPair(truth, swapped)] ?? 0);
      }
    }
  }
  return new Map([...counts].map(([judge, table]) => [judge, placed(table)]));
}

const placeWeight = 10;

function placed(table: readonly (readonly number[])[]): number[][] {
  const classes = table.length;
  const alike = table.map((row, truth) =>
    shares(
      row.map((count, said) => {
        const start = said === truth ? 1 : 0.5 / (classes - 1);
        return start + count + (table[inPair(truth, true)]?.[inPair(said, true)] ?? 0);
      }),
    ),
  );
  return table.map((row, truth) =>
    shares(row.map((count, said) => count + placeWeight * (alike[truth]?.[said] ?? 0))),
  );
}

function shares(row: readonly number[]): number[] {
  const sum = row.reduce((total, count) => total + count, 0);
  return row.map((count) => count / sum);
}

/** The belief about one pair; which of the two comes first in the pair is arbitrary, so both start equal. */
export function posterior(
  { votes }: PanelVotes,
  {
    habits,
    tieShare,
    classes,
  }: { readonly habits: Habits; readonly tieShare: number; readonly classes: ClassCount },
): number[] {
  const win = (1 - tieShare) / 2;
  const logs = [win, win, tieShare].slice(0, classes).map((share, truth) => {
    let sum = Math.log(Math.max(share, 1e-12));
    for (const { judge, said, swapped } of votes) {
      sum += Math.log(habits.get(judge)?.[inPair(truth, swapped)]?.[said] ?? 1);
    }
    return sum;
  });
  const top = Math.max(...logs);
  const weights = logs.map((log) => Math.exp(log - top));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}
