// Mean and variance of binomial draws by both methods, and their limits.
import { expect, test } from 'vitest';
import { binomialDraw } from './binomial-draw.ts';
import { seededRandom } from './simulate-verdicts.ts';

test.each([
  { trials: 20, share: 0.1 },
  { trials: 1_000_000, share: 0.000_004 },
  { trials: 100, share: 0.4 },
  { trials: 1000, share: 0.97 },
  { trials: 1_000_000, share: 0.3 },
])('$trials trials of $share', ({ trials, share }) => {
  const random = seededRandom(3);
  const draws = Array.from({ length: 20_000 }, () => binomialDraw(trials, share, random));
  const mean = draws.reduce((sum, draw) => sum + draw, 0) / draws.length;
  const variance = draws.reduce((sum, draw) => sum + (draw - mean) ** 2, 0) / draws.length;
  const expected = trials * share * (1 - share);
  expect(Math.abs(mean - trials * share)).toBeLessThan(4 * Math.sqrt(expected / draws.length));
  expect(variance / expected).toBeGreaterThan(0.95);
  expect(variance / expected).toBeLessThan(1.05);
  expect(draws.every((draw) => Number.isInteger(draw) && draw >= 0 && draw <= trials)).toBe(true);
});

test('none and all', () => {
  expect([
    binomialDraw(0, 0.5, Math.random),
    binomialDraw(9, 0, Math.random),
    binomialDraw(9, 1, Math.random),
  ]).toEqual([0, 0, 9]);
});
