// How far the scores of verdicts spread, which is what the intervals of a fit rest on.
import { add, at, indexAt } from '../array-access.ts';
import type { Tally } from '../tally.ts';
import {
  addRow,
  addRowSquare,
  chances,
  type Design,
  design,
  gapOf,
  type Prediction,
} from './rating-model.ts';

/**
 * Each verdict for itself. With few of them their own spread is too uncertain, so it begins as the model says and becomes what
 * was observed the more verdicts there are.
 */
export function spreadOf(merged: Design, parameters: Float64Array): Float64Array {
  const verdicts = merged.count.reduce((sum, count) => sum + count, 0);
  const each = (2 * verdicts) / merged.model.contestants;
  const share = each / (each + halfObserved);
  const observed = scoreSpread(merged, parameters, 'observed');
  const expected = scoreSpread(merged, parameters, 'expected');
  return expected.map((value, place) => (1 - share) * value + share * at(observed, place));
}

/** Verdicts a contestant at which half of the spread is taken as observed. */
const halfObserved = 40;

/**
 * Where verdicts keep their whole weight. robust: each verdict stands for itself and spreads as observed.
 * model: it spreads as the model says. clustered: verdicts of one cluster may depend on each other in any way, as observed.
 * cautious: there are too few clusters to see how, so a cluster's verdicts on one pair count as one.
 */
type Basis = 'robust' | 'model' | 'clustered' | 'cautious';

const fewClusters = 20;
const fewVerdictsEach = 20;

type Question = { readonly counted: Tally; readonly merged: Design; readonly parameters: Float64Array };

export function clusteredSpread(question: Question): Float64Array {
  const basis = chosen(question);
  const spread = computed(question, basis);
  if (basis === 'model' || basis === 'cautious' || everybodySpreads(question.merged, spread)) return spread;
  // Where somebody's verdicts never deviate (all ties), observed spread would claim certainty.
  return computed(question, basis === 'robust' ? 'model' : 'cautious');
}

function chosen({ counted, merged }: Question): Basis {
  if (counted.clusterCount > 0) return counted.clusterCount < fewClusters ? 'cautious' : 'clustered';
  const verdicts = merged.count.reduce((sum, count) => sum + count, 0);
  return 2 * verdicts < fewVerdictsEach * merged.model.contestants ? 'model' : 'robust';
}

function computed({ counted, merged, parameters }: Question, basis: Basis): Float64Array {
  if (basis === 'robust') return scoreSpread(merged, parameters, 'observed');
  if (basis === 'model') return scoreSpread(merged, parameters, 'expected');
  const rows = design(merged.model, counted);
  const alone = scoreSpread(rows, parameters, basis === 'clustered' ? 'observed' : 'expected');
  const together = clusterSpread(rows, parameters, basis === 'clustered' ? 'any' : 'same-pair');
  return together.map((value, place) => value + at(alone, place));
}

function everybodySpreads({ model: { contestants, size } }: Design, spread: Float64Array): boolean {
  for (let k = 0; k < contestants; k += 1) if (at(spread, k * size + k) < 1e-12) return false;
  return true;
}

/** Each verdict for itself: rows that belong to a cluster are left out. `observed` takes the verdicts' own deviations, `expected` what the model says they are. */
export function scoreSpread(
  design: Design,
  parameters: Float64Array,
  source: 'observed' | 'expected',
): Float64Array {
  const spread = new Float64Array(design.model.size ** 2);
  for (let row = 0; row < design.rows; row += 1) {
    if (indexAt(design.cluster, row) >= 0) continue;
    const expected = chances(gapOf(design, parameters, row));
    const amount =
      source === 'observed'
        ? observedSpread(design, row, expected)
        : at(design.count, row) * expected.variance;
    addRowSquare(spread, design, { row, amount });
  }
  return spread;
}

export function observedSpread(design: Design, row: number, { score }: Pick<Prediction, 'score'>): number {
  const wins = at(design.wins, row);
  const ties = at(design.ties, row);
  const losses = at(design.count, row) - wins - ties;
  return wins * (1 - score) ** 2 + ties * (0.5 - score) ** 2 + losses * score ** 2;
}

/**
 * `any`: verdicts of a cluster may depend on each other in any way; it takes many clusters to see how.
 * `same-pair`: those on the same pair count as one, spread as the model says; for few clusters.
 * Rows without a cluster are left out.
 */
type Dependence = 'any' | 'same-pair';

/**
 * The sandwich's filling where verdicts of one cluster (a task) depend on each other: sums per cluster instead of
 * single verdicts.
 */
function clusterSpread(design: Design, parameters: Float64Array, dependence: Dependence): Float64Array {
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
    const expected = chances(gapOf(design, parameters, row));
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
export function rowsByGroup(groups: Int32Array): { readonly rows: Int32Array; readonly ends: Int32Array } {
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
