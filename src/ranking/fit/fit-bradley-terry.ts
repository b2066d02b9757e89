// Bradley-Terry strengths from pairwise verdicts, with their full covariance; says so where the verdicts cannot give them.
import { add, at } from '../array-access.ts';
import { rowCount, type Tally } from '../tally.ts';
import { type Cholesky, cholesky, parameterCovariance, solve } from './cholesky.ts';
import { connectivity } from './connectivity.ts';
import {
  addRow,
  chances,
  type Design,
  design,
  gapOf,
  type ModelOptions,
  mergeRows,
  predict,
  type RatingModel,
  ratingModel,
} from './rating-model.ts';
import { type Basis, scoreSpread, spreadOf } from './spread.ts';

type FitOptions = Partial<ModelOptions> & {
  /** What the intervals rest on; chosen from the verdicts where not given. */
  readonly basis?: Basis;
};

/** Strengths on the logit scale, summing to zero, and their covariance (row-major). */
export type Strengths = {
  readonly contestants: readonly string[];
  readonly strengths: Float64Array;
  readonly covariance: Float64Array;
};

type PositionFound = {
  /** Undefined: of all judges together, or of verdicts that name none. */
  readonly judge: string | undefined;
  /** Logit by which being shown first helps; negative where it harms. */
  readonly delta: number;
  readonly standardError: number;
};

export type BradleyTerryFit =
  | (Strengths & {
      readonly kind: 'fitted';
      readonly positions: readonly PositionFound[];
      readonly basis: Basis;
      readonly verdicts: number;
      readonly iterations: number;
    })
  | { readonly kind: 'no-verdicts' }
  /** No chain of verdicts joins these groups: fit each alone (`restrictTally`), compare none across. */
  | { readonly kind: 'unconnected'; readonly groups: readonly (readonly string[])[] }
  /** Without a prior: a level never lost to or tied with one below it, so the gap between them has no upper bound. */
  | { readonly kind: 'unbounded'; readonly levels: readonly (readonly string[])[] };

export function fitBradleyTerry(counted: Tally, options: FitOptions = {}): BradleyTerryFit {
  const { lambda = 1, position = 'none', offset } = options;
  const rows = mergeRows(counted, { position, offset });
  const verdicts = total(rows);
  if (verdicts === 0) return { kind: 'no-verdicts' };
  const { groups, levels } = connectivity(rows);
  if (groups.length > 1) return { kind: 'unconnected', groups };
  if (lambda === 0 && levels.length > 1) return { kind: 'unbounded', levels };
  const model = ratingModel(rows, { lambda, position, offset });
  const merged = design(model, rows);
  const optimum = newton(merged);
  if (optimum === undefined) return { kind: 'unbounded', levels };
  const { parameters, information, iterations } = optimum;
  const { spread, basis } = spreadOf({ counted, merged, parameters }, options.basis);
  const covariance = parameterCovariance(model, information, spread);
  return {
    kind: 'fitted',
    contestants: counted.contestants,
    strengths: parameters.slice(0, model.contestants),
    covariance: strengthBlock(covariance, model),
    positions: positionsFound(rows, model, { parameters, covariance }),
    ...{ basis, verdicts, iterations },
  };
}

function total(rows: Tally): number {
  return rows.first.reduce((sum, _, row) => sum + rowCount(rows, row), 0);
}

function strengthBlock(covariance: Float64Array, { contestants, size }: RatingModel): Float64Array {
  const block = new Float64Array(contestants * contestants);
  for (let row = 0; row < contestants; row += 1) {
    block.set(covariance.subarray(row * size, row * size + contestants), row * contestants);
  }
  return block;
}

function positionsFound(
  rows: Tally,
  { contestants, deltas, size }: RatingModel,
  { parameters, covariance }: { readonly parameters: Float64Array; readonly covariance: Float64Array },
): PositionFound[] {
  const found = Array.from({ length: deltas }, (_, index) => {
    const place = contestants + index;
    const standardError = Math.sqrt(at(covariance, place * size + place));
    return {
      judge: deltas > 1 ? rows.judges[index] : undefined,
      delta: at(parameters, place),
      standardError,
    };
  });
  const nameless = deltas === 1 || rows.judge.includes(-1);
  return found.filter(({ judge }) => judge !== undefined || nameless);
}

type Optimum = {
  readonly parameters: Float64Array;
  /** Of the information at the optimum, with the ridge and the fixed mean of strengths. */
  readonly information: Cholesky;
  readonly iterations: number;
};

/** The most likely parameters on merged rows, by Newton's method; undefined where no finite optimum was found. */
function newton(design: Design): Optimum | undefined {
  let parameters: Float64Array = new Float64Array(design.model.size);
  let value = objective(design, parameters);
  for (let iterations = 1; iterations <= maxIterations; iterations += 1) {
    const factor = cholesky(informationOf(design, parameters), design.model.size);
    if (factor === undefined) return undefined;
    const step = solve(factor, gradient(design, parameters));
    const largest = step.reduce((most, part) => Math.max(most, Math.abs(part)), 0);
    if (largest < tolerance) return { parameters, information: factor, iterations };
    // Halving guards against overshoot; near the optimum rounding decides, so a hair's loss is allowed.
    let share = Math.min(1, maxStep / largest);
    let next = moved(parameters, step, share);
    let nextValue = objective(design, next);
    while (nextValue < value - 1e-9 * Math.abs(value) && share > 1e-6) {
      share /= 2;
      next = moved(parameters, step, share);
      nextValue = objective(design, next);
    }
    parameters = next;
    value = nextValue;
  }
  return undefined;
}

const maxIterations = 60;
const tolerance = 1e-10;
const maxStep = 3;

function objective(design: Design, parameters: Float64Array): number {
  const { ridge, size } = design.model;
  let total = 0;
  for (let row = 0; row < design.rows; row += 1) {
    const gap = gapOf(design, parameters, row);
    const score = at(design.wins, row) + at(design.ties, row) / 2;
    total += score * gap - at(design.count, row) * predict(gap).logSum;
  }
  for (let k = 0; k < size; k += 1) total -= (at(ridge, k) * at(parameters, k) ** 2) / 2;
  return total;
}

function informationOf(design: Design, parameters: Float64Array): Float64Array {
  const { size, contestants, ridge } = design.model;
  const information = scoreSpread(design, parameters, 'expected');
  for (let k = 0; k < size; k += 1) add(information, k * size + k, at(ridge, k));
  // Only differences of strengths are observed: this fixes their mean at zero and changes nothing else.
  for (let row = 0; row < contestants; row += 1) {
    for (let k = 0; k < contestants; k += 1) add(information, row * size + k, 1 / contestants);
  }
  return information;
}

function moved(from: Float64Array, step: Float64Array, share: number): Float64Array {
  return from.map((value, k) => value + share * at(step, k));
}

/** Slope of the penalised likelihood: zero at the optimum. */
function gradient(design: Design, parameters: Float64Array): Float64Array {
  const { size, ridge } = design.model;
  const slope = new Float64Array(size);
  for (let row = 0; row < design.rows; row += 1) {
    const { score } = chances(gapOf(design, parameters, row));
    const amount = at(design.wins, row) + at(design.ties, row) / 2 - at(design.count, row) * score;
    addRow(slope, design, { row, amount });
  }
  for (let k = 0; k < size; k += 1) add(slope, k, -at(ridge, k) * at(parameters, k));
  return slope;
}
