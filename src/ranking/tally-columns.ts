// Counts millions of verdicts that are already columns of numbers; the same cells as `tally` makes of objects.
import { indexAt } from './array-access.ts';
import { choices, type Tally } from './tally.ts';

export type VerdictColumns = {
  /** Indices into the contestants. */
  readonly first: Int32Array;
  readonly second: Int32Array;
  /** Indices into `choices`. */
  readonly choice: Uint8Array;
  /** Numbers from 0; with them every verdict keeps a row of its own. */
  readonly cluster?: Int32Array;
};

export function tallyColumns(columns: VerdictColumns, contestants: readonly string[]): Tally {
  return columns.cluster === undefined
    ? countCells(columns, contestants)
    : keepRows(columns, columns.cluster, contestants);
}

const kinds = choices.length;

function countCells({ first, second, choice }: VerdictColumns, contestants: readonly string[]): Tally {
  const size = contestants.length;
  const counts = new Int32Array(size * size * kinds);
  for (let row = 0; row < first.length; row += 1) {
    const pair = indexAt(first, row) * size + indexAt(second, row);
    const slot = pair * kinds + (choice[row] as number);
    counts[slot] = indexAt(counts, slot) + 1;
  }
  const used: number[] = [];
  let unread = 0;
  for (let pair = 0; pair < size * size; pair += 1) {
    const start = pair * kinds;
    unread += indexAt(counts, start + 4);
    let read = 0;
    for (let kind = 0; kind < 4; kind += 1) read += indexAt(counts, start + kind);
    if (read > 0) used.push(pair);
  }
  const column = (kind: number) => Float64Array.from(used, (pair) => indexAt(counts, pair * kinds + kind));
  return {
    contestants,
    judges: [],
    clusterCount: 0,
    first: Int32Array.from(used, (pair) => Math.floor(pair / size)),
    second: Int32Array.from(used, (pair) => pair % size),
    judge: new Int32Array(used.length).fill(-1),
    cluster: new Int32Array(used.length).fill(-1),
    firstWins: column(0),
    secondWins: column(1),
    ties: column(2),
    bothBad: column(3),
    unread,
  };
}

function keepRows(
  { first, second, choice }: VerdictColumns,
  cluster: Int32Array,
  contestants: readonly string[],
): Tally {
  const rows = first.length;
  const counts = [0, 1, 2, 3].map(() => new Float64Array(rows)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  let unread = 0;
  let clusterCount = 0;
  for (let row = 0; row < rows; row += 1) {
    const column = counts[choice[row] as number];
    if (column === undefined) unread += 1;
    else column[row] = 1;
    clusterCount = Math.max(clusterCount, indexAt(cluster, row) + 1);
  }
  const [firstWins, secondWins, ties, bothBad] = counts;
  const judge = new Int32Array(rows).fill(-1);
  return {
    ...{ contestants, judges: [], clusterCount, first, second, judge, cluster },
    ...{ firstWins, secondWins, ties, bothBad, unread },
  };
}
