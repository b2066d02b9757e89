// Measures entries: each on a fresh checkout of the base with the base's tests put back, the tests that one added on everybody's
// code, and what of it all is scored.
import { heldToBase } from '../../checks/run/held-to-base.ts';
import { lostTests } from '../../checks/run/lost-tests.ts';
import { type MeasuredCheck, runChecks } from '../../checks/run/run-checks.ts';
import type { ChangedFile, Tamper } from '../../checks/tamper/flag.ts';
import {
  addedTests,
  type CrossFile,
  type RestoredFile,
  restoredChange,
  withTestsOf,
} from '../../checks/tamper/restored.ts';
import { tamperOf } from '../../checks/tamper/tamper.ts';
import type { Contest } from '../../contest/handle/contest.ts';
import { asHandedIn } from '../../contest/workspace/open-workspace.ts';
import type { WantedFile } from '../../contest/workspace/workspace-spec.ts';
import { changedLines } from '../../domain/changed-file.ts';
import type { CheckSpec, Reading } from '../../domain/check-spec.ts';
import { type Candidate, changedFiles, wantedFile } from './candidate.ts';
import { checkRulesOf, type RaceOptions } from './options.ts';
import type { RaceResult, ScoreContext, ScoreInput } from './result.ts';

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

/** It was not run on the base this time, and whoever needs it fails. */
export function isInDoubt({ spec, recalled }: MeasuredCheck, measured: readonly Measured[]): boolean {
  const passes = ({ checks }: Measured) =>
    checks.some((one) => one.spec.name === spec.name && one.outcome === 'passed');
  return recalled === true && spec.required && measured.length > 0 && !measured.some(passes);
}

export function scoreContext(
  { weights, rules }: RaceOptions,
  base: readonly MeasuredCheck[],
  { judged, version }: { readonly judged: boolean; readonly version: number },
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
      judge: judged || undefined,
    },
    baseTestsTotal: total,
    decides: version >= 6 && rules !== 'charm' ? ('measured' as const) : undefined,
  };
}

interface Measuring {
  readonly measured?: Measured | undefined;
  readonly base: readonly MeasuredCheck[];
  readonly judge?: number | undefined;
  readonly allowed: AllowedFailures;
  /** Of the format: older records are ranked as they were. */
  readonly version: number;
}

export type AllowedFailures = Pick<RaceOptions, 'allowFailing' | 'knownFailures'>;

export function scoreInput(
  candidate: Candidate,
  { measured, base, judge, allowed, version }: Measuring,
): ScoreInput {
  const checks = measured?.checks ?? [];
  const { added, removed } = changedLines(candidate.files);
  const [lint, tests, percent] = [lintOf(checks), testsOf(checks), percentOf(checks)];
  // Who is blocked may win by what it did so far, not by having done nothing.
  const idle = candidate.outcome === 'blocked' && candidate.files.length === 0;
  const runnable = base.filter(({ outcome }) => outcome !== 'unavailable');
  const failed = failedChecks(checks, runnable, allowed);
  const out = idle ? 'it changed nothing' : whyOut(failed, base);
  const failing = version >= 6 && failed.length > 0 ? failsText(failed) : undefined;
  return {
    name: candidate.name,
    outcome: candidate.outcome,
    lines: added + removed,
    passed: version >= 3 ? requiredIn(checks.filter(({ outcome }) => outcome === 'passed')) : undefined,
    lint,
    tests,
    percent,
    judge,
    disqualified: out,
    failing: out === undefined ? failing : undefined,
  };
}

function requiredIn(checks: readonly MeasuredCheck[]): number {
  return checks.filter(({ spec }) => spec.required).length;
}

/** Nobody can be ahead by required checks, or by needing no person. What cannot be run at all is nobody's fault. */
export function cannotBePassed({ passed, outcome }: ScoreInput, base: readonly MeasuredCheck[]): boolean {
  if (passed === undefined) return true;
  return outcome === 'ok' && passed >= requiredIn(base.filter((check) => check.outcome !== 'unavailable'));
}

/** Required checks that the base could run and an entry doesn't pass, less those the user allows it to fail. */
function failedChecks(
  checks: readonly MeasuredCheck[],
  runnable: readonly MeasuredCheck[],
  { allowFailing, knownFailures }: AllowedFailures,
): readonly MeasuredCheck[] {
  const known = new Set(knownFailures);
  const names = new Set(runnable.map(({ spec }) => spec.name));
  return checks.filter(
    (check) =>
      check.spec.required &&
      check.outcome !== 'passed' &&
      names.has(check.spec.name) &&
      !allowFailing.includes(check.spec.name) &&
      !failsOnlyKnown(check, known),
  );
}

