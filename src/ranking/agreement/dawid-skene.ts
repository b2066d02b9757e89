// What a panel's choices say together, each judge weighed by how reliable it shows itself, its habits of place included (Dawid and Skene).
import type { PairVerdict } from '../tally.ts';

type PanelItem = {
  readonly cluster: string | undefined;
  /** The two contestants by name order. */
  readonly pair: readonly [string, string];
  /** That the first of the pair is better, the second, or neither. */
  readonly probabilities: readonly [number, number, number];
};

type PanelJudge = {
  readonly judge: string;
  /** Estimated probability that its choice is right; from its own habits, without any gold. */
  readonly accuracy: number;
  /** What it says (column: first shown, second shown, tie) when the truth is so (row). */
  readonly habits: readonly (readonly number[])[];
  readonly verdicts: number;
};

type PanelResult = {
  readonly items: readonly PanelItem[];
  readonly judges: readonly PanelJudge[];
  readonly iterations: number;
};

/** Undefined where no verdict names its judge and could be read. Fails where most judges share an error. */
export function dawidSkene(verdicts: readonly PairVerdict[]): PanelResult | undefined {
  const items = gather(verdicts);
  if (items.length === 0) return undefined;
  // Where nobody ever says tie, a true tie is not among the answers.
  const classes: ClassCount = items.some(({ votes }) => votes.some(({ said }) => said === 2)) ? 3 : 2;
  let beliefs = items.map((item) => majority(item, classes));
  let iterations = 0;
  for (let change = 1; change > 1e-8 && iterations < 500; iterations += 1) {
    const habits = habitsFrom(items, beliefs, classes);
    const tieShare = mean(beliefs.map((belief) => belief[2] ?? 0));
    const next = items.map((item) => posterior(item, { habits, tieShare, classes }));
    change = Math.max(
      ...next.flatMap((belief, index) => belief.map((p, k) => Math.abs(p - (beliefs[index]?.[k] ?? 0)))),
    );
    beliefs = next;
  }
  const judges = describeJudges(items, beliefs, habitsFrom(items, beliefs, classes));
  const found = items.map(({ item }, index) => {
    const [first = 0, second = 0, tie = 0] = beliefs[index] ?? [];
    return { ...item, probabilities: [first, second, tie] as const };
  });
  return { items: found, judges, iterations };
}

function gather(verdicts: readonly PairVerdict[]): Gathered[] {
  const items = new Map<string, Gathered>();
  for (const { first, second, choice, judge, cluster } of verdicts) {
    if (judge === undefined || choice === 'none') continue;
    const swapped = first > second;
    const pair = swapped ? ([second, first] as const) : ([first, second] as const);
    const key = JSON.stringify([cluster, pair]);
    const gathered = items.get(key) ?? { item: { cluster, pair }, votes: [] };
    items.set(key, gathered);
    gathered.votes.push({ judge, swapped, said: saidOf(choice) });
  }
  return [...items.values()];
}

type Gathered = PanelVotes & { readonly item: Omit<PanelItem, 'probabilities'> };

function saidOf(choice: PairVerdict['choice']): number {
  if (choice === 'first') return 0;
  return choice === 'second' ? 1 : 2;
}

function describeJudges(
  items: readonly Gathered[],
  beliefs: readonly number[][],
  habits: Habits,
): PanelJudge[] {
  return [...habits].map(([judge, own]) => {
    const right = items.flatMap(({ votes }, index) =>
      votes.flatMap((vote) =>
        vote.judge === judge ? [beliefs[index]?.[inPair(vote.said, vote.swapped)] ?? 0] : [],
      ),
    );
    return { judge, accuracy: mean(right), habits: own, verdicts: right.length };
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Votes on one pair. Truths: 0 the first of the pair is better, 1 the second, 2 neither. */
type PanelVotes = {
  readonly votes: { readonly judge: string; readonly swapped: boolean; readonly said: number }[];
};

/** For each judge: what it says (column: first shown, second shown, tie) when the truth is so (row). */
type Habits = ReadonlyMap<string, readonly (readonly number[])[]>;

/** Two where nobody ever says tie. */
type ClassCount = 2 | 3;

/** What was said of places, as a statement about the pair, or the reverse. */
function inPair(place: number, swapped: boolean): number {
  return swapped && place < 2 ? 1 - place : place;
}

/** The first belief: shares of the votes. */
function majority({ votes }: PanelVotes, classes: ClassCount): number[] {
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
function habitsFrom(
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
function posterior(
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
