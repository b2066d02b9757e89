// The standing of a fit as it is shown: whole points, and who has to be counted to hold the best.
import type { Strengths } from './fit/fit-bradley-terry.ts';
import { likelyBest } from './pairing/best.ts';
import { type RankedRow, standing } from './standing.ts';

export function rankedRows(fit: Strengths, random: () => number): readonly RankedRow[] {
  return standing(fit, { random, draws: 4000 }).map((row) => ({
    contestant: row.contestant,
    rating: Math.round(row.rating),
    low: Math.round(row.low),
    high: Math.round(row.high),
    probabilityBest: Math.round(row.probabilityBest * 1000) / 1000,
    tiedForBest: row.tiedForBest,
  }));
}

/** Of what a contest was decided by: P(best) as it was then. */
export function decidedRows(fit: Strengths, random: () => number): readonly RankedRow[] {
  return withChances(rankedRows(fit, random), fit);
}

export function withChances(rows: readonly RankedRow[], fit: Strengths): readonly RankedRow[] {
  const { chances, among } = likelyBest(fit);
  return rows.map((row) => ({
    ...row,
    // Never up to a certainty that was not reached.
    probabilityBest: Math.floor((chances.get(row.contestant) ?? 0) * 1000) / 1000,
    tiedForBest: among.has(row.contestant),
  }));
}
