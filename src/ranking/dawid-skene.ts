// What a panel's choices say together, each judge weighed by how reliable it shows itself, its habits of place included (Dawid and Skene).
import {
  type ClassCount,
  type Habits,
  habitsFrom,
  inPair,
  majority,
  type PanelVotes,
  posterior,
} from './panel-step.ts';
import type { PairVerdict } from './tally.ts';

export type PanelItem = {
  readonly cluster: string | undefined;
  /** The two contestants by name order. */
  readonly pair: readonly [string, string];
  /** That the first of the pair is better, the second, or neither. */
  readonly probabilities: readonly [number, number, number];
};

export type PanelJudge = {
  readonly judge: string;
  /** Estimated probability that its choice is right; from its own habits, without any gold. */
  readonly accuracy: number;
  /** What it says (column: first shown, second shown, tie) when the truth is so (row). */
  readonly habits: readonly (readonly number[])[];
  readonly verdicts: number;
};

export type PanelResult = {
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
