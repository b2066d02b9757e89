// From what the checks measured to the figures a score is computed from, and why somebody is out.

import type { MeasuredCheck } from '../../checks/run/run-checks.ts';
import { changedLines } from '../../domain/changed-file.ts';
import type { Reading } from '../../domain/check-spec.ts';
import type { Candidate } from './candidate.ts';
import type { Measured } from './measure.ts';
import type { RaceOptions } from './options.ts';
import type { ScoreContext, ScoreInput } from './result.ts';

/** What a failing base says of a check: it may still count as a signal, and nobody is out by it. */
export function ignoredBecause({ outcome }: MeasuredCheck): string | undefined {
  switch (outcome) {
    case 'passed':
      return undefined;
    case 'failed':
      return 'it fails on the base';
    case 'timed-out':
      return 'it takes too long on the base';
    case 'unavailable':
      return 'its program is missing or cannot be run';
  }
}

export function scoreContext(
  { weights, rules }: RaceOptions,
  base: readonly MeasuredCheck[],
  judged: boolean,
): ScoreContext {
  const present = base.filter(({ outcome }) => outcome === 'passed' || outcome === 'failed');
  const has = (signal: string) => present.some(({ spec }) => spec.signal === signal);
  const total = testsOf(present)?.total;
  return {
    weights,
    rules,
    has: {
      lint: has('lint'),
      readiness: has('readiness'),
      tests: has('tests'),
      ...(judged && { judge: true }),
    },
    ...(total !== undefined && { baseTestsTotal: total }),
  };
}

export function scoreInput(
  candidate: Candidate,
  {
    measured,
    base,
    judge,
  }: { measured?: Measured | undefined; base: readonly MeasuredCheck[]; judge?: number | undefined },
): ScoreInput {
  const checks = measured?.checks ?? [];
  const { added, removed } = changedLines(candidate.files);
  const [lint, tests, percent] = [lintOf(checks), testsOf(checks), percentOf(checks)];
  // Who is blocked may win by what it did so far, not by having done nothing.
  const idle = candidate.outcome === 'blocked' && candidate.files.length === 0;
  const out = idle ? 'it changed nothing' : whyOut(checks, base);
  return {
    name: candidate.name,
    outcome: candidate.outcome,
    lines: added + removed,
    ...(lint !== undefined && { lint }),
    ...(tests !== undefined && { tests }),
    ...(percent !== undefined && { percent }),
    ...(judge !== undefined && { judge }),
    ...(out !== undefined && { disqualified: out }),
  };
}

/**
 * A required check counts where the base passes it. It could be run there: where it cannot with a change, the change has
 * not passed it either.
 */
function whyOut(checks: readonly MeasuredCheck[], base: readonly MeasuredCheck[]): string | undefined {
  const failed = checks.filter(
    ({ spec, outcome }) =>
      spec.required &&
      outcome !== 'passed' &&
      base.some((one) => one.spec.name === spec.name && one.outcome === 'passed'),
  );
  if (failed.length === 0) return undefined;
  const names = failed.map(({ spec, detail }) =>
    detail === undefined ? spec.name : `${spec.name} (${detail})`,
  );
  return `it fails ${names.join(', ')}`;
}

/** Over all checks of the signal; unknown where one of them is. */
function readings<T>(
  checks: readonly MeasuredCheck[],
  signal: string,
  read: (reading: Reading) => T | undefined,
): readonly T[] | undefined {
  const own = checks.filter(({ spec, outcome }) => spec.signal === signal && outcome !== 'unavailable');
  const found = own.map(({ reading }) => (reading === undefined ? undefined : read(reading)));
  return own.length === 0 || found.some((one) => one === undefined)
    ? undefined
    : found.filter((one) => one !== undefined);
}

function lintOf(checks: readonly MeasuredCheck[]): ScoreInput['lint'] {
  return readings(checks, 'lint', ({ lint }) => lint)?.reduce((sum, one) => ({
    errors: sum.errors + one.errors,
    warnings: sum.warnings + one.warnings,
    infos: sum.infos + one.infos,
  }));
}

function testsOf(checks: readonly MeasuredCheck[]): ScoreInput['tests'] {
  const found = readings(checks, 'tests', ({ tests }) => tests);
  if (found === undefined) return undefined;
  const passed = found.reduce((sum, one) => sum + one.passed, 0);
  return { passed, total: passed + found.reduce((sum, one) => sum + one.failed, 0) };
}

function percentOf(checks: readonly MeasuredCheck[]): number | undefined {
  const found = readings(checks, 'readiness', ({ percent }) => percent);
  return found === undefined ? undefined : found.reduce((sum, one) => sum + one, 0) / found.length;
}
