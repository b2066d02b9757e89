// Small dense systems: the Cholesky factor of a symmetric positive definite matrix (row-major), and the covariance of a fit.
import { add, at } from '../array-access.ts';
import type { RatingModel } from './rating-model.ts';

export type Cholesky = {
  readonly size: number;
  /** Lower triangle, row-major. */
  readonly factor: Float64Array;
};

/** Undefined where the matrix is not positive definite, or not finite. */
export function cholesky(matrix: Float64Array, size: number): Cholesky | undefined {
  const factor = new Float64Array(size * size);
  for (let row = 0; row < size; row += 1) {
    const rowStart = row * size;
    for (let column = 0; column < row; column += 1) {
      const columnStart = column * size;
      const sum = at(matrix, rowStart + column) - rowProduct(factor, [rowStart, columnStart, column]);
      factor[rowStart + column] = sum / at(factor, columnStart + column);
    }
    const pivot = at(matrix, rowStart + row) - rowProduct(factor, [rowStart, rowStart, row]);
    // Written so that NaN fails too.
    if (!(pivot > 1e-14 * Math.abs(at(matrix, rowStart + row)))) return undefined;
    factor[rowStart + row] = Math.sqrt(pivot);
  }
  return { size, factor };
}

export function solve({ size, factor }: Cholesky, right: Float64Array): Float64Array {
  const solution = Float64Array.from(right);
  for (let row = 0; row < size; row += 1) {
    let sum = at(solution, row);
    for (let k = 0; k < row; k += 1) sum -= at(factor, row * size + k) * at(solution, k);
    solution[row] = sum / at(factor, row * size + row);
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    const value = at(solution, row) / at(factor, row * size + row);
    solution[row] = value;
    for (let k = 0; k < row; k += 1) add(solution, k, -at(factor, row * size + k) * value);
  }
  return solution;
}

export function inverse(decomposition: Cholesky): Float64Array {
  const { size } = decomposition;
  const lower = lowerInverse(decomposition);
  const result = new Float64Array(size * size);
  // The inverse is L^-T L^-1: a sum over rows k of the outer product of row k of L^-1.
  for (let k = 0; k < size; k += 1) {
    for (let row = 0; row <= k; row += 1) {
      const left = at(lower, k * size + row);
      for (let column = 0; column <= row; column += 1) {
        add(result, row * size + column, left * at(lower, k * size + column));
      }
    }
  }
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < row; column += 1)
      result[column * size + row] = at(result, row * size + column);
  }
  return result;
}

function rowProduct(factor: Float64Array, [left, right, length]: readonly [number, number, number]): number {
  let sum = 0;
  for (let k = 0; k < length; k += 1) sum += at(factor, left + k) * at(factor, right + k);
  return sum;
}

function lowerInverse({ size, factor }: Cholesky): Float64Array {
  const lower = new Float64Array(size * size);
  for (let row = 0; row < size; row += 1) {
    const diagonal = 1 / at(factor, row * size + row);
    for (let k = 0; k < row; k += 1) {
      const weight = -at(factor, row * size + k) * diagonal;
      for (let column = 0; column <= k; column += 1) {
        add(lower, row * size + column, weight * at(lower, k * size + column));
      }
    }
    lower[row * size + row] = diagonal;
  }
  return lower;
}

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
