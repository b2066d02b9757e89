// Pairwise verdicts counted into cells: who was shown first, who second, by which judge, on which task. Fits read only this.
import { add, at, indexAt } from './array-access.ts';

/** `both-bad` says that neither is good: a tie to the fit, with a rate of its own. `none` could not be read: counted, never a side. */
export type Choice = 'first' | 'second' | 'tie' | 'both-bad' | 'none';

export type PairVerdict = {
  readonly first: string;
  readonly second: string;
  readonly choice: Choice;
  readonly judge?: string;
  /** What makes verdicts depend on each other, as a rule the task. */
  readonly cluster?: string;
  /** 1 where absent; at most 1, so that intervals stay on the safe side. */
  readonly weight?: number;
};

/** One row per cell, as columns of equal length. */
export type Tally = {
  readonly contestants: readonly string[];
  readonly judges: readonly string[];
  readonly clusterCount: number;
  readonly first: Int32Array;
  readonly second: Int32Array;
  /** -1 where the verdicts name no judge. */
  readonly judge: Int32Array;
  /** -1 where each verdict stands for itself. */
  readonly cluster: Int32Array;
  readonly firstWins: Float64Array;
  readonly secondWins: Float64Array;
  readonly ties: Float64Array;
  readonly bothBad: Float64Array;
  /** Verdicts that could not be read; they are in no cell. */
  readonly unread: number;
};

/** `contestants` names those who must appear even without a verdict, and fixes the order. */
export function tally(verdicts: readonly PairVerdict[], contestants: readonly string[] = []): Tally {
  const names = indexer(contestants);
  const judges = indexer();
  const clusters = indexer();
  const slots = new Map<string, number>();
  const rows: { first: number; second: number; judge: number; cluster: number }[] = [];
  const slotOf = (verdict: PairVerdict): number => {
    const first = names.index(verdict.first);
    const second = names.index(verdict.second);
    const judge = verdict.judge === undefined ? -1 : judges.index(verdict.judge);
    const cluster = verdict.cluster === undefined ? -1 : clusters.index(verdict.cluster);
    const key = `${cluster} ${judge} ${first} ${second}`;
    const known = slots.get(key);
    if (known !== undefined) return known;
    slots.set(key, rows.length);
    return rows.push({ first, second, judge, cluster }) - 1;
  };
  const read = verdicts.filter((verdict) => verdict.choice !== 'none');
  const placed = read.map((verdict) => {
    if (verdict.first === verdict.second) throw new RangeError(`${verdict.first} was compared with itself`);
    return { slot: slotOf(verdict), verdict };
  });
  const counts = emptyCounts(rows.length);
  for (const { slot, verdict } of placed) {
    add(columnFor(counts, verdict.choice), slot, verdict.weight ?? 1);
  }
  return {
    contestants: names.all,
    judges: judges.all,
    clusterCount: clusters.all.length,
    first: Int32Array.from(rows, (row) => row.first),
    second: Int32Array.from(rows, (row) => row.second),
    judge: Int32Array.from(rows, (row) => row.judge),
    cluster: Int32Array.from(rows, (row) => row.cluster),
    ...counts,
    unread: verdicts.length - read.length,
  };
}

type Counts = Pick<Tally, 'firstWins' | 'secondWins' | 'ties' | 'bothBad'>;

function emptyCounts(size: number): Counts {
  return {
    firstWins: new Float64Array(size),
    secondWins: new Float64Array(size),
    ties: new Float64Array(size),
    bothBad: new Float64Array(size),
  };
}

function columnFor(counts: Counts, choice: Choice): Float64Array {
  if (choice === 'first') return counts.firstWins;
  if (choice === 'second') return counts.secondWins;
  return choice === 'tie' ? counts.ties : counts.bothBad;
}

function indexer(initial: readonly string[] = []) {
  const all: string[] = [];
  const known = new Map<string, number>();
  const index = (name: string): number => {
    const found = known.get(name);
    if (found !== undefined) return found;
    known.set(name, all.length);
    return all.push(name) - 1;
  };
  for (const name of initial) index(name);
  return { all, index };
}

/** The tally of some of its contestants: rows between any two of them, names in the order given. */
export function restrictTally(counted: Tally, contestants: readonly string[]): Tally {
  const place = Int32Array.from(counted.contestants, (name) => contestants.indexOf(name));
  const kept: number[] = [];
  for (let row = 0; row < counted.first.length; row += 1) {
    const inside = indexAt(place, indexAt(counted.first, row)) >= 0;
    if (inside && indexAt(place, indexAt(counted.second, row)) >= 0) kept.push(row);
  }
  const numbers = (column: Float64Array) => Float64Array.from(kept, (row) => at(column, row));
  const indices = (column: Int32Array) => Int32Array.from(kept, (row) => indexAt(column, row));
  const clusters = new Map<number, number>();
  const cluster = indices(counted.cluster).map((own) => {
    if (own < 0) return own;
    const index = clusters.get(own) ?? clusters.size;
    clusters.set(own, index);
    return index;
  });
  return {
    ...counted,
    contestants,
    clusterCount: clusters.size,
    cluster,
    first: indices(counted.first).map((index) => indexAt(place, index)),
    second: indices(counted.second).map((index) => indexAt(place, index)),
    judge: indices(counted.judge),
    firstWins: numbers(counted.firstWins),
    secondWins: numbers(counted.secondWins),
    ties: numbers(counted.ties),
    bothBad: numbers(counted.bothBad),
  };
}

/** How many verdicts were read into one row. */
export function rowCount(counted: Tally, row: number): number {
  return (
    at(counted.firstWins, row) +
    at(counted.secondWins, row) +
    at(counted.ties, row) +
    at(counted.bothBad, row)
  );
}

/** What a verdict is worth to one of its two sides: 1, 1/2 or 0; undefined where it could not be read. */
export function scoreFor(choice: Choice, side: 'first' | 'second'): number | undefined {
  if (choice === 'none') return undefined;
  if (choice === 'tie' || choice === 'both-bad') return 0.5;
  return choice === side ? 1 : 0;
}
