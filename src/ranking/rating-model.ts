// The rating model as numbers: which parameters there are, their priors, and what it predicts for a verdict.
import type { PositionEffect } from './merge-rows.ts';
import type { Tally } from './tally.ts';

/** Parameters in this order: a strength per contestant, then the advantages of being shown first. Ties are half wins. */
export type RatingModel = {
  readonly contestants: number;
  readonly deltas: number;
  readonly size: number;
  /** Precision of the prior of each parameter. */
  readonly ridge: Float64Array;
};

export type ModelOptions = {
  readonly lambda: number;
  readonly position: PositionEffect;
};

export function ratingModel(counted: Tally, { lambda, position }: ModelOptions): RatingModel {
  const contestants = counted.contestants.length;
  const deltas = { none: 0, shared: 1, 'per-judge': counted.judges.length + 1 }[position];
  const size = contestants + deltas;
  const ridge = new Float64Array(size).fill(lambda, 0, contestants).fill(deltaPrecision, contestants);
  return { contestants, deltas, size, ridge };
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
  const small = Math.exp(-Math.abs(gap));
  return {
    score: (gap < 0 ? small : 1) / (1 + small),
    variance: small / (1 + small) ** 2,
    logSum: Math.max(gap, 0) + Math.log1p(small),
  };
}
