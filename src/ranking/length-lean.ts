// How often a judge prefers the longer of two entries: .5 is no lean; part of any lean may be that longer entries are better.
import { type Measured, measuredMean } from './measured.ts';
import { scoreFor } from './score-for.ts';
import type { PairVerdict } from './tally.ts';

export type LengthVerdict = PairVerdict & { readonly firstLength: number; readonly secondLength: number };

/**
 * Verdicts of one judge on entries of different length; a tie counts half. Each pair of one cluster counts once, as the mean
 * of its verdicts, so that asking again adds no certainty.
 */
export function lengthLean(verdicts: readonly LengthVerdict[]): Measured {
  const pairs = new Map<string, number[]>();
  for (const { first, second, cluster, choice, firstLength, secondLength } of verdicts) {
    if (firstLength === secondLength) continue;
    const score = scoreFor(choice, firstLength > secondLength ? 'first' : 'second');
    if (score === undefined) continue;
    const key = JSON.stringify([cluster, [first, second].sort()]);
    pairs.set(key, [...(pairs.get(key) ?? []), score]);
  }
  const means = [...pairs.values()].map(
    (scores) => scores.reduce((sum, score) => sum + score, 0) / scores.length,
  );
  const measured = measuredMean(means.map((mean) => 2 * mean - 1));
  if (measured.kind === 'too-few') return measured;
  const share = (value: number) => (value + 1) / 2;
  return {
    ...measured,
    value: share(measured.value),
    low: share(measured.low),
    high: share(measured.high),
  };
}
