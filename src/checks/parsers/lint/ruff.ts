// ruff check --output-format json: a list of findings. Without a severity a finding is an error, as its exit code says.
import type { Reading } from '../../../domain/check-spec.ts';
import { isRecord, jsonValues } from '../json-values.ts';
import { lintCounts, type Parser, printed, summed } from '../parser.ts';

export const ruffJson: Parser = (output) => {
  // Anything else: it could not run.
  if (output.code !== 0 && output.code !== 1) return undefined;
  return summed(jsonValues(printed(output)).filter(isReport).map(counts));
};

function isReport(value: unknown): value is readonly Record<string, unknown>[] {
  return (
    Array.isArray(value) && value.every((found) => isRecord(found) && 'code' in found && 'filename' in found)
  );
}

function counts(found: readonly Record<string, unknown>[]): Reading | undefined {
  const warnings = found.filter(({ severity }) => severity === 'warning').length;
  const infos = found.filter(({ severity }) => severity === 'info').length;
  return lintCounts({ errors: found.length - warnings - infos, warnings, infos });
}
