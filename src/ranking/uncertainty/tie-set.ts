// Who cannot be told apart from the best at 95 %; with many contestants the bar rises, so that the true best stays inside.
import { at } from '../array-access.ts';
import type { Strengths } from '../fit/fit-bradley-terry.ts';
import { posteriorDraws } from './posterior-draws.ts';

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
