// How uncertain the parameters of a rating fit are: the sandwich, from the information and the spread of the scores.
import { add, at } from '../array-access.ts';
import { type Cholesky, inverse } from './cholesky.ts';
import type { RatingModel } from './rating-model.ts';

/** V = A^-1 (G + R) A^-1: A the information, G the spread, R the prior's precision, so that what was never seen is not certain. */
export function parameterCovariance(
  model: RatingModel,
  information: Cholesky,
  spread: Float64Array,
): Float64Array {
  const { size, ridge } = model;
  const middle = Float64Array.from(spread);
  for (let k = 0; k < size; k += 1) add(middle, k * size + k, at(ridge, k));
  const outer = inverse(information);
  const covariance = product(product(outer, middle, size), outer, size);
  centre(covariance, model);
  return covariance;
}

/** Row by row as sums of rows: no sum waits for the one before it, which is several times faster than dot products. */
function product(left: Float64Array, right: Float64Array, size: number): Float64Array {
  const result = new Float64Array(size * size);
  for (let row = 0; row < size; row += 1) {
    const target = result.subarray(row * size, (row + 1) * size);
    for (let k = 0; k < size; k += 1) {
      const factor = at(left, row * size + k);
      const start = k * size;
      for (let column = 0; column < size; column += 1)
        add(target, column, factor * at(right, start + column));
    }
  }
  return result;
}

/** Strengths sum to zero, so what all of them share is no uncertainty of theirs. */
function centre(covariance: Float64Array, { size, contestants }: RatingModel): void {
  for (let row = 0; row < size; row += 1) centreLine(covariance, row * size, [1, contestants]);
  for (let column = 0; column < size; column += 1) centreLine(covariance, column, [size, contestants]);
}

function centreLine(values: Float64Array, start: number, [stride, length]: readonly [number, number]): void {
  let sum = 0;
  for (let k = 0; k < length; k += 1) sum += at(values, start + k * stride);
  for (let k = 0; k < length; k += 1) add(values, start + k * stride, -sum / length);
}
