// The signals of a race at their boundaries, what unknown and missing signals do to the total, and who wins.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { outcomes } from '../../domain/outcome.ts';
import { presets } from '../../domain/settings/race-presets.ts';
import { isPerfect, type RaceContext, type RaceInput, raceScore, rankRace } from './weigh.ts';

/** Those of older races, which weighed the size of a change. */
const { weights } = presets.charm;
const everything: RaceContext = {
  weights,
  has: { lint: true, readiness: true, tests: true },
  rules: 'rescale',
};
const measured: RaceContext = { ...everything, decides: 'measured' };
const charm: RaceContext = { ...everything, rules: 'charm' };
const clean: RaceInput = {
  name: 'ann',
  outcome: 'ok',
  lines: 10,
  lint: { errors: 0, warnings: 0, infos: 0 },
  percent: 100,
  tests: { passed: 4, total: 4 },
};
const { lint: _lint, percent: _percent, tests: _tests, ...unmeasured } = clean;

describe('signals', () => {
  test.each([
    [{ errors: 0, warnings: 0, infos: 0 }, 1],
    [{ errors: 1, warnings: 0, infos: 0 }, 0.7408],
    [{ errors: 0, warnings: 1, infos: 0 }, 0.9048],
    [{ errors: 0, warnings: 0, infos: 1 }, 0.99],
    [{ errors: 0, warnings: 3, infos: 0 }, 0.7408],
    [{ errors: 10_000, warnings: 0, infos: 0 }, 0],
  ])('lint %o is %d', (lint, value) => {
    expect(raceScore({ ...clean, lint }, everything).signals.lint).toBeCloseTo(value, 4);
  });

  test.each([
    [0, 0],
    [50, 0.5],
    [100, 1],
    [-5, 0],
    [150, 1],
  ])('readiness of %d percent is %d', (percent, value) => {
    expect(raceScore({ ...clean, percent }, everything).signals.readiness).toBe(value);
  });

  test.each([
    [0, 0.5],
    [1, 0.9995],
    [14, 0.993],
    [1_999, 0.0005],
    [2_000, 0],
    [900_000, 0],
  ])('a diff of %d lines is %d', (lines, value) => {
    expect(raceScore({ ...clean, lines }, everything).signals.diff).toBeCloseTo(value, 12);
  });

  test.each([
    [{ passed: 3, total: 4 }, undefined, 0.75],
    [{ passed: 4, total: 4 }, 4, 1],
    [{ passed: 4, total: 4 }, 8, 0.5],
    [{ passed: 9, total: 10 }, 8, 0.9],
    [{ passed: 0, total: 0 }, 8, 0],
    [{ passed: 9, total: 4 }, 4, 1],
  ])('tests %o with %s at the base are %d', (tests, baseTestsTotal, value) => {
    const context = { ...everything, ...(baseTestsTotal === undefined ? {} : { baseTestsTotal }) };
    expect(raceScore({ ...clean, tests }, context).signals.tests).toBe(value);
  });

  test('no tests here and none at the base is unknown, never full marks', () => {
    const { signals, unknown } = raceScore({ ...clean, tests: { passed: 0, total: 0 } }, everything);
    expect(signals.tests).toBeUndefined();
    expect(unknown).toEqual(['tests']);
  });

  test('more findings, fewer passed tests or more lines never raise the total', () => {
    const count = fc.nat({ max: 300 });
    const counts = fc.record({ errors: count, passed: count, lines: count, more: count });
    fc.assert(
      fc.property(counts, ({ errors, passed, lines, more }) => {
        const at = (change: Partial<RaceInput>) => raceScore({ ...clean, ...change }, everything).total;
        const lint = (errorCount: number) => ({ errors: errorCount, warnings: 0, infos: 0 });
        expect(at({ lint: lint(errors + more) })).toBeLessThanOrEqual(at({ lint: lint(errors) }));
        const tests = (passedCount: number) => ({ passed: passedCount, total: 600 });
        expect(at({ tests: tests(passed) })).toBeLessThanOrEqual(at({ tests: tests(passed + more) }));
        expect(at({ lines: lines + 1 + more })).toBeLessThanOrEqual(at({ lines: lines + 1 }));
      }),
    );
  });
});

