// The summary mocha prints to people; it leaves out the lines that would say 0 and ends with an empty one.
import { countOr0, summed, testCounts } from './counts.ts';
import type { Parser } from './parser.ts';
import { printed } from './printed.ts';

const summary =
  /^ {2}(\d{1,9}) passing \([^)\n]{1,40}\)$(?:\n {2}(\d{1,9}) pending$)?(?:\n {2}(\d{1,9}) failing$)?\n\n/gm;

export const mochaText: Parser = (output) =>
  summed(
    [...printed(output).matchAll(summary)].map(([, passed, skipped, failed]) =>
      testCounts({ passed: countOr0(passed), failed: countOr0(failed), skipped: countOr0(skipped) }),
    ),
  );
