// Whether one contestant is stronger than another, tested on their difference with its covariance, not on overlapping intervals.
import { at } from './array-access.ts';
import type { Strengths } from './fit-bradley-terry.ts';
import { normalProbability } from './normal-probability.ts';

export type StrengthComparison = {
  /** Logit by which the first is stronger. */
  readonly difference: number;
  readonly standardError: number;
  readonly low: number;
  readonly high: number;
  /** That the first is the stronger one. */
  readonly probability: number;
  readonly verdict: 'first' | 'second' | 'cannot-tell';
};

/** Undefined where one of them is not in the fit. */
export function compareStrengths(
  fit: Strengths,
  first: string,
  second: string,
): StrengthComparison | undefined {
  const i = fit.contestants.indexOf(first);
  const j = fit.contestants.indexOf(second);
  if (i < 0 || j < 0 || i === j) return undefined;
  const difference = at(fit.strengths, i) - at(fit.strengths, j);
  const standardError = differenceError(fit, i, j);
  const low = difference - z95 * standardError;
  const high = difference + z95 * standardError;
  const undecided = low <= 0 && high >= 0;
  return {
    ...{ difference, standardError, low, high },
    probability: difference === 0 ? 0.5 : normalProbability(difference / standardError),
    verdict: undecided ? 'cannot-tell' : sideOf(difference),
  };
}

/** Two-sided 95 %. */
export const z95 = 1.959963984540054;

/** Standard error of the difference between contestants i and j. */
export function differenceError({ strengths, covariance }: Strengths, i: number, j: number): number {
  const size = strengths.length;
  const variance =
    at(covariance, i * size + i) + at(covariance, j * size + j) - 2 * at(covariance, i * size + j);
  return Math.sqrt(Math.max(0, variance));
}

function sideOf(difference: number): 'first' | 'second' {
  return difference > 0 ? 'first' : 'second';
}
