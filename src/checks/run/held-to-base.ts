// Holds what was measured of an entry to the base: fewer of its tests, or figures that can't be read any more, fail a check, and
// figures that contradict the exit code don't count.
import type { Reading, TestFigures } from '../../domain/check-spec.ts';
import { lostTests } from './lost-tests.ts';
import type { MeasuredCheck } from './run-checks.ts';

export function heldToBase(
  checks: readonly MeasuredCheck[],
  base: readonly MeasuredCheck[],
): readonly MeasuredCheck[] {
  return checks.map((check) => {
    const own = base.find(({ spec }) => spec.name === check.spec.name);
    return own === undefined || hasOtherCause(check) ? check : held(check, own);
  });
}

function hasOtherCause({ outcome, spoils }: MeasuredCheck): boolean {
  return outcome === 'unavailable' || spoils === true;
}

function held(check: MeasuredCheck, base: MeasuredCheck): MeasuredCheck {
  const source = sourceOf(base);
  const before = source && base.tests?.[source];
  const now = check.tests?.[source ?? sourceOf(check) ?? 'output'];
  // One that was ended in the midst of its tests took too long, which says more.
  const mayLose = check.spec.mayRemoveTests === true || check.outcome === 'timed-out';
  const lost = before && !mayLose ? lossOf(check, { before, now }) : undefined;
  if (lost !== undefined) return { ...check, ...lost, outcome: 'failed', lostTests: true };
  const contradiction = now && contradictionOf(check, now, before !== undefined && !liesItself(base, before));
  return contradiction === undefined ? check : { ...check, ...contradiction };
}

/** Runners that left no report of their own count by what was printed, and so do several of which only one left a report. */
function sourceOf({ tests }: MeasuredCheck): 'report' | 'output' | undefined {
  const { report, output } = tests ?? {};
  if (report === undefined) return output === undefined ? undefined : 'output';
  return output !== undefined && total(output) > total(report) ? 'output' : 'report';
}

function total({ passed, failed, skipped }: TestFigures): number {
  return passed + failed + skipped;
}

type Figures = NonNullable<MeasuredCheck['tests']>[keyof NonNullable<MeasuredCheck['tests']>];

interface Loss {
  readonly before: NonNullable<Figures>;
  readonly now: Figures;
}

/** Tests that were lost count as failed. */
function lossOf(
  { spec, reading, outcome, code }: MeasuredCheck,
  { before, now }: Loss,
): Pick<MeasuredCheck, 'reading' | 'detail'> | undefined {
  const { base, lost } = lostTests(before, now ?? { passed: 0, failed: 0, skipped: 0 });
  if (base === 0) return undefined;
  const scored = (tests: TestFigures) => (spec.signal === 'tests' ? { ...reading, tests } : reading);
  if (now === undefined || hasMoreReports(before, now)) {
    const why =
      now === undefined
        ? "its test figures can't be read, the base's could"
        : 'more test runs left reports than on the base';
    const first = outcome === 'failed' && code !== null ? `exit code ${code}; ` : '';
    return { reading: scored({ passed: 0, failed: base, skipped: 0 }), detail: `${first}${why}` };
  }
  if (lost === 0) return undefined;
  const passed = Math.min(now.passed, base - lost);
  return {
    reading: scored({ passed, failed: base - passed, skipped: 0 }),
    detail: `ran ${base - lost} of the base's ${base} tests`,
  };
}

/** One of them may be the entry's own doing. */
function hasMoreReports(before: NonNullable<Figures>, now: NonNullable<Figures>): boolean {
  return 'reports' in before && 'reports' in now && Number(now.reports) > Number(before.reports);
}

/** Figures count only together with the exit code. */
function contradictionOf(
  { outcome, reading, spec, code }: MeasuredCheck,
  now: TestFigures,
  counts: boolean,
): Partial<MeasuredCheck> | undefined {
  const ran = now.passed + now.failed;
  if (outcome === 'passed')
    return counts && now.failed > 0
      ? { outcome: 'failed', detail: `exit code 0, although ${now.failed} of ${ran} tests failed` }
      : undefined;
  if (now.failed > 0 || now.passed === 0) return undefined;
  const how = outcome === 'timed-out' ? 'it took too long' : `exit code ${code ?? 'none'}`;
  return {
    ...(spec.signal === 'tests' && { reading: withoutTests(reading) }),
    detail: `${how}, although ${now.passed} of ${ran} tests passed, so they don't count`,
  };
}

function withoutTests({ tests: _tests, ...reading }: Reading = {}): Reading {
  return reading;
}

/** The project itself lets its check pass though tests fail. */
function liesItself({ outcome }: MeasuredCheck, { failed }: TestFigures): boolean {
  return outcome === 'passed' && failed > 0;
}
