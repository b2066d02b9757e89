// Pairwise verdicts counted into cells: who was shown first, who second, by which judge, on which task. Fits read only this.
import { add } from './array-access.ts';

/** `both-bad` says that neither is good: a tie to the fit, with a rate of its own. `none` could not be read: counted, never a side. */
export const choices = ['first', 'second', 'tie', 'both-bad', 'none'] as const;
export type Choice = (typeof choices)[number];

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
