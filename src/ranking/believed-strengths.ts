// The strengths in a belief, in the shape of a fit: for P(best), tie sets and comparisons while a contest is on.
import type { Belief } from './belief.ts';
import type { Strengths } from './fit-bradley-terry.ts';

export function believedStrengths({ contestants, mean, covariance }: Belief): Strengths {
  const size = mean.length;
  const count = contestants.length;
  const block = new Float64Array(count * count);
  for (let row = 0; row < count; row += 1) {
    block.set(covariance.subarray(row * size, row * size + count), row * count);
  }
  return { contestants, strengths: mean.slice(0, count), covariance: block };
}
