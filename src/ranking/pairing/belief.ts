// What is believed about strengths while verdicts still come in: a normal distribution that each verdict narrows.
import { add, at } from '../array-access.ts';
import type { Strengths } from '../fit/fit-bradley-terry.ts';
import { chances, type Prediction } from '../fit/rating-model.ts';

export type Belief = {
  readonly contestants: readonly string[];
  readonly judges: readonly string[];
  /** Strengths, then each judge's advantage of the first shown (the last: of verdicts without a judge). */
  readonly mean: Float64Array;
  readonly covariance: Float64Array;
  /** Verdicts each contestant took part in, and how often it was shown first. */
  readonly played: readonly number[];
  readonly shownFirst: readonly number[];
  /** In the order they came. */
  readonly verdicts: readonly BeliefVerdict[];
};

export type BeliefVerdict = {
  readonly first: string;
  readonly second: string;
  /** Of the first: 1, 1/2 or 0. */
  readonly score: number;
  readonly judge?: string;
  /** How much it counts, at most 1, which it is where absent. */
  readonly weight?: number;
};

/**
 * What a verdict counts, at most: less where the judge was asked the same before, for it mostly repeats itself. Saying the same
 * again tells little; what contradicts the word before was thought anew.
 */
export function worthOf(score: number, before: number | undefined): number {
  if (before === undefined) return 1;
  return score === before ? repeatWorth : 0.6;
}

/** What is hoped for when the same is asked again. */
export const repeatWorth = 0.1;

/** Of strengths, for choosing questions: about how far apart contestants are. */
const usualSpread = 1.4;

/** Before any verdict: strengths N(0, spread^2), advantages of place N(0, 0.5^2). */
export function belief(
  contestants: readonly string[],
  judges: readonly string[] = [],
  spread = usualSpread,
): Belief {
  const size = contestants.length + judges.length + 1;
  const covariance = new Float64Array(size * size);
  for (let k = 0; k < size; k += 1) covariance[k * size + k] = k < contestants.length ? spread ** 2 : 0.25;
  const none = contestants.map(() => 0);
  return {
    contestants,
    judges,
    covariance,
    played: none,
    shownFirst: none,
    verdicts: [],
    mean: new Float64Array(size),
  };
}

/** The belief after one more verdict, in O(n^2); an exact fit belongs at the end. Throws for a name it does not know. */
export function learn(before: Belief, verdict: BeliefVerdict): Belief {
  const { first, second, score, judge, weight = 1 } = verdict;
  const size = before.mean.length;
  const i = placeOf(before.contestants, first);
  const j = placeOf(before.contestants, second);
  const delta =
    before.contestants.length + (judge === undefined ? before.judges.length : placeOf(before.judges, judge));
  const reach = new Float64Array(size);
  for (let row = 0; row < size; row += 1)
    reach[row] =
      at(before.covariance, row * size + i) -
      at(before.covariance, row * size + j) +
      at(before.covariance, row * size + delta);
  const gap = at(before.mean, i) - at(before.mean, j) + at(before.mean, delta);
  const variance = at(reach, i) - at(reach, j) + at(reach, delta);
  const { score: expected, variance: telling } = flattened(gap, variance);
  const information = weight * telling;
  const narrowing = 1 + information * variance;
  const covariance = Float64Array.from(before.covariance);
  for (let row = 0; row < size; row += 1) {
    const amount = (-information * at(reach, row)) / narrowing;
    for (let k = 0; k < size; k += 1) add(covariance, row * size + k, amount * at(reach, k));
  }
  return {
    ...before,
    covariance,
    mean: before.mean.map((value, k) => value + (at(reach, k) * weight * (score - expected)) / narrowing),
    played: before.played.map((count, k) => count + (k === i || k === j ? 1 : 0)),
    shownFirst: before.shownFirst.map((count, k) => count + (k === i ? 1 : 0)),
    verdicts: [...before.verdicts, verdict],
  };
}

/** What is expected of a normally distributed logit: the logistic function of its mean, flattened by its variance. */
export function flattened(gap: number, variance: number): Pick<Prediction, 'score' | 'variance'> {
  return chances(gap / Math.sqrt(1 + (Math.PI * variance) / 8));
}

function placeOf(names: readonly string[], name: string): number {
  const place = names.indexOf(name);
  if (place < 0) throw new RangeError(`${name} is not part of this belief`);
  return place;
}

/** In the shape of a fit: for P(best), tie sets and comparisons while a contest is on. */
export function believedStrengths({ contestants, mean, covariance }: Belief): Strengths {
  const size = mean.length;
  const count = contestants.length;
  const block = new Float64Array(count * count);
  for (let row = 0; row < count; row += 1) {
    for (let k = 0; k < count; k += 1) block[row * count + k] = at(covariance, row * size + k);
  }
  return { contestants, strengths: mean.slice(0, count), covariance: block };
}
