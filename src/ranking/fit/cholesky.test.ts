// Factor, solution and inverse of small systems.
import { expect, test } from 'vitest';
import { cholesky, inverse, solve } from './cholesky.ts';

test('the worked example 4 12 -16 / 12 37 -43 / -16 -43 98', () => {
  const factor = cholesky(Float64Array.from([4, 12, -16, 12, 37, -43, -16, -43, 98]), 3);
  if (factor === undefined) throw new Error('positive definite, yet no factor');
  expect([...factor.factor]).toEqual([2, 0, 0, 6, 1, 0, -8, 5, 3]);
  expect([...solve(factor, Float64Array.from([4, 12, -16]))].map((value) => value + 0)).toEqual([1, 0, 0]);
  const inverted = inverse(factor);
  expect(inverted[0]).toBeCloseTo(49.36111, 4);
  expect(inverted[1]).toBeCloseTo(-13.55556, 4);
  expect(inverted[1]).toBe(inverted[3]);
});

test('a matrix that is not positive definite, or not finite, has none', () => {
  expect(cholesky(Float64Array.from([1, 1, 1, 1]), 2)).toBeUndefined();
  expect(cholesky(Float64Array.from([1, 2, 2, 1]), 2)).toBeUndefined();
  expect(cholesky(Float64Array.from([Number.NaN]), 1)).toBeUndefined();
});
