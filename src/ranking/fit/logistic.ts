// Logistic regression with few covariates and a normal prior on each, by Newton's method; its intervals treat observations of
// one cluster as dependent.
import { add, at } from '../array-access.ts';
import { cholesky, inverse, solve } from './cholesky.ts';

export interface Observation {
  readonly x: readonly number[];
  /** 1, 0, or 1/2 for a tie. */
  readonly y: number;
  readonly cluster: string;
}

export interface Coefficient {
  readonly value: number;
  readonly standardError: number;
}

const tolerance = 1e-9;
const maxIterations = 50;
const maxStep = 2;

/** `priorSd`: of each coefficient, around 0. */
export function fitLogistic(
  observations: readonly Observation[],
  priorSd: readonly number[],
): readonly Coefficient[] {
  const size = priorSd.length;
  const precision = priorSd.map((sd) => 1 / sd ** 2);
  const coefficients = new Float64Array(size);
  for (let iteration = 0; ; iteration += 1) {
    const { slope, information } = slopeAt(observations, coefficients, precision);
    const factor = cholesky(information, size);
    if (factor === undefined) throw new Error('the information of a fit with a prior is positive definite');
    const step = solve(factor, slope);
    const largest = step.reduce((most, part) => Math.max(most, Math.abs(part)), 0);
    if (largest < tolerance || iteration === maxIterations) {
      const spread = spreadAt(observations, coefficients, precision);
      const bread = inverse(factor);
      return precision.map((_, k) => ({
        value: at(coefficients, k),
        standardError: Math.sqrt(quadratic(spread, bread.subarray(k * size, (k + 1) * size))),
      }));
    }
    const share = Math.min(1, maxStep / largest);
    for (let k = 0; k < size; k += 1) add(coefficients, k, share * at(step, k));
  }
}

function residual({ x, y }: Observation, coefficients: Float64Array): { rest: number; weight: number } {
  const p = 1 / (1 + Math.exp(-x.reduce((sum, value, k) => sum + value * at(coefficients, k), 0)));
  return { rest: y - p, weight: p * (1 - p) };
}

function slopeAt(
  observations: readonly Observation[],
  coefficients: Float64Array,
  precision: readonly number[],
) {
  const size = precision.length;
  const slope = Float64Array.from(precision, (one, k) => -one * at(coefficients, k));
  const information = new Float64Array(size * size);
  for (const [k, one] of precision.entries()) add(information, k * size + k, one);
  for (const observation of observations) {
    const { rest, weight } = residual(observation, coefficients);
    for (const [row, left] of observation.x.entries()) {
      add(slope, row, rest * left);
      for (const [column, right] of observation.x.entries())
        add(information, row * size + column, weight * left * right);
    }
  }
  return { slope, information };
}

/** Of the slope: what observations of one cluster say together, and the prior's part. */
function spreadAt(
  observations: readonly Observation[],
  coefficients: Float64Array,
  precision: readonly number[],
): Float64Array {
  const size = precision.length;
  const sums = new Map<string, Float64Array>();
  for (const observation of observations) {
    const sum = sums.get(observation.cluster) ?? new Float64Array(size);
    sums.set(observation.cluster, sum);
    const { rest } = residual(observation, coefficients);
    for (const [k, value] of observation.x.entries()) add(sum, k, rest * value);
  }
  const spread = new Float64Array(size * size);
  for (const [k, one] of precision.entries()) add(spread, k * size + k, one);
  for (const sum of sums.values()) {
    for (let row = 0; row < size; row += 1)
      for (let column = 0; column < size; column += 1)
        add(spread, row * size + column, at(sum, row) * at(sum, column));
  }
  return spread;
}

function quadratic(matrix: Float64Array, vector: Float64Array): number {
  let sum = 0;
  for (let row = 0; row < vector.length; row += 1)
    for (let column = 0; column < vector.length; column += 1)
      sum += at(vector, row) * at(matrix, row * vector.length + column) * at(vector, column);
  return Math.max(0, sum);
}
