// The standing of a fit: ratings with intervals, rank, P(best), and who is tied with the best.
import { add, at } from '../array-access.ts';
import type { Strengths } from '../fit/fit-bradley-terry.ts';
import { posteriorDraws } from './posterior-draws.ts';
import { tieSet, z95 } from './tie-set.ts';

export type StandingRow = {
  readonly contestant: string;
  /** 1000 + 400 / ln 10 * strength. */
  readonly rating: number;
  readonly low: number;
  readonly high: number;
  /** 1 + how many are clearly ahead: their lower bound is above this upper bound. */
  readonly rank: number;
  readonly probabilityBest: number;
  readonly tiedForBest: boolean;
};

export type StandingOptions = {
  readonly random: () => number;
  readonly draws?: number;
};

/** Strongest first. */
export function standing(fit: Strengths, options: StandingOptions): readonly StandingRow[] {
  const { random, draws = 10_000 } = options;
  const size = fit.contestants.length;
  const best = timesBest(posteriorDraws(fit, { draws, random }), size);
  const tied = new Set(tieSet(fit, { random }));
  const bounds = fit.contestants.map((contestant, index) => {
    const rating = 1000 + pointsPerLogit * at(fit.strengths, index);
    const half = pointsPerLogit * z95 * Math.sqrt(Math.max(0, at(fit.covariance, index * size + index)));
    return { contestant, index, rating, low: rating - half, high: rating + half };
  });
  return bounds
    .map(({ index, ...row }) => ({
      ...row,
      rank: 1 + bounds.filter((other) => other.low > row.high).length,
      probabilityBest: at(best, index) / draws,
      tiedForBest: tied.has(row.contestant),
    }))
    .sort((a, b) => b.rating - a.rating);
}

/** 400 points are odds of 10 to 1. */
const pointsPerLogit = 400 / Math.LN10;

/** How often each contestant came out strongest; of equals the first. */
function timesBest(draws: Float64Array, size: number): Float64Array {
  const counts = new Float64Array(size);
  for (let start = 0; start < draws.length; start += size) {
    let best = 0;
    for (let k = 1; k < size; k += 1) if (at(draws, start + k) > at(draws, start + best)) best = k;
    add(counts, best, 1);
  }
  return counts;
}
