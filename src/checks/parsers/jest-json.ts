// jest --json, and whatever has its shape. A file that could not run at all is one failed test.
import type { Reading } from '../../domain/check-spec.ts';
import { summed, testCounts } from './counts.ts';
import { isRecord, jsonValues, numberIn, records } from './json-values.ts';
import type { Parser } from './parser.ts';
import { printed } from './printed.ts';

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
  const broken = records(report['testResults']).filter(
    ({ status, assertionResults }) =>
      status === 'failed' && Array.isArray(assertionResults) && assertionResults.length === 0,
  );
  return testCounts({ passed, failed: failed + broken.length, skipped });
}
