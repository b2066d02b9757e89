// vitest: what it reports as JSON, and the summary it prints to people. A file that could not run at all is one failed test.
import type { Reading } from '../../../domain/check-spec.ts';
import { type Parser, printed, summed, testCounts } from '../parser.ts';
import { jestJson } from './jest.ts';

export const vitestText: Parser = (output) => {
  const text = printed(output);
  const summaries = [...text.matchAll(/^ {1,12}Tests {2}(\S[^\n]{0,200})$/gm)].map((found) => found[1] ?? '');
  const ran = summed(summaries.map(counts))?.tests;
  return ran === undefined
    ? undefined
    : testCounts({ ...ran, failed: ran.failed + broken(text, ran.failed) });
};

/** Said with the failures; and when no test failed, it is every failed file. */
function broken(text: string, failedTests: number): number {
  const sum = (found: Iterable<RegExpExecArray>) =>
    [...found].reduce((total, each) => total + Number(each[1]), 0);
  const files = sum(text.matchAll(/^ {1,12}Test Files {2}(\d{1,9}) failed/gm));
  return failedTests === 0 ? files : sum(text.matchAll(/^⎯+ Failed Suites (\d{1,9}) ⎯+$/gm));
}

type Count = 'passed' | 'failed' | 'skipped';

const words: Readonly<Record<string, Count>> = {
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
  todo: 'skipped',
  'expected fail': 'passed',
};

/** `1 failed | 3 passed | 1 skipped | 1 todo (6)` */
function counts(summary: string): Reading | undefined {
  const sums = { passed: 0, failed: 0, skipped: 0 };
  if (summary.trim() === 'no tests') return testCounts(sums);
  const [, listed, total] = /^(.+) \((\d{1,9})\)\s*$/.exec(summary) ?? [];
  if (listed === undefined) return undefined;
  for (const part of listed.split(' | ')) {
    const [, count, word = ''] = /^(\d{1,9}) ([a-z ]+)$/.exec(part) ?? [];
    const kind = words[word];
    if (kind === undefined) return undefined;
    sums[kind] += Number(count);
  }
  return sums.passed + sums.failed + sums.skipped === Number(total) ? testCounts(sums) : undefined;
}

/** vitest --reporter=json: jest's shape, on purpose of its makers. */
export const vitestJson: Parser = jestJson;