describe('the total', () => {
  test('is the weighed sum to 4 places', () => {
    const input = { ...clean, lint: { errors: 1, warnings: 0, infos: 0 }, tests: { passed: 1, total: 3 } };
    // 0.3 * 0.740818 + 0.3 + 0.25 / 3 + 0.15 * 0.995
    expect(raceScore(input, everything).total).toBe(0.7548);
  });

  test('a perfect score needs every measured signal except the size of the change to be 1', () => {
    const perfect = (input: Partial<RaceInput>, context = measured) =>
      isPerfect(raceScore({ ...clean, ...input }, context), context);
    expect([1, 14, 15, 900].map((lines) => perfect({ lines }))).toEqual([true, true, true, true]);
    expect(perfect({ tests: { passed: 4_999, total: 5_000 } })).toBe(false);
    expect(perfect({ lint: { errors: 0, warnings: 0, infos: 1 } })).toBe(false);
    // The project has it, and it could not be read here.
    expect(perfect({ percent: undefined })).toBe(false);
    const only = (...names: readonly string[]) => ({
      ...measured,
      has: {
        lint: names.includes('lint'),
        readiness: names.includes('readiness'),
        tests: names.includes('tests'),
      },
    });
    expect(perfect({ lint: undefined, percent: undefined, lines: 900 }, only('tests'))).toBe(true);
    expect(perfect({ lines: 1 }, only())).toBe(false);
  });

  test('a signal without weight does not count for a perfect score', () => {
    const context = { ...measured, weights: { ...weights, lint: 0 } };
    const score = raceScore({ ...clean, lint: { errors: 1, warnings: 0, infos: 0 } }, context);
    expect(isPerfect(score, context)).toBe(true);
  });

  test('an entry that failed is not perfect, whatever was measured of it', () => {
    expect(isPerfect(raceScore({ ...clean, outcome: 'crashed' }, measured), measured)).toBe(false);
  });

  test('under the charm preset 1 to 14 changed lines can be perfect, 15 or none cannot', () => {
    const perfect = (lines: number) => isPerfect(raceScore({ ...clean, lines }, charm), charm);
    const lines = Array.from({ length: 40 }, (_, index) => index);
    expect(lines.filter(perfect)).toEqual(lines.slice(1, 15));
    const at = (total: number) => isPerfect({ ...raceScore(clean, charm), total }, charm);
    expect([at(0.999), at(0.9989)]).toEqual([true, false]);
  });

  test('a signal the project does not have drops out and the rest is rescaled', () => {
    const context = { ...everything, has: { lint: false, readiness: false, tests: true } };
    const score = raceScore({ ...clean, tests: { passed: 1, total: 2 }, lines: 1_000 }, context);
    expect(score).toMatchObject({ total: 0.5, dropped: ['lint', 'readiness'], unknown: [] });
    expect(score.signals).toEqual({ tests: 0.5, diff: 0.5 });
    const alone = { ...everything, has: { lint: false, readiness: false, tests: false } };
    expect(raceScore({ ...clean, lines: 1_000 }, alone).total).toBe(0.5);
  });

  test('a signal the project has and that could not be read counts 0 and is named', () => {
    const score = raceScore(unmeasured, everything);
    expect(score).toMatchObject({ dropped: [], unknown: ['lint', 'readiness', 'tests'] });
    expect(score.total).toBe(0.1493);
  });

  test('judging is one more signal, counted only where somebody was judged', () => {
    const withJudge = { ...weights, judge: 1 };
    const judged = { ...everything, weights: withJudge, has: { ...everything.has, judge: true } };
    expect(raceScore({ ...clean, lines: 2_000, judge: 0.5 }, judged).total).toBe(0.675);
    expect(raceScore({ ...clean, lines: 2_000 }, judged)).toMatchObject({ total: 0.425, unknown: ['judge'] });
    const unjudged = raceScore({ ...clean, lines: 2_000 }, { ...everything, weights: withJudge });
    expect(unjudged).toMatchObject({ total: 0.85, dropped: [], unknown: [] });
  });

  test.each(outcomes.map((outcome) => [outcome] as const))('of an outcome %s', (outcome) => {
    const { total, signals } = raceScore({ ...clean, outcome }, everything);
    expect(total > 0).toBe(outcome === 'ok' || outcome === 'blocked');
    expect(signals).toEqual(raceScore(clean, everything).signals);
  });

  test('is 0 when every weight is', () => {
    const weights = { lint: 0, readiness: 0, tests: 0, diff: 0 };
    expect(raceScore(clean, { ...everything, weights }).total).toBe(0);
  });
});

