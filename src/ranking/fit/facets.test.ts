// Rubric scores: a strict judge or a hard item harms nobody, and intervals hold the truth.
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../tests/fixtures/simulate-verdicts.ts';
import { differenceError, z95 } from '../standing.ts';
import { type Facets, facets, type RubricScore } from './facets.ts';
import type { Strengths } from './fit-bradley-terry.ts';

function fitted(found: Facets): Extract<Facets, { kind: 'fitted' }> {
  if (found.kind !== 'fitted') throw new Error(found.kind);
  return found;
}

function gapOf(found: Strengths, first: string, second: string) {
  const [i, j] = [found.contestants.indexOf(first), found.contestants.indexOf(second)];
  return {
    gap: (found.strengths[i] ?? 0) - (found.strengths[j] ?? 0),
    error: differenceError(found, i, j),
  };
}

/** Contestants 0, .5, 1 ...; judges and items shift; one judge per contestant and item where confounded. */
function simulate(
  seed: number,
  { noise, confounded }: { noise: number; confounded: boolean },
): RubricScore[] {
  const random = seededRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const severity = [1, 0, -1];
  return Array.from({ length: 40 }, (_, item) => item).flatMap((item) => {
    const difficulty = normal();
    return [0, 1, 2, 3].flatMap((contestant) =>
      severity.flatMap((own, judge) => {
        const skip = confounded && judge !== (random() < 0.85 ? contestant % 3 : Math.floor(random() * 3));
        const score = 3 + contestant / 2 + own + difficulty + noise * normal();
        return skip ? [] : [{ contestant: `c${contestant}`, judge: `j${judge}`, item: `i${item}`, score }];
      }),
    );
  });
}

describe('facets', () => {
  test('complete scores without noise give the contestants exactly', () => {
    const found = fitted(facets(simulate(1, { noise: 0, confounded: false })));
    for (const [index, strength] of found.strengths.entries())
      expect(strength).toBeCloseTo(index / 2 - 0.75, 6);
  });

  test('puts right what the raw mean gets wrong when strict judges meet some contestants more often', () => {
    const scores = simulate(5, { noise: 0.4, confounded: true });
    const raw = (name: string) => {
      const own = scores.filter(({ contestant }) => contestant === name);
      return own.reduce((sum, { score }) => sum + score, 0) / own.length;
    };
    const found = fitted(facets(scores));
    expect(raw('c0')).toBeGreaterThan(raw('c1'));
    expect(gapOf(found, 'c1', 'c0').gap).toBeGreaterThan(0.2);
  });

  test('intervals of differences hold the truth in about 95 % of 200 simulations', () => {
    let held = 0;
    for (let seed = 1; seed <= 200; seed += 1) {
      const found = fitted(facets(simulate(seed, { noise: 0.7, confounded: true })));
      const { gap, error } = gapOf(found, 'c3', 'c0');
      if (Math.abs(gap - 1.5) <= z95 * error) held += 1;
    }
    // Three binomial standard errors below, two above.
    expect(held / 200).toBeGreaterThan(0.9);
    expect(held / 200).toBeLessThanOrEqual(0.985);
  });

  test('nothing, too little, and contestants nobody joins', () => {
    expect(facets([])).toEqual({ kind: 'no-scores' });
    expect(facets([{ contestant: 'a', judge: 'x', item: 'i', score: 1 }])).toEqual({
      kind: 'too-few',
      scores: 1,
    });
    const apart = facets([
      { contestant: 'a', judge: 'x', item: 'i', score: 1 },
      { contestant: 'b', judge: 'y', item: 'k', score: 2 },
    ]);
    expect(apart).toEqual({ kind: 'unconnected', groups: [['a'], ['b']] });
  });
});