/** Every failing test has a name, and each of them is known to fail. */
function failsOnlyKnown({ outcome, reading, lostTests }: MeasuredCheck, known: ReadonlySet<string>): boolean {
  const { failed = 0, cases = [] } = reading?.tests ?? {};
  const failing = cases.filter((test) => test.outcome === 'failed');
  return (
    outcome === 'failed' &&
    lostTests !== true &&
    failed > 0 &&
    failing.length === failed &&
    failing.every(({ name }) => known.has(name))
  );
}

/**
 * A required check that the base passes disqualifies an entry that doesn't, and so does one that runs fewer of the base's tests. A check
 * that can't run on the entry counts as failed, since it ran on the base.
 */
function whyOut(failed: readonly MeasuredCheck[], base: readonly MeasuredCheck[]): string | undefined {
  const own = failed.filter(
    ({ spec, lostTests }) =>
      lostTests === true || base.some((one) => one.spec.name === spec.name && one.outcome === 'passed'),
  );
  return own.length === 0 ? undefined : failsText(own);
}

function failsText(failed: readonly MeasuredCheck[]): string {
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

export interface Measured {
  readonly candidate: Candidate;
  readonly files: readonly ChangedFile[];
  readonly tamper: readonly Tamper[];
  /** What of its change counts. */
  readonly restored: readonly RestoredFile[];
  /** What counts. */
  readonly checks: readonly MeasuredCheck[];
  /** As handed in, where something was put back. */
  readonly submitted?: readonly MeasuredCheck[];
}

/**
 * Its checks, held to what the base came to: whoever runs fewer of its tests fails. Older records tell what they told; the charm preset
 * counts figures as they were read.
 */
export function heldTo(measured: Measured, { base, rules, version }: HoldingTo): Measured {
  if (version < 6) return measured;
  const held = heldToBase(measured.checks, base);
  if (rules !== 'charm') return { ...measured, checks: held };
  const checks = held.map((check, at) => ({ ...check, reading: measured.checks[at]?.reading }));
  return { ...measured, checks };
}

interface HoldingTo {
  readonly base: readonly MeasuredCheck[];
  readonly rules: RaceOptions['rules'];
  readonly version: number;
}

export async function measure(
  contest: Contest,
  options: RaceOptions,
  candidate: Candidate,
): Promise<Measured> {
  const files = await changedFiles(contest, candidate.files);
  const measuring = new Set(options.checks.flatMap(({ uses = [] }) => uses));
  const { files: wanted, restored } = restoredChange(files, measuring);
  const tree = { key: candidate.name, checks: options.checks };
  const overlay = restored ? countedFiles(candidate, wanted) : asHandedIn(candidate.files);
  const checks = await runChecks(contest, checkRulesOf(options, contest), { ...tree, overlay });
  // Judges of older records were shown the other kinds.
  const tamper = tamperOf(files, measuring).filter(
    ({ kind }) => kind !== 'process' || contest.opened.formatVersion >= 6,
  );
  const measured = { candidate, files, tamper, restored: wanted, checks };
  if (!restored) return measured;
  const submitted = await runChecks(contest, checkRulesOf(options, contest), {
    ...tree,
    key: `${candidate.name}/submitted`,
    overlay: asHandedIn(candidate.files),
  });
  return { ...measured, submitted };
}

/** What of a change counts, to be laid over the base. */
export function countedFiles(
  { files }: Pick<Candidate, 'files'>,
  wanted: readonly RestoredFile[],
): readonly WantedFile[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return wanted.flatMap(({ path, content }) => {
    const file = byPath.get(path);
    return (file && wantedFile(file, content)) ?? [];
  });
}

type Cross = NonNullable<RaceResult['cross']>;
type CrossRow = Cross['rows'][number];

/** With `auto`, no longer than this for all of them, by how long the base took. */
const autoLimitMs = 10 * 60_000;

interface CrossQuestion {
  readonly measured: readonly Measured[];
  readonly base: readonly MeasuredCheck[];
}

/** The matrix, or why there is none; nothing where there is nothing to tell. */
export async function crossTests(
  contest: Contest,
  options: RaceOptions,
  { measured, base }: CrossQuestion,
): Promise<{ readonly cross?: Cross; readonly note?: string }> {
  const authors = measured.filter(({ files }) => addedTests(files).length > 0);
  const check = base.find(({ spec, outcome }) => spec.signal === 'tests' && outcome !== 'unavailable');
  if (options.crossTests === 'off' || check === undefined || authors.length === 0) return {};
  if (options.crossTests === 'auto' && (authors.length < 2 || measured.length < 2)) return {};
  const runs = authors.length * measured.length;
  if (options.crossTests === 'auto' && runs * (check.ranMs ?? 0) > autoLimitMs)
    return { note: `No cross tests: ${runs} runs would take too long. Ask for them with --cross-tests on.` };
  const rows: CrossRow[] = [];
  for (const author of authors)
    rows.push(await rowOf(contest, options, { author, measured, check: check.spec }));
  return { cross: { check: check.spec.name, rows } };
}

async function rowOf(
  contest: Contest,
  options: RaceOptions,
  { author, measured, check }: { author: Measured; measured: readonly Measured[]; check: CheckSpec },
): Promise<CrossRow> {
  const tests = addedTests(author.files);
  const paths = new Set(tests.map(({ path }) => path));
  const results = new Map<Measured, MeasuredCheck>();
  for (const code of measured) {
    const overlay = filesOf(withTestsOf(code.restored, tests), { code, author });
    const key = `${code.candidate.name}/tests-of/${author.candidate.name}`;
    const [result] = await runChecks(contest, checkRulesOf(options, contest), {
      key,
      overlay,
      checks: [check],
    });
    if (result !== undefined) results.set(code, result);
  }
  const own = results.get(author);
  const on: CrossRow['on'] = {};
  for (const [code, result] of results)
    on[code.candidate.name] = runsFewer(result, own, paths) ? 'failed' : cellOf(code, result);
  const suspect = suspicion(author.candidate.name, on);
  return {
    author: author.candidate.name,
    files: tests.map(({ path }) => path),
    on,
    suspect,
  };
}

/** Only what the added tests add counts: code that fails tests of the base does not fail these by that. */
export function cellOf({ checks }: Pick<Measured, 'checks'>, now: MeasuredCheck): CrossRow['on'][string] {
  const before = checks.find(({ spec }) => spec.name === now.spec.name);
  if (now.outcome !== 'failed' || before?.outcome === 'passed') return now.outcome;
  const [failedBefore, failedNow] = [before?.reading?.tests?.failed, now.reading?.tests?.failed];
  // Where nobody counts, it cannot be told whose tests fail.
  if (failedBefore === undefined || failedNow === undefined) return 'unavailable';
  return failedNow <= failedBefore ? 'passed' : 'failed';
}

/** Of the author's tests, by name: code that ends their process does not pass them. */
export function runsFewer(
  now: Pick<MeasuredCheck, 'tests'>,
  own: Pick<MeasuredCheck, 'tests'> | undefined,
  paths: ReadonlySet<string>,
): boolean {
  const inFiles = ({ tests }: Pick<MeasuredCheck, 'tests'>) => {
    const { cases = [], ...counts } = tests?.report ?? { passed: 0, failed: 0, skipped: 0 };
    return { ...counts, cases: cases.filter(({ file }) => file !== undefined && paths.has(file)) };
  };
  return own !== undefined && lostTests(inFiles(own), inFiles(now)).lost > 0;
}

function filesOf(
  wanted: readonly CrossFile[],
  { code, author }: { code: Measured; author: Measured },
): readonly WantedFile[] {
  return wanted.flatMap(({ path, content }) => {
    const whose = content === 'author' ? author : code;
    const file = whose.candidate.files.find((one) => one.path === path);
    return (file && wantedFile(file, content === 'author' ? 'submitted' : content)) ?? [];
  });
}

/** A test that nobody but its author passes says something about the test. */
export function suspicion(author: string, on: CrossRow['on']): string | undefined {
  const others = Object.entries(on).filter(([name]) => name !== author);
  const fails = (outcome: string | undefined) => outcome === 'failed' || outcome === 'timed-out';
  if (others.length === 0 || !others.every(([, outcome]) => fails(outcome))) return undefined;
  return fails(on[author]) ? 'they fail for everyone' : 'they fail for everyone but their author';
}
