// Scores from 0 to 1 with strict and mild judges evened out: each with its interval, and how far two must be apart to differ.
import { rounded } from '../agreement/judge-figures.ts';
import { studentQuantile } from '../agreement/measured.ts';
import { facets } from './facets.ts';

interface FairScore {
  readonly fair: number;
  /** At 95 %. */
  readonly low: number;
  readonly high: number;
}

export interface Fair {
  readonly byName: ReadonlyMap<string, FairScore>;
  /** By how much two may differ by chance, at 95 %. */
  apart(one: string, other: string): number;
}

interface GivenScore {
  readonly contestant: string;
  readonly judge: string;
  readonly score: number;
  readonly weight?: number | undefined;
}

export function fairOf(scores: readonly GivenScore[], leastVariance: number): Fair {
  const fit = facets(
    scores.map((one) => ({ ...one, item: 'entry' })),
    leastVariance,
  );
  if (fit.kind !== 'fitted') return { byName: new Map(), apart: () => 0 };
  const { contestants, mean, strengths, freedom, covariance } = fit;
  const of = (one: number, other: number) => covariance[one * contestants.length + other] ?? 0;
  const quantile = studentQuantile(freedom);
  const byName = contestants.map((name, at) => {
    const fair = rounded(within(mean + (strengths[at] ?? 0)));
    const half = quantile * Math.sqrt(Math.max(0, of(at, at)));
    return [name, { fair, low: rounded(within(fair - half)), high: rounded(within(fair + half)) }] as const;
  });
  return {
    byName: new Map(byName),
    apart(one, other) {
      const [a, b] = [contestants.indexOf(one), contestants.indexOf(other)];
      return quantile * Math.sqrt(Math.max(0, of(a, a) + of(b, b) - 2 * of(a, b)));
    },
  };
}

function within(share: number): number {
  return Math.min(1, Math.max(0, share));
}
