// biome --reporter=json: its summary counts what it did not print too.
import type { Reading } from '../../domain/check-spec.ts';
import { lintCounts, summed } from './counts.ts';
import { isRecord, jsonValues, numberIn, records } from './json-values.ts';
import type { Parser } from './parser.ts';
import { printed } from './printed.ts';

export const biomeJson: Parser = (output) =>
  summed(
    jsonValues(printed(output))
      .filter((value) => isRecord(value) && isRecord(value['summary']) && 'diagnostics' in value)
      .map((value) => counts(value as Record<string, unknown>)),
  );

function counts({ summary, diagnostics }: Record<string, unknown>): Reading | undefined {
  const { errors, warnings, infos } = summary as Record<string, unknown>;
  // Older ones do not count these.
  const listed = records(diagnostics).filter(({ severity }) => severity === 'information').length;
  return lintCounts({
    errors: numberIn(errors),
    warnings: numberIn(warnings),
    infos: infos === undefined ? listed : numberIn(infos),
  });
}
