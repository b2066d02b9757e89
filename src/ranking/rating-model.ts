// The rating model as numbers: which parameters there are, their priors, and what it predicts for a verdict.
import type { PositionEffect } from './merge-rows.ts';
import type { Tally } from './tally.ts';

/** Parameters in this order: a strength per contestant, the advantage of being shown first, the logarithm of Davidson's nu. */
export type RatingModel = {
  readonly contestants: number;
  readonly deltas: number;
  /** Where log nu stands; undefined where ties are half wins. */
  readonly logNu: number | undefined;
  readonly size: number;
  /** Precision of the prior of each parameter. */
  readonly ridge: Float64Array;
};

export type ModelOptions = {
  readonly lambda: number;
  readonly ties: 'half' | 'davidson';
  readonly position: PositionEffect;
};

export function ratingModel(counted: Tally, { lambda, ties, position }: ModelOptions): RatingModel {
  const contestants = counted.contestants.length;
  const deltas = { none: 0, shared: 1, 'per-judge': counted.judges.length + 1 }[position];
  const logNu = ties === 'davidson' ? contestants + deltas : undefined;
  const size = contestants + deltas + (logNu === undefined ? 0 : 1);
  const ridge = new Float64Array(size).fill(lambda, 0, contestants);
  ridge.fill(deltaPrecision, contestants, contestants + deltas);
  // With a prior at all, nu keeps a wide one (sd 2), so that all ties or none stay finite.
  if (logNu !== undefined) ridge[logNu] = lambda / 4;
  return { contestants, deltas, logNu, size, ridge };
}

/** delta ~ N(0, 0.5^2). */
const deltaPrecision = 4;

/** What is expected of one verdict: its score y (1, 1/2, 0), whether it is a tie, and their variances. */
export type Prediction = {
  readonly score: number;
  readonly tie: number;
  readonly scoreVariance: number;
  readonly tieVariance: number;
  readonly covariance: number;
  /** Logarithm of the normalising sum, for the likelihood. */
  readonly logSum: number;
};

export function predict(gap: number, logNu: number | undefined): Prediction {
  if (logNu === undefined) {
    const small = Math.exp(-Math.abs(gap));
    const score = (gap < 0 ? small : 1) / (1 + small);
    const logSum = Math.max(gap, 0) + Math.log1p(small);
    return { score, tie: 0, scoreVariance: small / (1 + small) ** 2, tieVariance: 0, covariance: 0, logSum };
  }
  const top = Math.max(Math.abs(gap) / 2, logNu);
  const sum = Math.exp(gap / 2 - top) + Math.exp(-gap / 2 - top) + Math.exp(logNu - top);
  const win = Math.exp(gap / 2 - top) / sum;
  const loss = Math.exp(-gap / 2 - top) / sum;
  const tie = Math.exp(logNu - top) / sum;
  const score = win + tie / 2;
  return {
    score,
    tie,
    scoreVariance: win * loss + (tie * (win + loss)) / 4,
    tieVariance: tie * (1 - tie),
    covariance: tie * (0.5 - score),
    logSum: top + Math.log(sum),
  };
}
