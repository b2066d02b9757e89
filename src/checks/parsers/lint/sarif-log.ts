// SARIF 2.1: results by level. What is suppressed does not count; what passed is no finding.
import type { Reading } from '../../../domain/check-spec.ts';
import { isRecord, jsonValues, records } from '../json-values.ts';
import { lintCounts, type Parser, printed, summed } from '../parser.ts';

export const sarif: Parser = (output) =>
  summed(
    jsonValues(printed(output))
      .filter((value) => isRecord(value) && Array.isArray(value['runs']))
      .flatMap((value) => records((value as Record<string, unknown>)['runs']))
      .map(counts),
  );

function counts(run: Record<string, unknown>): Reading | undefined {
  const crashed = records(run['invocations']).some((each) => each['executionSuccessful'] === false);
  if (crashed || !Array.isArray(run['results'])) return undefined;
  const levelOf = levels(run);
  const found = records(run['results'])
    .filter(({ kind, suppressions }) => (kind ?? 'fail') === 'fail' && records(suppressions).length === 0)
    .map(levelOf);
  return lintCounts({
    errors: found.filter((level) => level === 'error').length,
    warnings: found.filter((level) => level === 'warning').length,
    infos: found.filter((level) => level === 'note').length,
  });
}

/** A result without a level has that of its rule, and a rule without one is a warning. */
function levels(run: Record<string, unknown>): (result: Record<string, unknown>) => string {
  const tool = isRecord(run['tool']) ? run['tool'] : {};
  const rules = records(isRecord(tool['driver']) ? tool['driver']['rules'] : []);
  const byId = new Map(rules.map((rule) => [rule['id'], rule]));
  return ({ level, ruleId, ruleIndex }) => {
    if (typeof level === 'string') return level;
    const rule = (typeof ruleIndex === 'number' ? rules[ruleIndex] : undefined) ?? byId.get(ruleId);
    const usual = isRecord(rule?.['defaultConfiguration'])
      ? rule['defaultConfiguration']['level']
      : undefined;
    return typeof usual === 'string' ? usual : 'warning';
  };
}
