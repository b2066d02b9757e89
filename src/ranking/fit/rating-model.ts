// The rating model as numbers: which parameters there are, their priors, and what it predicts for a verdict.
import { add, at, indexAt } from '../array-access.ts';
import { rowCount, type Tally } from '../tally.ts';

/** Parameters in this order: a strength per contestant, then the advantages of being shown first. Ties are half wins. */
export type RatingModel = {
  readonly contestants: number;
  readonly deltas: number;
  readonly size: number;
  /** Precision of the prior of each parameter. */
  readonly ridge: Float64Array;
  readonly offset: Offset | undefined;
};

/** Logit by which a judge favours the first of two besides strength and place, known beforehand. */
export type Offset = (seen: {
  readonly first: string;
  readonly second: string;
  readonly judge: string | undefined;
}) => number;

export type ModelOptions = {
  readonly lambda: number;
  readonly position: PositionEffect;
  readonly offset?: Offset | undefined;
};

export function ratingModel(counted: Tally, { lambda, position, offset }: ModelOptions): RatingModel {
  const contestants = counted.contestants.length;
  const deltas = { none: 0, shared: 1, 'per-judge': counted.judges.length + 1 }[position];
  const size = contestants + deltas;
  const ridge = new Float64Array(size).fill(lambda, 0, contestants).fill(deltaPrecision, contestants);
  return { contestants, deltas, size, ridge, offset };
}

/** delta ~ N(0, 0.5^2). */
const deltaPrecision = 4;

/** What is expected of one verdict's score y (1, 1/2, 0), given the logit of the first against the second. */
export type Prediction = {
  readonly score: number;
  readonly variance: number;
  /** Logarithm of the normalising sum, for the likelihood. */
  readonly logSum: number;
};

export function predict(gap: number): Prediction {
  return { ...chances(gap), logSum: Math.max(gap, 0) + Math.log1p(Math.exp(-Math.abs(gap))) };
}

/** The same without the logarithm, which takes longest. */
export function chances(gap: number): Pick<Prediction, 'score' | 'variance'> {
  const small = Math.exp(-Math.abs(gap));
  return { score: (gap < 0 ? small : 1) / (1 + small), variance: small / (1 + small) ** 2 };
}

/** Rows of a tally as the model reads them: which parameters each touches, how many verdicts, their scores and ties. */
export type Design = {
  readonly model: RatingModel;
  readonly rows: number;
  readonly first: Int32Array;
  readonly second: Int32Array;
  /** Where the row's delta stands among the parameters; -1 where the position is not modelled. */
  readonly delta: Int32Array;
  /** -1 where each verdict stands for itself. */
  readonly cluster: Int32Array;
  readonly wins: Float64Array;
  readonly ties: Float64Array;
  readonly count: Float64Array;
  /** Added to the logit; all 0 where nothing is known beforehand. */
  readonly offset: Float64Array;
};

export function design(model: RatingModel, counted: Tally): Design {
  const rows = counted.first.length;
  const delta = new Int32Array(rows);
  const ties = new Float64Array(rows);
  const count = new Float64Array(rows);
  const offset = new Float64Array(rows);
  for (let row = 0; row < rows; row += 1) {
    delta[row] = deltaOf(model, indexAt(counted.judge, row));
    ties[row] = at(counted.ties, row) + at(counted.bothBad, row);
    count[row] = rowCount(counted, row);
    offset[row] = model.offset?.(seenIn(counted, row)) ?? 0;
  }
  const { first, second, cluster, firstWins: wins } = counted;
  return { model, rows, first, second, delta, cluster, wins, ties, count, offset };
}

function seenIn({ contestants, judges, first, second, judge }: Tally, row: number): Parameters<Offset>[0] {
  const name = (place: number) => contestants[place] as string;
  const by = judges[indexAt(judge, row)];
  return { first: name(indexAt(first, row)), second: name(indexAt(second, row)), judge: by };
}

