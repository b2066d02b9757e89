// The standing of a fit: ratings with intervals, rank and rank interval, P(best), and who is tied with the best.
import { add, at, indexAt } from './array-access.ts';
import { z95 } from './compare-strengths.ts';
import type { Strengths } from './fit-bradley-terry.ts';
import { posteriorDraws } from './posterior-draws.ts';
import { tieSet } from './tie-set.ts';

export type StandingRow = {
  readonly contestant: string;
  /** 1000 + 400 / ln 10 * strength, or shifted so that the anchor has its rating. */
  readonly rating: number;
  readonly low: number;
  readonly high: number;
  /** 1 + how many are clearly ahead: their lower bound is above this upper bound. */
  readonly rank: number;
  /** Where 95 % of draws place this contestant. */
  readonly rankLow: number;
  readonly rankHigh: number;
  readonly probabilityBest: number;
  readonly tiedForBest: boolean;
};

export type StandingOptions = {
  readonly random: () => number;
  readonly draws?: number;
  readonly anchor?: { readonly contestant: string; readonly rating: number };
};

/** Strongest first. */
export function standing(fit: Strengths, options: StandingOptions): readonly StandingRow[] {
  const { random, draws = 10_000, anchor } = options;
  const size = fit.contestants.length;
  const counts = rankCounts(posteriorDraws(fit, { draws, random }), size);
  const tied = new Set(tieSet(fit, { random }));
  const shift = anchorShift(fit, anchor);
  const bounds = fit.contestants.map((contestant, index) => {
    const rating = shift + pointsPerLogit * at(fit.strengths, index);
    const half = pointsPerLogit * z95 * Math.sqrt(Math.max(0, at(fit.covariance, index * size + index)));
    return { contestant, index, rating, low: rating - half, high: rating + half };
  });
  return bounds
    .map(({ index, ...row }) => ({
      ...row,
      rank: 1 + bounds.filter((other) => other.low > row.high).length,
      rankLow: rankQuantile(counts, { index, size, share: 0.025 }),
      rankHigh: rankQuantile(counts, { index, size, share: 0.975 }),
      probabilityBest: at(counts, index * size) / draws,
      tiedForBest: tied.has(row.contestant),
    }))
    .sort((a, b) => b.rating - a.rating);
}

/** 400 points are odds of 10 to 1. */
export const pointsPerLogit = 400 / Math.LN10;

function anchorShift(fit: Strengths, anchor: StandingOptions['anchor']): number {
  if (anchor === undefined) return 1000;
  const index = fit.contestants.indexOf(anchor.contestant);
  if (index < 0) throw new RangeError(`The anchor ${anchor.contestant} is not among the contestants`);
  return anchor.rating - pointsPerLogit * at(fit.strengths, index);
}

/** How often each contestant (row) came out at each rank (column). */
function rankCounts(draws: Float64Array, size: number): Float64Array {
  const counts = new Float64Array(size * size);
  const order = Int32Array.from({ length: size }, (_, index) => index);
  for (let start = 0; start < draws.length; start += size) {
    sortDown(order, draws, start);
    for (let rank = 0; rank < size; rank += 1) add(counts, indexAt(order, rank) * size + rank, 1);
  }
  return counts;
}

/** By insertion, since the order of the draw before is nearly that of this one. */
function sortDown(order: Int32Array, values: Float64Array, start: number): void {
  for (let next = 1; next < order.length; next += 1) {
    const index = indexAt(order, next);
    const value = at(values, start + index);
    let place = next;
    while (place > 0 && at(values, start + indexAt(order, place - 1)) < value) {
      order[place] = indexAt(order, place - 1);
      place -= 1;
    }
    order[place] = index;
  }
}

function rankQuantile(
  counts: Float64Array,
  { index, size, share }: { readonly index: number; readonly size: number; readonly share: number },
): number {
  const own = counts.subarray(index * size, (index + 1) * size);
  const enough = share * own.reduce((sum, count) => sum + count, 0);
  let sum = 0;
  for (const [rank, count] of own.entries()) {
    sum += count;
    if (sum >= enough && sum > 0) return rank + 1;
  }
  return size;
}
