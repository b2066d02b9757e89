// biome: what it reports as JSON, and what it prints to people.
import type { Reading } from '../../../domain/check-spec.ts';
import { isRecord, jsonValues, numberIn, records } from '../json-values.ts';
import { lintCounts, type Parser, printed, summed } from '../parser.ts';

/** biome --reporter=json: its summary counts what it did not print too. */
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

/** What biome prints to people: how many files it looked at, then counts, without those that would say 0. */
const summary =
  /^(?:Checked|Linted) \d{1,9} files? in [^\n]{1,80}((?:\n(?:Found|Skipped) \d{1,9} [^\n]{1,60}){0,6})$/gm;

export const biomeText: Parser = (output) =>
  summed(
    [...printed(output).matchAll(summary)].map(([, found = '']) => {
      const count = (word: string) => Number(new RegExp(`Found (\\d+) ${word}s?\\.`).exec(found)?.[1] ?? 0);
      return lintCounts({ errors: count('error'), warnings: count('warning'), infos: count('info') });
    }),
  );
