// A rubric: what is scored, on which scale, and how much it weighs.
import type { Dimension } from './read-verdict.ts';

export interface RubricDimension extends Dimension {
  readonly weight: number;
  /** What it means, in a sentence for the judge. */
  readonly about?: string;
}

export interface Rubric {
  readonly dimensions: readonly RubricDimension[];
}

/** Part of the most that could be had, from 0 to 1; undefined where a dimension is missing: no free marks. */
export function weightedScore(
  { dimensions }: Rubric,
  scores: Readonly<Record<string, number>>,
): number | undefined {
  let [sum, weights] = [0, 0];
  for (const { name, min, max, weight } of dimensions) {
    const score = Object.hasOwn(scores, name) ? scores[name] : undefined;
    if (score === undefined) return undefined;
    sum += (weight * (score - min)) / (max - min);
    weights += weight;
  }
  return weights === 0 ? undefined : sum / weights;
}
