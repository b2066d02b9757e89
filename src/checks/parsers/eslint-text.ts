// What eslint prints to people: a last line with counts, and nothing at all where all is well.
import { countOr0, lintCounts, summed } from './counts.ts';
import type { Parser } from './parser.ts';
import { printed } from './printed.ts';

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
