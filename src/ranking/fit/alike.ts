// What verdicts of one cluster (as a rule a contest) are worth together: they are alike, so each of them counts for less. How
// alike they are is learned from what they say beyond the strengths.
import { add, at, indexAt } from '../array-access.ts';
import { rowCount, type Tally } from '../tally.ts';
import { inverse } from './cholesky.ts';
import { newton } from './optimum.ts';
import {
  chances,
  type Design,
  design,
  gapOf,
  type ModelOptions,
  mergeRows,
  ratingModel,
} from './rating-model.ts';
import { observedSpread, rowsByGroup } from './spread.ts';

/**
 * The tally without clusters, each verdict with the weight that its cluster leaves it. Two verdicts of a cluster on the same
 * pair correlate by r, two that share one contestant by half of that. r is learned: 0 for independent verdicts, 1 for copies.
 */
export function discountAlike(counted: Tally, options: ModelOptions): Tally {
  if (counted.clusterCount === 0) return counted;
  const clusters = rowsByGroup(counted.cluster);
  const reach = reaches(counted, clusters);
  let likeness = usualLikeness;
  for (let round = 0; round < rounds; round += 1) {
    const weights = weightsFor(reach, likeness);
    const scaled = scale(counted, weights);
    const rows = mergeRows(scaled, options);
    const model = ratingModel(rows, options);
    const optimum = newton(design(model, rows));
    if (optimum === undefined) break;
    likeness = likenessIn(design(model, scaled), {
      weights,
      clusters,
      parameters: optimum.parameters,
      inverted: inverse(optimum.information),
    });
  }
  return scale(counted, weightsFor(reach, likeness));
}

const rounds = 3;

/** Assumed before anything is known, and how much observed correlation outweighs that. */
const usualLikeness = 0.5;
const usualWorth = 1;

type Clusters = ReturnType<typeof rowsByGroup>;

function weightsFor(reach: Float64Array, likeness: number): Float64Array {
  return reach.map((own) => 1 / Math.max(1, 1 - likeness + likeness * own));
}

/** By how much a row's verdicts and those of its cluster spread together if r is 1: as many times as one alone. */
function reaches(counted: Tally, { rows, ends }: Clusters): Float64Array {
  const reach = new Float64Array(counted.first.length).fill(1);
  const { first, second } = counted;
  const sums = new PairSums(counted.contestants.length);
  let start = 0;
  for (const end of ends) {
    const own = rows.subarray(start, end);
    for (const row of own) sums.add(indexAt(first, row), indexAt(second, row), rowCount(counted, row));
    for (const row of own) reach[row] = sums.about(indexAt(first, row), indexAt(second, row)) / 4;
    for (const row of own) sums.clear(indexAt(first, row), indexAt(second, row));
    start = end;
  }
  return reach;
}

/** Amounts by contestant and by pair, of one cluster after the other. */
class PairSums {
  readonly #size: number;
  readonly #each: Float64Array;
  readonly #pairs: Float64Array;

  constructor(size: number) {
    this.#size = size;
    this.#each = new Float64Array(size);
    this.#pairs = new Float64Array(size * size);
  }

  add(first: number, second: number, amount: number): void {
    add(this.#each, first, amount);
    add(this.#each, second, amount);
    add(this.#pairs, first * this.#size + second, amount);
    add(this.#pairs, second * this.#size + first, amount);
  }

  /** What each of the two takes part in, with their own pair counted twice more. */
  about(first: number, second: number): number {
    return at(this.#each, first) + at(this.#each, second) + 2 * at(this.#pairs, first * this.#size + second);
  }

  clear(first: number, second: number): void {
    this.#each[first] = 0;
    this.#each[second] = 0;
    this.#pairs[first * this.#size + second] = 0;
    this.#pairs[second * this.#size + first] = 0;
  }
}

interface Seen {
  readonly weights: Float64Array;
  readonly clusters: Clusters;
  readonly parameters: Float64Array;
  /** The inverse of the information. */
  readonly inverted: Float64Array;
}

/**
 * The mean correlation of verdicts that share a contestant in a cluster, drawn towards the usual one. All of it comes from sums
 * over rows: with x the row's +1 and -1, u the cluster's sum of deviations and L its sum of spreads, u u' is what was
 * observed and L L' what there would be if r was 1.
 */
function likenessIn(
  verdicts: Design,
  { weights, clusters: { rows, ends }, parameters, inverted }: Seen,
): number {
  const { first, second, count, model } = verdicts;
  const sums = new PairSums(model.contestants);
  const deviation = new Float64Array(model.contestants);
  let [observed, possible] = [usualLikeness * usualWorth, usualWorth];
  let start = 0;
  for (const end of ends) {
    const own = Array.from(rows.subarray(start, end), (row) => {
      const [one, other] = [indexAt(first, row), indexAt(second, row)];
      const expected = chances(gapOf(verdicts, parameters, row));
      const spread = at(count, row) * Math.sqrt(expected.variance);
      const beyond = beyondExpected(verdicts, row, expected.score);
      add(deviation, one, beyond);
      add(deviation, other, -beyond);
      sums.add(one, other, spread);
      observed -= at(weights, row) * observedSpread(verdicts, row, expected);
      possible -= at(weights, row) * at(count, row) * expected.variance;
      return { one, other, spread, beyond, information: at(count, row) * expected.variance };
    });
    start = end;
    const pull = pullOf(deviation, inverted, own);
    for (const { one, other, spread, beyond, information } of own) {
      const apart = at(deviation, one) - at(deviation, other);
      // The cluster pulled the strengths towards itself, which hides a part of its deviation.
      const hidden = information * (at(pull, one) - at(pull, other));
      observed += (apart * (beyond + hidden)) / 2;
      possible += (spread * sums.about(one, other)) / 4;
    }
    for (const { one, other } of own) {
      deviation[one] = 0;
      deviation[other] = 0;
      sums.clear(one, other);
    }
  }
  return Math.min(1, Math.max(0, observed / possible));
}

/** Of the score of a row's first. */
function beyondExpected({ wins, ties, count }: Design, row: number, score: number): number {
  return at(wins, row) + at(ties, row) / 2 - at(count, row) * score;
}

/** How far a cluster's deviations moved the strengths of those in it. */
function pullOf(
  deviation: Float64Array,
  inverted: Float64Array,
  own: readonly { readonly one: number; readonly other: number }[],
): Float64Array {
  const pull = new Float64Array(deviation.length);
  const size = Math.sqrt(inverted.length);
  const inside = [...new Set(own.flatMap(({ one, other }) => [one, other]))];
  for (const row of inside)
    for (const column of inside) add(pull, row, at(inverted, row * size + column) * at(deviation, column));
  return pull;
}

/** The tally with each row's verdicts weighed, and none of them in a cluster. */
function scale(counted: Tally, weights: Float64Array): Tally {
  const scaled = (column: Float64Array) => column.map((value, row) => value * at(weights, row));
  return {
    ...counted,
    clusterCount: 0,
    cluster: new Int32Array(counted.cluster.length).fill(-1),
    firstWins: scaled(counted.firstWins),
    secondWins: scaled(counted.secondWins),
    ties: scaled(counted.ties),
    bothBad: scaled(counted.bothBad),
  };
}
