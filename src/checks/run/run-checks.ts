// Runs every check on one tree in a fresh checkout, and reads what they say.
import type { CheckStep } from '../../contest/check/check.ts';
import type { Contest } from '../../contest/handle/contest.ts';
import type { CheckResult } from '../../contest/handle/step.ts';
import type { CheckoutSpec, WantedFile } from '../../contest/workspace/workspace-spec.ts';
import type { CheckSpec, Reading } from '../../domain/check-spec.ts';
import type { CheckEnded } from '../../domain/event.ts';
import { allParsers, parserNamed } from '../parsers/all.ts';
import type { CheckOutput } from '../parsers/parser.ts';

export interface MeasuredCheck {
  readonly spec: CheckSpec;
  readonly outcome: CheckEnded['outcome'];
  /** Absent: it could not be read. */
  readonly reading?: Reading;
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
    ...{ key: `check/${key}/${spec.name}`, ...commandOf(spec) },
    timeoutMs: spec.timeoutMs ?? rules.timeoutMs,
  });
  for (const [at, spec] of checks.entries()) {
    const result = await contest.check({
      ...stepOf(spec),
      after: checks.slice(0, at).map(stepOf),
      cwd: contest.task.cwd,
      network: rules.network,
      workspace,
      ...(reuse === true && { reuse: checks.map(commandOf) }),
      ...(anew === true && { anew }),
      ...(behind === true && at === 0 && { behind }),
      ...(ready !== undefined && { ready }),
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

function commandOf({ command, report }: CheckSpec): Pick<CheckStep, 'command' | 'report'> {
  return { command: ['sh', '-c', command], ...(report !== undefined && { report }) };
}

async function readCheck(spec: CheckSpec, result: CheckResult): Promise<MeasuredCheck> {
  const { end } = result;
  const isRead = end.outcome !== 'unavailable' && end.spoils !== true;
  const reading = isRead ? await readingOf(spec, result) : undefined;
  const detail = detailOf(end, reading);
  const isUnread = reading === undefined && isRead && spec.signal !== undefined;
  return {
    spec,
    outcome: end.outcome,
    ...(reading !== undefined && { reading }),
    ...(isUnread && { readers: await readersOf(spec, result) }),
    ...(detail !== undefined && { detail }),
    ...(end.timing.ranMs !== undefined && { ranMs: end.timing.ranMs }),
    ...(end.run === 0 && end.outcome === 'passed' && { recalled: true as const }),
  };
}

async function readingOf(
  { parser: name, pattern, signal }: CheckSpec,
  result: CheckResult,
): Promise<Reading | undefined> {
  if (name === undefined || name === 'exit-code') return byExitCode(result.end, signal);
  return parserNamed(name)?.(await outputOf(result), pattern === undefined ? {} : { pattern });
}

async function outputOf({ end, stdout, stderr, report }: CheckResult): Promise<CheckOutput> {
  const file = await report();
  const output = { code: end.code, stdout: await stdout(), stderr: await stderr() };
  return { ...output, ...(file !== undefined && { report: file }) };
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
