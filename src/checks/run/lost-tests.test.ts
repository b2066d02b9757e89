import { describe, expect, it } from 'vitest';
import type { TestCase, TestFigures } from '../../domain/check-spec.ts';
import { lostTests } from './lost-tests.ts';
import { figuresOf } from './test-reports.ts';

/** `a.js: adds`, with `-` before a skipped and `!` before a failed test. */
function named(...tests: readonly string[]): TestFigures {
  const cases = tests.map((text): TestCase => {
    const [, mark, file = '', name = ''] = /^([-!]?)(.*?): (.*)$/.exec(text) ?? [];
    if (mark === '-') return { file, name, outcome: 'skipped' };
    return { file, name, outcome: mark === '!' ? 'failed' : 'passed' };
  });
  return { ...figuresOf(cases), cases };
}

const counted = (passed: number, failed = 0, skipped = 0): TestFigures => ({ passed, failed, skipped });

describe('by name', () => {
  const base = named('a.js: adds', '!a.js: fails', 'b.js: other', '-b.js: later');

  it.each([
    ['all of them ran, with other outcomes', named('!a.js: adds', 'a.js: fails', 'b.js: other'), 0],
    ['one is gone', named('a.js: adds', 'b.js: other'), 1],
    ['one is skipped', named('a.js: adds', '-a.js: fails', 'b.js: other'), 1],
    ['one has another name', named('a.js: adds', 'a.js: renamed', 'b.js: other'), 0],
    ['one is in another file', named('a.js: adds', 'b.js: fails', 'b.js: other'), 1],
    ['two became one', named('a.js: adds and fails', 'b.js: other'), 1],
    ['many were added elsewhere', named('b.js: other', 'b.js: 1', 'b.js: 2', 'c.js: 3'), 2],
    ['a new one is skipped', named('a.js: adds', '-a.js: renamed', 'b.js: other'), 1],
    ['a file ended before it had tests', named('a.js: a.js', 'b.js: other'), 2],
    ['nothing ran', named(), 3],
  ])('%s', (_, now, lost) => {
    expect(lostTests(base, now)).toEqual({ base: 3, lost });
  });

  it('counts tests of one name as often as they ran', () => {
    const twice = named('a.js: adds', 'a.js: adds');
    expect(lostTests(twice, named('a.js: adds'))).toEqual({ base: 2, lost: 1 });
    expect(lostTests(twice, twice)).toEqual({ base: 2, lost: 0 });
  });

  it('a file of the base that could not run has no tests to lose', () => {
    expect(lostTests(named('!a.js: a.js', 'b.js: other'), named('b.js: other'))).toEqual({
      base: 1,
      lost: 0,
    });
  });

  it('a file that is a test itself may get tests with names', () => {
    const script = named('a.js: a.js');
    expect(lostTests(script, script)).toEqual({ base: 1, lost: 0 });
    expect(lostTests(script, named('a.js: adds'))).toEqual({ base: 1, lost: 0 });
  });
});

describe('by count, if one of them has no names', () => {
  it.each([
    { that: 'as many', base: counted(1, 2), now: counted(3), lost: 0 },
    { that: 'more', base: counted(3), now: counted(9), lost: 0 },
    { that: 'fewer', base: counted(3), now: counted(1), lost: 2 },
    { that: 'skipped instead', base: counted(3), now: counted(2, 0, 1), lost: 1 },
    { that: 'names on one side', base: named('a.js: adds', 'a.js: more'), now: counted(1), lost: 1 },
  ])('$that', ({ base, now, lost }) => {
    expect(lostTests(base, now).lost).toBe(lost);
  });
});