/** The last delta of a model with one per judge is for verdicts that name none. */
function deltaOf(model: RatingModel, judge: number): number {
  if (model.deltas <= 1) return model.deltas === 0 ? -1 : model.contestants;
  return model.contestants + (judge < 0 ? model.deltas - 1 : judge);
}

/** Logit of the first against the second. */
export function gapOf(
  { first, second, delta, offset }: Design,
  parameters: Float64Array,
  row: number,
): number {
  const lead = at(parameters, indexAt(first, row)) - at(parameters, indexAt(second, row));
  const gap = lead + at(offset, row);
  const place = indexAt(delta, row);
  return place < 0 ? gap : gap + at(parameters, place);
}

/** Adds amount * x to a vector, x being the row's +1, -1 and, for the position, +1. */
export function addRow(
  vector: Float64Array,
  { first, second, delta }: Design,
  { row, amount }: { readonly row: number; readonly amount: number },
): void {
  add(vector, indexAt(first, row), amount);
  add(vector, indexAt(second, row), -amount);
  const place = indexAt(delta, row);
  if (place >= 0) add(vector, place, amount);
}

/** Adds amount * x x' to a square matrix of the model's size. */
export function addRowSquare(
  matrix: Float64Array,
  { model: { size }, first, second, delta }: Design,
  { row, amount }: { readonly row: number; readonly amount: number },
): void {
  const i = indexAt(first, row);
  const j = indexAt(second, row);
  const d = indexAt(delta, row);
  add(matrix, i * size + i, amount);
  add(matrix, j * size + j, amount);
  add(matrix, i * size + j, -amount);
  add(matrix, j * size + i, -amount);
  if (d < 0) return;
  add(matrix, d * size + d, amount);
  add(matrix, d * size + i, amount);
  add(matrix, i * size + d, amount);
  add(matrix, d * size + j, -amount);
  add(matrix, j * size + d, -amount);
}

/** Whether being shown first is modelled: not at all, once for all judges, or for each judge. */
type PositionEffect = 'none' | 'shared' | 'per-judge';

/** Merges the rows of a tally that a fit cannot tell apart: the same pair, whatever the task, both bad or tied. */
export function mergeRows(
  counted: Tally,
  { position, offset }: Pick<ModelOptions, 'position' | 'offset'>,
): Tally {
  const size = counted.contestants.length;
  const judges = position === 'per-judge' || offset !== undefined ? counted.judges.length + 1 : 1;
  const slots = new Int32Array(size * size * judges).fill(-1);
  const slotOf = new Int32Array(counted.first.length);
  const keys: number[] = [];
  for (let row = 0; row < slotOf.length; row += 1) {
    const first = indexAt(counted.first, row);
    const second = indexAt(counted.second, row);
    const pair = position === 'none' && first > second ? second * size + first : first * size + second;
    const key = pair * judges + (judges > 1 ? indexAt(counted.judge, row) + 1 : 0);
    if (indexAt(slots, key) < 0) slots[key] = keys.push(key) - 1;
    slotOf[row] = indexAt(slots, key);
  }
  const merged: Tally = {
    ...counted,
    clusterCount: 0,
    first: Int32Array.from(keys, (key) => Math.floor(key / judges / size)),
    second: Int32Array.from(keys, (key) => Math.floor(key / judges) % size),
    judge: Int32Array.from(keys, (key) => (judges > 1 ? (key % judges) - 1 : -1)),
    cluster: new Int32Array(keys.length).fill(-1),
    firstWins: new Float64Array(keys.length),
    secondWins: new Float64Array(keys.length),
    ties: new Float64Array(keys.length),
    bothBad: new Float64Array(keys.length),
  };
  for (let row = 0; row < slotOf.length; row += 1) {
    const slot = indexAt(slotOf, row);
    const same = indexAt(counted.first, row) === indexAt(merged.first, slot);
    add(merged.firstWins, slot, at(same ? counted.firstWins : counted.secondWins, row));
    add(merged.secondWins, slot, at(same ? counted.secondWins : counted.firstWins, row));
    add(merged.ties, slot, at(counted.ties, row) + at(counted.bothBad, row));
  }
  return merged;
}