describe('the rules of charms', () => {
  const has = { lint: false, readiness: false, tests: false };

  test('nothing drops out: no readiness is 0, no tests 1, and lint that cannot be had is unknown', () => {
    const score = raceScore(unmeasured, { ...charm, has });
    expect(score).toMatchObject({ dropped: [], unknown: ['lint'], signals: { readiness: 0, tests: 1 } });
    expect(score.total).toBe(0.3993);
  });

  test('clean and untested with nothing changed is 0.625', () => {
    const { percent: _, tests: __, ...input } = { ...clean, lines: 0 };
    expect(raceScore(input, { ...charm, has }).total).toBe(0.625);
    expect(raceScore({ ...input, tests: { passed: 0, total: 0 } }, charm).total).toBe(0.625);
  });

  test('tests that should be there and could not be read are unknown; deleted ones cost', () => {
    expect(raceScore(unmeasured, charm).unknown).toEqual(['lint', 'tests']);
    const deleted = raceScore({ ...clean, tests: { passed: 0, total: 0 } }, { ...charm, baseTestsTotal: 3 });
    expect(deleted.signals.tests).toBe(0);
  });
});

describe('the ranking of older races and charms', () => {
  const entry = (name: string, change: Partial<RaceInput> = {}) =>
    raceScore({ ...clean, name, ...change }, everything);
  const names = (scores: readonly ReturnType<typeof entry>[]) =>
    rankRace(scores, everything).order.map((score) => score.name);

  test('by total, then fewer lines, then name', () => {
    const worse = { tests: { passed: 3, total: 4 } };
    // 2,000 lines and more have the same signal: only the tie-break tells them apart.
    const scores = [
      entry('dan', { lines: 3_000 }),
      entry('cas', { lines: 2_500 }),
      entry('bob', { lines: 2_500 }),
      entry('ann', { ...worse, lines: 2_000 }),
    ];
    expect(names(scores)).toEqual(['bob', 'cas', 'dan', 'ann']);
    expect(rankRace(scores, everything).winner).toBe('bob');
    expect(names(scores.toReversed())).toEqual(names(scores));
  });

  test('by required checks passed before the total, then ok before blocked, then lines', () => {
    const lazy = entry('lazy', { passed: 1, lines: 1 });
    const mended = entry('mended', { passed: 2, lines: 900, tests: { passed: 3, total: 4 } });
    const asks = entry('asks', { passed: 2, lines: 2_100, outcome: 'blocked' });
    const done = entry('done', { passed: 2, lines: 2_200 });
    const longer = entry('a-longer', { passed: 2, lines: 2_300 });
    expect(asks.total).toBe(done.total);
    expect(names([lazy, longer, asks, done, mended])).toEqual(['mended', 'done', 'a-longer', 'asks', 'lazy']);
  });

  test('a record from before required checks counted keeps its order', () => {
    expect(
      names([entry('done', { lines: 2_200 }), entry('asks', { lines: 2_100, outcome: 'blocked' })]),
    ).toEqual(['asks', 'done']);
  });

  test('blocked may win; failed, empty, disqualified and worthless may not, and say why', () => {
    const scores = [
      entry('empty', { outcome: 'empty', lines: 0 }),
      entry('late', { outcome: 'timed-out', lines: 4 }),
      entry('dead', { outcome: 'crashed', lines: 0 }),
      entry('out', { disqualified: 'test failed' }),
      entry('blocked', { outcome: 'blocked', percent: 0 }),
    ];
    const { order, winner } = rankRace(scores, everything);
    expect(winner).toBe('blocked');
    expect(order.map(({ name, cannotWin }) => [name, cannotWin])).toEqual([
      ['blocked', undefined],
      ['out', 'test failed'],
      ['late', 'it ended timed-out; its work is partial'],
      ['dead', 'it ended crashed'],
      ['empty', 'it changed nothing'],
    ]);
  });

  test('nothing above zero: no winner', () => {
    const context = { ...everything, has: { lint: false, readiness: false, tests: false } };
    const { winner, order } = rankRace([raceScore({ ...clean, lines: 2_000 }, context)], context);
    expect(winner).toBeUndefined();
    expect(order[0]?.cannotWin).toBe('its total is 0');
    expect(rankRace([], context)).toEqual({ order: [], tied: [], lead: 'none' });
  });
});

