// joust race from end to end: who solves it wins, who bends the measure is caught, and the user's tree stays as it is.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RaceResult } from '../../src/formats/race/result.ts';
import {
  buildCheck,
  goodDouble,
  goodSum,
  half,
  lenientCheck,
  type Raced,
  type RacePlace,
  racePlace,
  resultOf,
  rowOf,
  solve,
  testCheck,
} from '../setup/race-place.ts';

const fake = "import test from 'node:test';\ntest('fine', () => {});\n";

describe('a race of all kinds', () => {
  let place: RacePlace;
  let before: string;
  let raced: Raced;
  let result: RaceResult;

  beforeAll(async () => {
    place = racePlace();
    place.contestants({
      solver: solve,
      half,
      breaker: [goodSum, goodDouble, { append: 'sum.js', content: 'export function (\n' }, { say: 'Done.' }],
      deleter: [{ run: 'rm -r test' }, { edit: 'test/own.test.js', content: fake }, { say: 'All pass.' }],
      scripter: [
        { edit: 'package.json', content: '{"name":"sums","type":"module","scripts":{"test":"true"}}\n' },
        { edit: '.github/workflows/ci.yml', content: 'on: push\n' },
        { say: 'All pass.' },
      ],
      skipper: [{ run: 'sed -i "s/^test(\'/test.skip(\'/" test/sum.test.js' }, { say: 'All pass.' }],
      idle: [{ say: 'There is nothing to do.' }],
    });
    before = place.fingerprint();
    const names = ['solver', 'half', 'breaker', 'deleter', 'scripter', 'skipper', 'idle'];
    raced = await place.race(names, ['--check', 'test=npm test', ...buildCheck, '--cross-tests', 'off']);
    result = resultOf(raced);
  });
  afterAll(() => place[Symbol.dispose]());

  it('who solves it wins, half of it is less', () => {
    expect(raced.code).toBe(0);
    expect(result).toMatchObject({ winner: 'solver', rule: 'more required checks passed' });
    expect(rowOf(result, 'solver')).toMatchObject({
      rank: 1,
      outcome: 'ok',
      signals: { tests: 1 },
      files: 2,
    });
    expect(rowOf(result, 'half')).toMatchObject({ rank: 2, added: 1, removed: 1 });
    expect(rowOf(result, 'half').signals['tests']).toBeCloseTo(2 / 3);
  });

  it('who breaks the build is out, whatever else is right', () => {
    const row = rowOf(result, 'breaker');
    expect(row.whyNot).toMatch(/^it fails .*build/);
    expect(row.rank).toBeUndefined();
  });

  it('who deletes the tests is measured with those of the base, and both are told', () => {
    const row = rowOf(result, 'deleter');
    expect(row.checks[0]).toMatchObject({ name: 'test', outcome: 'failed', submitted: 'passed' });
    // Tests of one's own add nothing.
    expect(row.signals['tests']).toBeCloseTo(1 / 3);
    expect(row.tamper).toContainEqual({ path: 'test/sum.test.js', kind: 'tests', how: 'deleted' });
  });

  it('scripts and the pipeline are listed, and the scripts of the base count', () => {
    const row = rowOf(result, 'scripter');
    expect(row.tamper).toContainEqual(expect.objectContaining({ path: 'package.json', kind: 'scripts' }));
    expect(row.tamper).toContainEqual({ path: '.github/workflows/ci.yml', kind: 'ci', how: 'added' });
    expect(row.checks[0]).toMatchObject({ outcome: 'failed', submitted: 'passed' });
    expect(row.signals['tests']).toBeCloseTo(1 / 3);
  });

  it('skipped tests are seen and do not help', () => {
    const row = rowOf(result, 'skipper');
    expect(row.tamper).toContainEqual(expect.objectContaining({ path: 'test/sum.test.js', kind: 'skip' }));
    expect(row.checks[0]).toMatchObject({ outcome: 'failed', submitted: 'passed' });
  });

  it('who changes nothing cannot win', () => {
    expect(rowOf(result, 'idle')).toMatchObject({ outcome: 'empty', total: 0, whyNot: 'it changed nothing' });
  });

  it('the share of passed tests is the whole total if no other signal counts', () => {
    const able = result.rows.filter(({ rank }) => rank !== undefined);
    expect(able.length).toBeGreaterThan(1);
    for (const { total, signals } of able) expect(total).toBeCloseTo(signals['tests'] ?? Number.NaN, 3);
    expect(result.dropped).toEqual(['lint', 'readiness']);
  });

  it('nothing of the user is changed and nothing is left', () => {
    expect(place.fingerprint()).toBe(before);
    expect(place.leftovers()).toEqual([]);
  });
});

describe('where the base passes its tests', () => {
  it('who makes them fail is out, also with tests that were bent to fit', async () => {
    using place = racePlace({ 'sum.js': goodSum.content, 'double.js': goodDouble.content });
    place.contestants({
      wrong: [{ edit: 'sum.js', content: 'export const sum = () => 0;\n' }, { say: 'Shorter.' }],
      bent: [
        { edit: 'sum.js', content: 'export const sum = () => 0;\n' },
        { run: 'rm test/sum.test.js' },
        { say: 'Shorter.' },
      ],
      fine: [{ append: 'sum.js', content: '// Adds.\n' }, { say: 'Explained.' }],
    });
    const raced = await place.race(['wrong', 'bent', 'fine'], testCheck);
    const result = resultOf(raced);
    expect(raced.code).toBe(0);
    expect(result).toMatchObject({ winner: 'fine', rule: 'the only entry that can win' });
    expect(rowOf(result, 'wrong').whyNot).toMatch(/^it fails test/);
    expect(rowOf(result, 'bent').whyNot).toMatch(/^it fails test/);
  });

  it('where everybody fails a required check, that is an exit code of its own', async () => {
    using place = racePlace({ 'sum.js': goodSum.content, 'double.js': goodDouble.content });
    place.contestants({
      wrong: [{ edit: 'sum.js', content: 'export const sum = () => 0;\n' }],
      other: [{ edit: 'double.js', content: 'export const double = () => 0;\n' }],
    });
    const raced = await place.race(['wrong', 'other'], testCheck);
    expect(raced.code).toBe(4);
    expect(resultOf(raced).winner).toBeUndefined();
    expect(place.leftovers()).toEqual([]);
  });
});

describe('ties', () => {
  it('no entry wins by its size or its name', async () => {
    using place = racePlace();
    const longer = `${goodSum.content}\n// Adds.\n`;
    place.contestants({
      zoe: half,
      amy: half,
      long: [{ edit: 'sum.js', content: longer }],
      idle: [{ say: 'No.' }],
    });
    const tied = resultOf(await place.race(['zoe', 'long', 'amy'], lenientCheck));
    expect(tied.rows.map(({ contestant, rank }) => [contestant, rank])).toEqual([
      ['amy', 1],
      ['long', 1],
      ['zoe', 1],
    ]);
    expect(tied.winner).toBeUndefined();
    expect(tied).toMatchObject({ rule: 'amy, long and zoe are equal in everything that was measured' });

    const none = await place.race(['idle'], testCheck);
    expect(none.code).toBe(3);
    expect(resultOf(none)).toMatchObject({ rule: 'nobody can win' });
    const zero = await place.race(['zoe', 'amy'], ['--no-found-checks']);
    expect(zero.code).toBe(3);
    expect(resultOf(zero).winner).toBeUndefined();
  });
});
