import { describe, expect, it } from 'vitest';
import type { CheckSpec, TestFigures } from '../../domain/check-spec.ts';
import { heldToBase } from './held-to-base.ts';
import type { MeasuredCheck } from './run-checks.ts';

const spec: CheckSpec = { name: 'test', command: 'npm test', signal: 'tests', required: true };
const counted = (passed: number, failed = 0, skipped = 0): TestFigures => ({ passed, failed, skipped });

function check(
  outcome: MeasuredCheck['outcome'],
  tests: NonNullable<MeasuredCheck['tests']>,
  code: number | null = outcome === 'passed' ? 0 : 1,
): MeasuredCheck {
  const figures = tests.report ?? tests.output;
  return { spec, outcome, code, tests, ...(figures !== undefined && { reading: { tests: figures } }) };
}

function held(now: MeasuredCheck, base: MeasuredCheck) {
  const [one] = heldToBase([now], [base]);
  return { outcome: one?.outcome, tests: one?.reading?.tests, detail: one?.detail };
}

const reported = (passed: number, failed = 0, reports = 1) => ({
  report: { ...counted(passed, failed), reports },
});

describe('tests of the base that an entry does not run', () => {
  const base = check('passed', { output: counted(3) });

  it('fail a check that would have passed, and count as failed', () => {
    expect(held(check('passed', { output: counted(1) }), base)).toEqual({
      outcome: 'failed',
      tests: counted(1, 2),
      detail: "ran 1 of the base's 3 tests",
    });
  });

  it('are held against an entry whose base fails, too', () => {
    const failing = check('failed', { output: counted(1, 2) });
    expect(held(check('passed', { output: counted(1) }), failing)).toMatchObject({ outcome: 'failed' });
    expect(held(check('failed', { output: counted(2, 1) }), failing)).toMatchObject({ tests: counted(2, 1) });
  });

  it('are permitted by may_remove_tests', () => {
    const now = {
      ...check('passed', { output: counted(1) }),
      spec: { ...spec, mayRemoveTests: true as const },
    };
    expect(held(now, base)).toMatchObject({ outcome: 'passed', tests: counted(1) });
  });

  it('are all of them if the figures cannot be read any more', () => {
    expect(held(check('passed', {}), base)).toEqual({
      outcome: 'failed',
      tests: counted(0, 3),
      detail: "its test figures can't be read, the base's could",
    });
  });

  it('are unknown if the base ran none, or its figures cannot be read', () => {
    const now = check('passed', { output: counted(1) });
    expect(held(now, check('passed', { output: counted(0) })).outcome).toBe('passed');
    expect(held(now, check('failed', {})).outcome).toBe('passed');
  });

  it('stay unknown for a tool that is missing', () => {
    expect(held(check('unavailable', {}), base)).toMatchObject({ outcome: 'unavailable' });
  });

  it('are not told of a check that took too long, or that changes what others are measured with', () => {
    expect(held(check('timed-out', {}, null), base)).toMatchObject({
      outcome: 'timed-out',
      detail: undefined,
    });
    const spoiling = { ...check('failed', {}), spoils: true as const, detail: 'it changes things' };
    expect(held(spoiling, base).detail).toBe('it changes things');
  });
});

describe('a report of the runner', () => {
  it('is needed if the base has one, whatever is printed', () => {
    const base = check('passed', { ...reported(3), output: counted(3) });
    expect(held(check('passed', { output: counted(3) }), base).outcome).toBe('failed');
    expect(held(check('passed', { ...reported(3), output: counted(9) }), base).outcome).toBe('passed');
  });

  it('does not do for several runs of which only one left a report', () => {
    const base = check('passed', { ...reported(1), output: counted(3) });
    expect(held(check('passed', { ...reported(1), output: counted(2) }), base).outcome).toBe('failed');
  });

  it('fails an entry of which more runs left one', () => {
    expect(held(check('passed', reported(3, 0, 2)), check('passed', reported(3)))).toMatchObject({
      outcome: 'failed',
      detail: 'more test runs left reports than on the base',
    });
  });
});

describe('figures and an exit code that contradict each other', () => {
  it('do not count if all passed and the command failed', () => {
    expect(held(check('failed', reported(3), 137), check('passed', reported(3)))).toEqual({
      outcome: 'failed',
      tests: undefined,
      detail: "exit code 137, although 3 of 3 tests passed, so they don't count",
    });
  });

  it('do not count if all passed and the command never ended', () => {
    expect(held(check('timed-out', reported(3), null), check('passed', reported(3))).tests).toBeUndefined();
  });

  it('fail a check that passed though tests failed', () => {
    expect(held(check('passed', reported(2, 1)), check('passed', reported(3)))).toMatchObject({
      outcome: 'failed',
      detail: 'exit code 0, although 1 of 3 tests failed',
    });
  });

  it('are left alone if the project itself lets its check pass', () => {
    const lenient = check('passed', reported(2, 1));
    expect(held(check('passed', reported(1, 2)), lenient).outcome).toBe('passed');
  });
});
