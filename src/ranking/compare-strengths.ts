// How far two strengths differ beside how well the difference is known: its covariance, not overlapping intervals.
import { at } from './array-access.ts';
import type { Strengths } from './fit-bradley-terry.ts';

/** Two-sided 95 %. */
export const z95 = 1.959963984540054;

/** Standard error of the difference between contestants i and j. */
export function differenceError({ strengths, covariance }: Strengths, i: number, j: number): number {
  const size = strengths.length;
  const variance =
    at(covariance, i * size + i) + at(covariance, j * size + j) - 2 * at(covariance, i * size + j);
  return Math.sqrt(Math.max(0, variance));
}
