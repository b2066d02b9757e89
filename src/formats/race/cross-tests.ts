// Tests that one contestant added, run on everybody's code: whose code they hold for, and which of them are suspect.

import { type MeasuredCheck, runChecks } from '../../checks/run/run-checks.ts';
import { addedTests, type CrossFile, withTestsOf } from '../../checks/tamper/restored.ts';
import type { Contest } from '../../contest/handle/contest.ts';
import type { WantedFile } from '../../contest/workspace/workspace-spec.ts';
import type { CheckSpec } from '../../domain/check-spec.ts';
import { wantedFile } from './candidate.ts';
import type { Measured } from './measure.ts';
import { checkRulesOf, type RaceOptions } from './options.ts';
import type { RaceResult } from './result.ts';

type Cross = NonNullable<RaceResult['cross']>;
type CrossRow = Cross['rows'][number];

/** With `auto`, no longer than this for all of them, by how long the base took. */
const autoLimitMs = 10 * 60_000;

export interface CrossQuestion {
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
  const on: CrossRow['on'] = {};
  for (const code of measured) {
    const overlay = filesOf(withTestsOf(code.restored, tests), { code, author });
    const key = `${code.candidate.name}/tests-of/${author.candidate.name}`;
    const [result] = await runChecks(contest, checkRulesOf(options), { key, overlay, checks: [check] });
    if (result !== undefined) on[code.candidate.name] = cellOf(code, result);
  }
  const suspect = suspicion(author.candidate.name, on);
  return {
    author: author.candidate.name,
    files: tests.map(({ path }) => path),
    on,
    ...(suspect !== undefined && { suspect }),
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
