// charmlint's JSON: counts by severity, or findings that each have one. Its failure is unknown, not full marks.
import type { Reading } from '../../../domain/check-spec.ts';
import { isRecord, jsonValues, numberIn, records } from '../json-values.ts';
import { lintCounts, type Parser, printed } from '../parser.ts';

export const charmlint: Parser = (output) => {
  const values = jsonValues(printed(output));
  return values.map((value) => counted(value) ?? listed(value)).findLast((reading) => reading !== undefined);
};

function counted(value: unknown): Reading | undefined {
  if (!isRecord(value)) return undefined;
  const counts = [value, value['summary'], value['counts']]
    .filter(isRecord)
    .find((each) => either(each, 'errors', 'error') !== undefined);
  if (counts === undefined) return undefined;
  return lintCounts({
    errors: numberIn(either(counts, 'errors', 'error')),
    warnings: numberIn(either(counts, 'warnings', 'warning')),
    infos: numberIn(either(counts, 'infos', 'info')),
  });
}

/** A list under one of these names is not a count. */
function either(counts: Record<string, unknown>, plural: string, singular: string): unknown {
  return [counts[plural], counts[singular]].find((each) => typeof each === 'number');
}

const lists = ['findings', 'issues', 'results', 'diagnostics'];

function listed(value: unknown): Reading | undefined {
  const found = isRecord(value) ? lists.map((name) => value[name]).find(Array.isArray) : value;
  if (!Array.isArray(found)) return undefined;
  const severities = records(found).map((each) => String(each['severity'] ?? each['level']).toLowerCase());
  // One without a known severity: this is something else.
  if (severities.length !== found.length || !severities.every((each) => severity.test(each)))
    return undefined;
  const count = (start: string) => severities.filter((each) => each.startsWith(start)).length;
  return lintCounts({ errors: count('error'), warnings: count('warn'), infos: count('info') });
}

const severity = /^(?:errors?|warn(?:ing)?s?|infos?)$/;
