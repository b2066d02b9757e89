// The standing of a fit: ratings with intervals, rank, P(best), and who is tied with the best, counted on draws.
import { add, at } from './array-access.ts';
import type { Strengths } from './fit/fit-bradley-terry.ts';

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

/** As it is shown. */
export type RankedRow = Omit<StandingRow, 'rank'>;

type StandingOptions = {
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

/** Names, strongest first. One alone is a clear winner. */
export function tieSet(
  fit: Strengths,
  { random, draws = 2000 }: { readonly random: () => number; readonly draws?: number },
): readonly string[] {
  const size = fit.strengths.length;
  const errors = new Float64Array(size * size);
  for (let i = 0; i < size; i += 1) {
    for (let j = 0; j < size; j += 1) errors[i * size + j] = differenceError(fit, i, j);
  }
  // No critical value lies above this (the union bound), so whoever is further behind needs no draws.
  const bound = Math.sqrt(2 * Math.log(size / 0.05));
  const noise = posteriorDraws({ ...fit, strengths: new Float64Array(size) }, { draws, random });
  return fit.contestants
    .map((name, index) => ({ name, index, strength: at(fit.strengths, index) }))
    .filter(({ index }) => {
      const behind = furthestAhead(fit.strengths, { offset: 0, index, errors });
      if (behind <= z95) return true;
      return behind <= bound && behind <= criticalValue(noise, { index, errors, size });
    })
    .sort((a, b) => b.strength - a.strength)
    .map(({ name }) => name);
}

/** By how many standard errors the one furthest ahead leads this contestant. */
function furthestAhead(
  values: Float64Array,
  {
    offset,
    index,
    errors,
  }: { readonly offset: number; readonly index: number; readonly errors: Float64Array },
): number {
  const size = Math.sqrt(errors.length);
  const own = at(values, offset + index);
  let most = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < size; k += 1) {
    const error = at(errors, index * size + k);
    const lead = at(values, offset + k) - own;
    if (k !== index && (error > 0 || lead > 0)) most = Math.max(most, lead / error);
  }
  return most;
}

/** Comparison with the best: what the lead of the furthest ahead stays below in 95 % of draws if this contestant is no worse than any. */
function criticalValue(
  noise: Float64Array,
  { index, errors, size }: { readonly index: number; readonly errors: Float64Array; readonly size: number },
): number {
  const leads = Float64Array.from({ length: noise.length / size }, (_, draw) =>
    furthestAhead(noise, { offset: draw * size, index, errors }),
  ).sort();
  return leads[Math.ceil(leads.length * 0.95) - 1] ?? 0;
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

/** From the normal distribution of the strengths: one draw after the other, each as long as there are contestants. */
export function posteriorDraws(
  { strengths, covariance }: Pick<Strengths, 'strengths' | 'covariance'>,
  { draws, random }: { readonly draws: number; readonly random: () => number },
): Float64Array {
  const size = strengths.length;
  const factor = semidefiniteFactor(covariance, size);
  const normal = normalSource(random);
  const result = new Float64Array(draws * size);
  for (let draw = 0; draw < draws; draw += 1) {
    const start = draw * size;
    result.set(strengths, start);
    for (let column = 0; column < size; column += 1) {
      const amount = normal();
      for (let row = column; row < size; row += 1) {
        add(result, start + row, amount * at(factor, column * size + row));
      }
    }
  }
  return result;
}

/** Columns of the Cholesky factor; strengths that sum to zero leave one direction without spread, which is skipped. */
function semidefiniteFactor(covariance: Float64Array, size: number): Float64Array {
  const rest = Float64Array.from(covariance);
  const columns = new Float64Array(size * size);
  for (let column = 0; column < size; column += 1) {
    const pivot = at(rest, column * size + column);
    if (!(pivot > 1e-10 * at(covariance, column * size + column))) continue;
    const root = Math.sqrt(pivot);
    for (let row = column; row < size; row += 1)
      columns[column * size + row] = at(rest, row * size + column) / root;
    for (let row = column; row < size; row += 1) {
      const left = at(columns, column * size + row);
      for (let k = column; k <= row; k += 1)
        add(rest, row * size + k, -left * at(columns, column * size + k));
    }
  }
  return columns;
}

/** Box and Muller's pairs. */
function normalSource(random: () => number): () => number {
  let spare: number | undefined;
  return () => {
    if (spare !== undefined) {
      const value = spare;
      spare = undefined;
      return value;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - random()));
    const angle = 2 * Math.PI * random();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
}
