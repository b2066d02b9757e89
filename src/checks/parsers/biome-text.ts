// What biome prints to people: how many files it looked at, then counts, without those that would say 0.
import { lintCounts, summed } from './counts.ts';
import type { Parser } from './parser.ts';
import { printed } from './printed.ts';

const summary =
  /^(?:Checked|Linted) \d{1,9} files? in [^\n]{1,80}((?:\n(?:Found|Skipped) \d{1,9} [^\n]{1,60}){0,6})$/gm;

export const biomeText: Parser = (output) =>
  summed(
    [...printed(output).matchAll(summary)].map(([, found = '']) => {
      const count = (word: string) => Number(new RegExp(`Found (\\d+) ${word}s?\\.`).exec(found)?.[1] ?? 0);
      return lintCounts({ errors: count('error'), warnings: count('warning'), infos: count('info') });
    }),
  );
