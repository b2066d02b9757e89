// eslint -f json: a list of files with their counts. Its exit code 2 means that it did not lint.
import type { Reading } from '../../domain/check-spec.ts';
import { lintCounts, summed } from './counts.ts';
import { isRecord, jsonValues, numberIn } from './json-values.ts';
import type { Parser } from './parser.ts';
import { printed } from './printed.ts';

export const eslintJson: Parser = (output) => {
  if (output.code !== 0 && output.code !== 1) return undefined;
  return summed(jsonValues(printed(output)).filter(isReport).map(counts));
};

function isReport(value: unknown): value is readonly Record<string, unknown>[] {
  return Array.isArray(value) && value.every((file) => isRecord(file) && 'errorCount' in file);
}

function counts(files: readonly Record<string, unknown>[]): Reading | undefined {
  const sum = (key: string) => files.reduce((total, file) => total + numberIn(file[key]), 0);
  return lintCounts({ errors: sum('errorCount'), warnings: sum('warningCount'), infos: 0 });
}
