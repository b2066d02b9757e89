// jest and vitest, which has its shape: what they report as JSON, and the summaries they print to people. A file that could
// not run at all is one failed test.
import type { Reading, TestCase } from '../../../domain/check-spec.ts';
import { isRecord, jsonValues, numberIn, records } from '../json-values.ts';
import { named, type Parser, printed, summed, testCounts } from '../parser.ts';

/** jest --json, and vitest --reporter=json, which has its shape on purpose of its makers. */
export const jestJson: Parser = (output) =>
  summed(
    jsonValues(printed(output))
      .filter((value) => isRecord(value) && 'numTotalTests' in value && 'testResults' in value)
      .map((value) => counts(value as Record<string, unknown>)),
  );

function counts(report: Record<string, unknown>): Reading | undefined {
  const passed = numberIn(report['numPassedTests']);
  const failed = numberIn(report['numFailedTests']);
  const skipped = numberIn(report['numPendingTests']) + numberIn(report['numTodoTests']);
  if (passed + failed + skipped !== report['numTotalTests']) return undefined;
  const broken = records(report['testResults']).filter(isBroken);
  const reading = testCounts({ passed, failed: failed + broken.length, skipped });
  return named(reading, records(report['testResults']).flatMap(casesIn));
}

function isBroken({ status, assertionResults }: Record<string, unknown>): boolean {
  return status === 'failed' && Array.isArray(assertionResults) && assertionResults.length === 0;
}

function casesIn(result: Record<string, unknown>): readonly TestCase[] {
  const file = String(result['name']);
  if (isBroken(result)) return [{ name: file, file, outcome: 'failed' }];
  return records(result['assertionResults']).map(({ fullName, status }) => ({
    name: String(fullName),
    file,
    outcome: status === 'passed' || status === 'failed' ? status : 'skipped',
  }));
}

/** The summary jest prints to people. */
export const jestText: Parser = (output) => {
  const text = printed(output);
  const summaries = [...text.matchAll(/^Tests: {1,12}(\d[^\n]{0,200}) total$/gm)].map(
    (found) => found[1] ?? '',
  );
  const ran = summed(summaries.map(countsIn));
  return ran === undefined
    ? undefined
    : summed([ran, testCounts({ passed: 0, failed: broken(text), skipped: 0 })]);
};

/** `1 failed, 1 skipped, 1 todo, 3 passed, 6` */
function countsIn(summary: string): Reading | undefined {
  const parts = summary.split(', ');
  const total = parts.pop();
  return countsOf(parts, total);
}

function countsOf(parts: readonly string[], total: string | undefined): Reading | undefined {
  const sums = { passed: 0, failed: 0, skipped: 0 };
  for (const part of parts) {
    const [, count, word = ''] = /^(\d{1,9}) ([a-z ]+)$/.exec(part) ?? [];
    const kind = words[word];
    if (kind === undefined) return undefined;
    sums[kind] += Number(count);
  }
  return sums.passed + sums.failed + sums.skipped === Number(total) ? testCounts(sums) : undefined;
}

const words: Readonly<Record<string, 'passed' | 'failed' | 'skipped'>> = {
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
  todo: 'skipped',
  'expected fail': 'passed',
};

/** Jest repeats failures at the end of long runs, so not more than there are failed files. */
function broken(text: string): number {
  const said = [...text.matchAll(/^ {2}● Test suite failed to run$/gm)].length;
  return Math.min(said, sumIn(text, /^Test Suites: (\d{1,9}) failed,/gm));
}

/** The summary vitest prints to people. */
export const vitestText: Parser = (output) => {
  const text = printed(output);
  const summaries = [...text.matchAll(/^ {1,12}Tests {2}(\S[^\n]{0,200})$/gm)].map((found) => found[1] ?? '');
  const ran = summed(summaries.map(vitestCounts))?.tests;
  return ran === undefined
    ? undefined
    : testCounts({ ...ran, failed: ran.failed + failedSuites(text, ran.failed) });
};

/** `1 failed | 3 passed | 1 skipped | 1 todo (6)` */
function vitestCounts(summary: string): Reading | undefined {
  if (summary.trim() === 'no tests') return testCounts({ passed: 0, failed: 0, skipped: 0 });
  const [, listed, total] = /^(.+) \((\d{1,9})\)\s*$/.exec(summary) ?? [];
  return listed === undefined ? undefined : countsOf(listed.split(' | '), total);
}

/** Said with the failures; and when no test failed, it is every failed file. */
function failedSuites(text: string, failedTests: number): number {
  const files = sumIn(text, /^ {1,12}Test Files {2}(\d{1,9}) failed/gm);
  return failedTests === 0 ? files : sumIn(text, /^⎯+ Failed Suites (\d{1,9}) ⎯+$/gm);
}

function sumIn(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].reduce((sum, found) => sum + Number(found[1]), 0);
}
