// The last line of pytest: `1 failed, 3 passed, 1 skipped in 0.03s`, with or without its frame.
import type { Reading } from '../../../domain/check-spec.ts';
import { type Parser, printed, summed, testCounts } from '../parser.ts';

const lastLine =
  /^(?:=+ )?((?:no tests ran|\d[a-z0-9, ]{0,300})) in \d[\d.]{0,20}s(?: \([\d:, a-z]{1,40}\))?(?: =+)?$/gm;

export const pytest: Parser = (output) =>
  summed([...printed(output).matchAll(lastLine)].map(([, listed]) => counts(listed ?? '')));

/** Warnings, deselected tests and the words of plugins count for nothing. */
const words: Readonly<Record<string, 'passed' | 'failed' | 'skipped'>> = {
  passed: 'passed',
  xpassed: 'passed',
  failed: 'failed',
  error: 'failed',
  errors: 'failed',
  skipped: 'skipped',
  xfailed: 'skipped',
};

function counts(listed: string): Reading | undefined {
  const sums = { passed: 0, failed: 0, skipped: 0 };
  if (listed === 'no tests ran') return testCounts(sums);
  for (const part of listed.split(', ')) {
    const [, count, word = ''] = /^(\d{1,9}) ([a-z ]+)$/.exec(part) ?? [];
    if (count === undefined) return undefined;
    const kind = words[word];
    if (kind !== undefined) sums[kind] += Number(count);
  }
  return testCounts(sums);
}
