// eslint: what it reports as JSON, and what it prints to people. Its exit code 2 means that it did not lint.
import type { Reading } from '../../../domain/check-spec.ts';
import { isRecord, jsonValues, numberIn } from '../json-values.ts';
import { countOr0, lintCounts, type Parser, printed, summed } from '../parser.ts';

/** eslint -f json: a list of files with their counts. */
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

/** What eslint prints to people: a last line with counts, and nothing at all where all is well. */
const summary = /^✖ \d{1,9} problems? \((\d{1,9}) errors?, (\d{1,9}) warnings?\)$/gm;

export const eslintText: Parser = (output) => {
  if (output.code !== 0 && output.code !== 1) return undefined;
  const found = [...printed(output).matchAll(summary)];
  if (found.length === 0 && output.code === 0) return lintCounts({ errors: 0, warnings: 0, infos: 0 });
  return summed(
    found.map(([, errors, warnings]) =>
      lintCounts({ errors: countOr0(errors), warnings: countOr0(warnings), infos: 0 }),
    ),
  );
};
