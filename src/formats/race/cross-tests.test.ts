import { describe, expect, it } from 'vitest';
import type { MeasuredCheck } from '../../checks/run/run-checks.ts';
import { cellOf, runsFewer, suspicion } from './measure.ts';

const spec = { name: 'test', command: 'npm test', required: true } as const;

function check(outcome: MeasuredCheck['outcome'], failed?: number): MeasuredCheck {
  if (failed === undefined) return { spec, outcome, code: null };
  return { spec, outcome, code: null, reading: { tests: { passed: 3, failed, skipped: 0 } } };
}

describe('a cell of the matrix', () => {
  it.each([
    { that: 'passes', before: check('passed'), now: check('passed'), cell: 'passed' },
    { that: 'fails what was added', before: check('passed', 0), now: check('failed', 1), cell: 'failed' },
    {
      that: 'fails what it failed before',
      before: check('failed', 2),
      now: check('failed', 2),
      cell: 'passed',
    },
    { that: 'fails more than before', before: check('failed', 2), now: check('failed', 3), cell: 'failed' },
    { that: 'fails uncounted', before: check('failed'), now: check('failed'), cell: 'unavailable' },
    { that: 'takes too long', before: check('failed', 2), now: check('timed-out'), cell: 'timed-out' },
  ])('that $that is $cell', ({ before, now, cell }) => expect(cellOf({ checks: [before] }, now)).toBe(cell));
});

describe('suspicion', () => {
  it.each([
    [{ ann: 'passed', bob: 'failed', eve: 'failed' }, 'they fail for everyone but their author'],
    [{ ann: 'failed', bob: 'failed', eve: 'timed-out' }, 'they fail for everyone'],
    [{ ann: 'passed', bob: 'failed', eve: 'passed' }, undefined],
    [{ ann: 'passed', bob: 'failed', eve: 'unavailable' }, undefined],
    [{ ann: 'failed' }, undefined],
  ] as const)('%j: %s', (on, why) => expect(suspicion('ann', on)).toBe(why));
});

describe("the author's tests on other code", () => {
  const report = (...names: readonly string[]) => ({
    tests: {
      report: {
        passed: names.length,
        failed: 0,
        skipped: 0,
        reports: 1,
        cases: names.map((name) => ({ name, file: 'test/new.test.js', outcome: 'passed' as const })),
      },
    },
  });
  const paths = new Set(['test/new.test.js']);

  it.each([
    { that: 'all ran', now: report('a', 'b'), fewer: false },
    { that: 'their process was ended', now: report('test/new.test.js'), fewer: true },
    { that: 'one did not run', now: report('a'), fewer: true },
    { that: 'no report was left', now: {}, fewer: true },
  ])('$that: $fewer', ({ now, fewer }) => {
    expect(runsFewer(now, report('a', 'b'), paths)).toBe(fewer);
  });

  it('are not named by every tool', () => {
    expect(runsFewer({}, {}, paths)).toBe(false);
    expect(runsFewer(report('a'), undefined, paths)).toBe(false);
  });
});
