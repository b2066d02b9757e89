// The sandwich's filling where verdicts of one cluster (a task) depend on each other: sums per cluster instead of single verdicts.
import { add, at, indexAt } from '../array-access.ts';
import { addRow, type Design, gapOf, predict } from './rating-model.ts';

/**
 * `any`: verdicts of a cluster may depend on each other in any way; it takes many clusters to see how.
 * `same-pair`: those on the same pair count as one, spread as the model says; for few clusters.
 * Rows without a cluster are left out.
 */
export type Dependence = 'any' | 'same-pair';

export function clusterSpread(
  design: Design,
  parameters: Float64Array,
  dependence: Dependence,
): Float64Array {
  const { size } = design.model;
  const spread = new Float64Array(size * size);
  const scores = deviations(design, parameters, dependence);
  const groups = dependence === 'any' ? design.cluster : pairGroups(design);
  const { rows, ends } = rowsByGroup(groups);
  const sums = new Float64Array(size);
  let next = 0;
  let seen = 0;
  for (const end of ends) {
    if (end === next) continue;
    for (; next < end; next += 1) {
      const row = indexAt(rows, next);
      addRow(sums, design, { row, amount: at(scores, row) });
    }
    squareInto(spread, sums);
    seen += 1;
  }
  // The usual small correction for clusters whose common mean was fitted.
  const factor = dependence === 'any' && seen > 1 ? seen / (seen - 1) : 1;
  return mirrored(spread, size, factor);
}

/** Of each row's score: as observed, or as large as the model lets its verdicts deviate together. */
function deviations(design: Design, parameters: Float64Array, dependence: Dependence): Float64Array {
  const scores = new Float64Array(design.rows);
  for (let row = 0; row < design.rows; row += 1) {
    const expected = predict(gapOf(design, parameters, row));
    const count = at(design.count, row);
    if (dependence === 'any') {
      scores[row] = at(design.wins, row) + at(design.ties, row) / 2 - count * expected.score;
    } else {
      // In favour of the same contestant whichever way the pair was shown.
      const sign = indexAt(design.first, row) < indexAt(design.second, row) ? 1 : -1;
      scores[row] = sign * count * Math.sqrt(expected.variance);
    }
  }
  return scores;
}

/** A number for each cluster and pair, whatever the order shown; -1 where there is no cluster. */
function pairGroups({ model: { contestants }, cluster, first, second }: Design): Int32Array {
  const known = new Map<number, number>();
  return cluster.map((own, row) => {
    if (own < 0) return -1;
    const [a, b] = [indexAt(first, row), indexAt(second, row)];
    const key = (own * contestants + Math.min(a, b)) * contestants + Math.max(a, b);
    const group = known.get(key) ?? known.size;
    known.set(key, group);
    return group;
  });
}

/** Rows that have a group, those of one group side by side, and where each group ends: a counting sort. */
function rowsByGroup(groups: Int32Array): { readonly rows: Int32Array; readonly ends: Int32Array } {
  let groupCount = 0;
  for (const group of groups) groupCount = Math.max(groupCount, group + 1);
  const ends = new Int32Array(groupCount);
  for (const group of groups) if (group >= 0) ends[group] = indexAt(ends, group) + 1;
  let start = 0;
  for (let group = 0; group < groupCount; group += 1) {
    const count = indexAt(ends, group);
    ends[group] = start;
    start += count;
  }
  const rows = new Int32Array(start);
  for (let row = 0; row < groups.length; row += 1) {
    const group = indexAt(groups, row);
    if (group < 0) continue;
    rows[indexAt(ends, group)] = row;
    ends[group] = indexAt(ends, group) + 1;
  }
  return { rows, ends };
}

/** Adds the lower half of the square and clears the vector; a cluster touches few contestants, so zeros are passed over. */
function squareInto(matrix: Float64Array, vector: Float64Array): void {
  const size = vector.length;
  const places: number[] = [];
  for (let row = 0; row < size; row += 1) {
    const left = at(vector, row);
    if (left === 0) continue;
    places.push(row);
    for (const column of places) add(matrix, row * size + column, left * at(vector, column));
  }
  vector.fill(0);
}

function mirrored(lower: Float64Array, size: number, factor: number): Float64Array {
  return lower.map((_, place) => {
    const [row, column] = [Math.floor(place / size), place % size];
    return factor * at(lower, Math.max(row, column) * size + Math.min(row, column));
  });
}
