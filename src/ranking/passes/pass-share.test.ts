// pass@k against its definition, and intervals against suites whose truth is known.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coverage } from '../../../tests/fixtures/simulate-passes.ts';
import { seededRandom } from '../../../tests/fixtures/simulate-verdicts.ts';
import { pairedDifference } from './paired-difference.ts';
import { passAtK, passShare } from './pass-share.ts';

const trials = fc
  .array(fc.boolean(), { minLength: 1, maxLength: 9 })
  .chain((all) => fc.tuple(fc.constant(all), fc.integer({ min: 1, max: all.length })));
const task = fc
  .integer({ min: 1, max: 6 })
  .chain((of) => fc.record({ of: fc.constant(of), passed: fc.integer({ min: 0, max: of }) }));

describe('pass@k', () => {
  test('is the share of all choices of k trials in which at least one passed', () => {
    fc.assert(
      fc.property(trials, ([all, k]) => {
        const chosen = subsets(all, k);
        const share = chosen.filter((some) => some.includes(true)).length / chosen.length;
        const passed = all.filter(Boolean).length;
        expect(passAtK({ passed, of: all.length }, k)).toBeCloseTo(share, 12);
      }),
    );
  });

  test('tasks count the same, whatever their trials; those with fewer than k are left out', () => {
    const tasks = [
      { passed: 1, of: 1 },
      { passed: 1, of: 4 },
      { passed: 0, of: 4 },
    ];
    expect(passShare(tasks)?.value).toBeCloseTo((1 + 1 / 4) / 3, 12);
    expect(passShare(tasks, 2)).toMatchObject({ value: 1 / 4, tasks: 2, trials: 8 });
    expect(passShare(tasks, 5)).toBeUndefined();
    expect(passShare([{ passed: 0, of: 0 }])).toBeUndefined();
  });

  test('the interval holds the value and stays within 0 and 1; it does not matter what is called passed', () => {
    fc.assert(
      fc.property(fc.array(task, { minLength: 2, maxLength: 12 }), (tasks) => {
        const share = passShare(tasks);
        const turned = passShare(tasks.map(({ passed, of }) => ({ passed: of - passed, of })));
        if (share === undefined || turned === undefined) throw new Error('there are trials');
        expect(share.low).toBeGreaterThanOrEqual(0);
        expect(share.high).toBeLessThanOrEqual(1);
        expect(share.low).toBeLessThanOrEqual(share.value + 1e-12);
        expect(share.high).toBeGreaterThanOrEqual(share.value - 1e-12);
        expect(turned.low).toBeCloseTo(1 - share.high, 9);
      }),
    );
  });

  test('more trials of the same tasks do not make it more certain where they are all alike', () => {
    const tasks = [0, 1, 1, 1, 0, 1, 1, 0, 1, 1];
    const [one, five] = [1, 5].map((of) => passShare(tasks.map((won) => ({ passed: won * of, of }))));
    expect(five?.low).toBeCloseTo(one?.low ?? 0, 9);
    expect(five?.high).toBeCloseTo(one?.high ?? 0, 9);
  });

  test('of one task nothing follows for others', () => {
    expect(passShare([{ passed: 5, of: 5 }])).toMatchObject({ value: 1, low: 0, high: 1 });
  });
});

describe('a paired difference', () => {
  const all = (base: number, now: number, count: number) =>
    Array.from({ length: count }, () => ({ base: { passed: base, of: 3 }, now: { passed: now, of: 3 } }));

  test('says better, worse, or that they cannot be told apart', () => {
    expect(pairedDifference(all(0, 3, 20))?.told).toBe('better');
    expect(pairedDifference(all(3, 1, 20))?.told).toBe('worse');
    expect(pairedDifference(all(2, 2, 20))?.told).toBe('cannot be told apart');
    expect(pairedDifference(all(0, 3, 1))?.told).toBe('cannot be told apart');
    expect(pairedDifference([])).toBeUndefined();
  });

  test('turned round it is its negative', () => {
    const pair = fc.record({ base: task, now: task });
    fc.assert(
      fc.property(fc.array(pair, { minLength: 2, maxLength: 12 }), (pairs) => {
        const there = pairedDifference(pairs);
        const back = pairedDifference(pairs.map(({ base, now }) => ({ base: now, now: base })));
        expect(back?.value).toBeCloseTo(-(there?.value ?? 0), 12);
        expect(back?.low).toBeCloseTo(-(there?.high ?? 0), 12);
      }),
    );
  });
});

// 1,200 suites each: two standard errors are 1.3 points. All settings, with more suites: scripts/bench-passes.ts.
describe('95 % intervals hold the truth', () => {
  test.each([
    { tasks: 40, trials: 3, centre: 0, spread: 1.5 },
    { tasks: 40, trials: 5, centre: -1, spread: 4 },
    { tasks: 200, trials: 3, centre: 2.5, spread: 1.5 },
    { tasks: 200, trials: 5, centre: -3, spread: 4, k: 5 },
    { tasks: 200, trials: 3, centre: 0, spread: 1.5, effect: 1 },
  ])('as often as that: %o', (setting) => {
    const { held } = coverage(setting, 1200, seededRandom(7));
    expect(held).toBeGreaterThan(0.937);
    expect(held).toBeLessThan(0.967);
  });

  test.each([
    { tasks: 10, trials: 1, centre: -3, spread: 0 },
    { tasks: 10, trials: 3, centre: 2.5, spread: 4, k: 3 },
    { tasks: 40, trials: 5, centre: -5, spread: 4 },
    { tasks: 10, trials: 5, centre: 0, spread: 4, effect: 1 },
  ])('at least as often where there are few: %o', (setting) => {
    expect(coverage(setting, 1200, seededRandom(7)).held).toBeGreaterThan(0.937);
  });
});

function subsets<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  if (size === 0) return [[]];
  return items.flatMap((item, at) => subsets(items.slice(at + 1), size - 1).map((rest) => [item, ...rest]));
}