describe('the ranking by what was measured', () => {
  const context: RaceContext = {
    weights: { lint: 0.3, readiness: 0.3, tests: 0.25, diff: 0 },
    has: { lint: false, readiness: false, tests: true },
    rules: 'rescale',
    decides: 'measured',
  };
  const bare: RaceContext = { ...context, has: { ...context.has, tests: false } };
  const ranking = (inputs: readonly Partial<RaceInput>[], of = context) =>
    rankRace(
      inputs.map((input) =>
        raceScore({ ...unmeasured, passed: 1, tests: { passed: 4, total: 4 }, ...input }, of),
      ),
      of,
    );

  test('equal entries share the first place, whatever their size and name', () => {
    const { winner, leader, tied, lead } = ranking([
      { name: 'ann', lines: 1 },
      { name: 'bob', lines: 900 },
    ]);
    expect({ winner, leader, tied, lead }).toEqual({ tied: ['ann', 'bob'], lead: 'equal' });
  });

  test('one more test or one more required check wins', () => {
    const worse = { name: 'ann', lines: 1, tests: { passed: 3, total: 4 } };
    expect(ranking([worse, { name: 'bob', lines: 900 }])).toMatchObject({ winner: 'bob', lead: 'won' });
    expect(ranking([{ name: 'ann' }, { ...worse, name: 'bob', passed: 2 }]).winner).toBe('bob');
  });

  test('an entry that needs no person first wins over an equal one that does', () => {
    expect(ranking([{ name: 'ann', outcome: 'blocked' }, { name: 'bob' }]).winner).toBe('bob');
  });

  test('nobody wins if nothing was measured, not even alone', () => {
    const nothing = { passed: 0, tests: undefined };
    expect(ranking([{ name: 'ann', lines: 1, ...nothing }], bare)).toMatchObject({ lead: 'unmeasured' });
    const weighsSize = { ...bare, weights: { ...bare.weights, diff: 1 } };
    const sized = ranking(
      [
        { name: 'ann', lines: 1, ...nothing },
        { name: 'bob', lines: 9, ...nothing },
      ],
      weighsSize,
    );
    expect(sized.lead).toBe('unmeasured');
    expect(sized.winner).toBeUndefined();
  });

  test('a required check alone is enough to win, without any score', () => {
    const checked = { tests: undefined };
    expect(ranking([{ name: 'ann', ...checked }], bare)).toMatchObject({ winner: 'ann', lead: 'won' });
  });

  test('a judge decides between entries that nothing was checked of', () => {
    const judged = { ...bare, weights: { ...bare.weights, judge: 0.3 }, has: { ...bare.has, judge: true } };
    const nothing = { passed: 0, tests: undefined };
    const { winner } = ranking(
      [
        { name: 'ann', judge: 0, ...nothing },
        { name: 'bob', judge: 1, ...nothing },
      ],
      judged,
    );
    expect(winner).toBe('bob');
  });

  test('the first leads without winning if it fails a required check', () => {
    const failing = 'it fails test (3 of 4 tests)';
    const { winner, leader, lead } = ranking([{ name: 'ann', passed: 0, failing }]);
    expect({ winner, leader, lead }).toEqual({ leader: 'ann', lead: 'fails-required-check' });
  });

  test('entries that fail the same required check in the same way are equal', () => {
    const failing = { passed: 0, failing: 'it fails test' };
    expect(
      ranking([
        { name: 'ann', ...failing },
        { name: 'bob', ...failing },
      ]).lead,
    ).toBe('equal');
  });
});
