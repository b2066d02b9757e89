// Runs every check on one tree in a fresh checkout, and reads what they say.
import type { CheckStep } from '../../contest/check/check.ts';
import type { Contest } from '../../contest/handle/contest.ts';
import type { CheckResult } from '../../contest/handle/step.ts';
import type { CheckoutSpec, WantedFile } from '../../contest/workspace/workspace-spec.ts';
import type { CheckSpec, Reading, TestFigures } from '../../domain/check-spec.ts';
import type { CheckEnded } from '../../domain/event.ts';
import { allParsers, parserNamed } from '../parsers/all.ts';
import type { CheckOutput } from '../parsers/parser.ts';
import { type ReportedTests, reportedTests } from './test-reports.ts';

export interface MeasuredCheck {
  readonly spec: CheckSpec;
  readonly outcome: CheckEnded['outcome'];
  /** Of the command; null: it did not end by itself. */
  readonly code: number | null;
  /** Absent: it could not be read. */
  readonly reading?: Reading | undefined;
  /** What is known of its tests, whatever the check counts towards: from the runners' own reports, and from what was printed. */
  readonly tests?: { readonly report?: ReportedTests; readonly output?: TestFigures };
  /** It failed for changing what others are measured with. */
  readonly spoils?: true;
  /** Why it failed: it ran fewer of the base's tests, or its figures can't be read any more. */
  readonly lostTests?: true;
  /** `12 of 14 tests`, `2 errors`. */
  readonly detail?: string;
  /** It could not be read: parsers that would. */
  readonly readers?: readonly string[];
  /** How long it ran. */
  readonly ranMs?: number;
  /** It passed in an earlier contest, and was not run in this one. */
  readonly recalled?: true;
}

/** How checkouts are made and what checks may do in them. */
export interface CheckRules {
  readonly workspace: Pick<CheckoutSpec, 'base' | 'copy' | 'sandbox' | 'maxBytes' | 'setup' | 'layered'>;
  /** Of a check that names no limit of its own. */
  readonly timeoutMs: number;
  readonly network: 'open' | 'none';
  /** Test runners are told to leave reports of their own. */
  readonly reports: boolean;
}

export interface TreeToCheck {
  /** Names the tree in the contest: `base`, `claude`, `claude/submitted`. */
  readonly key: string;
  readonly overlay: readonly WantedFile[];
  readonly checks: readonly CheckSpec[];
  /** What passed on the same tree before need not run again. */
  readonly reuse?: boolean;
  /** They run all the same, and what they come to is remembered for others. */
  readonly anew?: boolean;
  /** Contestants are starting, and come first. */
  readonly behind?: boolean;
  /** Called when there is a place to measure it in. */
  ready?(): void;
}

export async function runChecks(
  contest: Contest,
  rules: CheckRules,
  { key, overlay, checks, reuse, anew, behind, ready }: TreeToCheck,
): Promise<readonly MeasuredCheck[]> {
  const workspace: CheckoutSpec = { ...placeFor(key, rules), ...(overlay.length > 0 && { overlay }) };
  const measured: MeasuredCheck[] = [];
  const stepOf = (spec: CheckSpec) => ({
    key: `check/${key}/${spec.name}`,
    ...commandOf(spec, rules),
    timeoutMs: spec.timeoutMs ?? rules.timeoutMs,
  });
  for (const [at, spec] of checks.entries()) {
    const result = await contest.check({
      ...stepOf(spec),
      after: checks.slice(0, at).map(stepOf),
      cwd: contest.task.cwd,
      network: rules.network,
      workspace,
      reuse: reuse === true ? checks.map((one) => commandOf(one, rules)) : undefined,
      anew: anew || undefined,
      behind: behind === true && at === 0 ? behind : undefined,
      ready,
    });
    measured.push(await readCheck(spec, result));
  }
  await contest.leave(workspace.key);
  return measured;
}

/** What can be made before there is anything to check. */
export function prepareChecks(contest: Contest, rules: CheckRules, key: string): void {
  contest.prepare(placeFor(key, rules));
}

function placeFor(key: string, { workspace }: CheckRules): CheckoutSpec {
  return { key: `replay/${key}`, slot: slotOf(key), ...workspace };
}

/** Beyond those of the contestants. */
const firstSlot = 40;
const slots = 500;

/** Two that are measured at the same time hardly share their ports. */
function slotOf(key: string): number {
  return firstSlot + [...key].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % slots, 7);
}

