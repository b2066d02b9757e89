// The most likely parameters of a rating model, by Newton's method.
import { add, at } from '../array-access.ts';
import { type Cholesky, cholesky, solve } from './cholesky.ts';
import { addRow, chances, type Design, gapOf, predict } from './rating-model.ts';
import { scoreSpread } from './spread.ts';

export type Optimum = {
  readonly parameters: Float64Array;
  /** Of the information at the optimum, with the ridge and the fixed mean of strengths. */
  readonly information: Cholesky;
  /** Logarithm of the likelihood there, less the ridge's part. */
  readonly value: number;
  readonly iterations: number;
};

/** The most likely parameters on merged rows, by Newton's method; undefined where no finite optimum was found. */
export function newton(design: Design): Optimum | undefined {
  let parameters: Float64Array = new Float64Array(design.model.size);
  let value = objective(design, parameters);
  for (let iterations = 1; iterations <= maxIterations; iterations += 1) {
    const factor = cholesky(informationOf(design, parameters), design.model.size);
    if (factor === undefined) return undefined;
    const step = solve(factor, gradient(design, parameters));
    const largest = step.reduce((most, part) => Math.max(most, Math.abs(part)), 0);
    if (largest < tolerance) return { parameters, information: factor, value, iterations };
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
