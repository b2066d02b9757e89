// Verdicts as the rating model would have them, for tests, benchmarks and what-if questions.
import type { PairVerdict } from './tally.ts';

export type SimulatedPair = {
  readonly first: number;
  readonly second: number;
  /** Logit advantage of the first. */
  readonly gap: number;
  /** Davidson's nu; 0 is no ties. */
  readonly nu?: number;
};

export function simulateVerdict(
  { first, second, gap, nu = 0 }: SimulatedPair,
  random: () => number,
): Pick<PairVerdict, 'first' | 'second' | 'choice'> {
  const win = Math.exp(gap / 2);
  const loss = Math.exp(-gap / 2);
  const place = random() * (win + loss + nu);
  const names = { first: `c${first}`, second: `c${second}` };
  if (place < win) return { ...names, choice: 'first' };
  return { ...names, choice: place < win + loss ? 'second' : 'tie' };
}

/** A small seeded source of numbers in [0, 1) (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