function commandOf(
  { command, report, parser }: CheckSpec,
  rules: CheckRules,
): Pick<CheckStep, 'command' | 'report' | 'reports'> {
  return {
    command: ['sh', '-c', command],
    report,
    // Where the user names a report, or wants the exit code alone, nothing else is asked for.
    reports: rules.reports && report === undefined && parser !== 'exit-code' ? (true as const) : undefined,
  };
}

async function readCheck(spec: CheckSpec, result: CheckResult): Promise<MeasuredCheck> {
  const { end } = result;
  const isRead = end.outcome !== 'unavailable' && end.spoils !== true;
  const printed = isRead ? await printedReading(spec, result) : undefined;
  const tests = isRead ? await testsOf(spec, { result, printed }) : {};
  const reading = isRead ? readingOf(spec, { end, printed, report: tests.report }) : undefined;
  const detail = detailOf(end, reading);
  const isUnread = reading === undefined && isRead && spec.signal !== undefined;
  return {
    spec,
    outcome: end.outcome,
    code: end.code,
    reading,
    tests: (tests.report ?? tests.output) === undefined ? undefined : tests,
    readers: isUnread ? await readersOf(spec, result) : undefined,
    detail,
    spoils: end.spoils || undefined,
    ranMs: end.timing.ranMs,
    recalled: (end.run === 0 && end.outcome === 'passed') || undefined,
  };
}

async function printedReading(
  { parser, pattern }: CheckSpec,
  result: CheckResult,
): Promise<Reading | undefined> {
  if (parser === undefined || parser === 'exit-code') return undefined;
  return parserNamed(parser)?.(await outputOf(result), pattern === undefined ? {} : { pattern });
}

/** A check that no parser is known for may run tests all the same. */
async function testsOf(
  { parser, signal }: CheckSpec,
  { result, printed }: { readonly result: CheckResult; readonly printed: Reading | undefined },
): Promise<NonNullable<MeasuredCheck['tests']>> {
  if (parser === 'exit-code') return {};
  const mayTest = parser === undefined && (signal === undefined || signal === 'tests');
  const report = reportedTests(await result.reports(), parser);
  const output = mayTest ? parserNamed('any-tests')?.(await outputOf(result), {})?.tests : printed?.tests;
  return { report, output };
}

function readingOf(
  { parser, signal }: CheckSpec,
  {
    end,
    printed,
    report,
  }: {
    readonly end: CheckEnded;
    readonly printed: Reading | undefined;
    readonly report: TestFigures | undefined;
  },
): Reading | undefined {
  if (signal === 'tests' && report !== undefined) return { ...printed, tests: report };
  return parser === undefined || parser === 'exit-code' ? byExitCode(end, signal) : printed;
}

async function outputOf({ end, stdout, stderr, report }: CheckResult): Promise<CheckOutput> {
  const file = await report();
  const output = { code: end.code, stdout: await stdout(), stderr: await stderr() };
  return { ...output, report: file };
}

/** What another parser would have read in it; those that try several are no advice. */
async function readersOf({ signal }: CheckSpec, result: CheckResult): Promise<readonly string[]> {
  const output = await outputOf(result);
  const wanted = ({ tests, lint, percent }: Reading) =>
    ({ tests, lint, readiness: percent })[signal ?? 'tests'];
  const reads = Object.entries(allParsers).filter(([name, { parser }]) => {
    if (name.startsWith('any-')) return false;
    const reading = parser(output, {});
    return reading !== undefined && wanted(reading) !== undefined;
  });
  return reads.map(([name]) => name);
}

/** Where nobody counts, passing is all or nothing; how many lint errors there are is then unknown. */
function byExitCode({ outcome }: CheckEnded, signal: CheckSpec['signal']): Reading | undefined {
  const passed = outcome === 'passed';
  if (signal === 'tests') return { tests: { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 } };
  if (signal === 'lint') return passed ? { lint: { errors: 0, warnings: 0, infos: 0 } } : undefined;
  return {};
}

function detailOf({ outcome, code, spoils }: CheckEnded, reading: Reading | undefined): string | undefined {
  if (spoils === true) return 'it changes what others are measured with';
  const { tests, lint, percent } = reading ?? {};
  if (tests !== undefined) return `${tests.passed} of ${tests.passed + tests.failed} tests`;
  if (lint !== undefined) return `${lint.errors} errors, ${lint.warnings} warnings`;
  if (percent !== undefined) return `${percent} %`;
  if (outcome === 'unavailable') return 'its program is missing or cannot be run';
  return outcome === 'failed' && code !== null ? `exit code ${code}` : undefined;
}
