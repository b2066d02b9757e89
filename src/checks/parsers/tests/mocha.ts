// mocha: what it reports as JSON, and the summary it prints to people.
import { isRecord, jsonValues, numberIn } from '../json-values.ts';
import { countOr0, type Parser, printed, summed, testCounts } from '../parser.ts';

/** mocha --reporter json. A failing hook is a failure without a test, so the sum is not held against it. */
export const mochaJson: Parser = (output) =>
  summed(
    jsonValues(printed(output))
      .map((value) => (isRecord(value) ? value['stats'] : undefined))
      .filter((stats) => isRecord(stats) && 'passes' in stats)
      .map((stats) => {
        const { passes, failures, pending } = stats as Record<string, unknown>;
        return testCounts({
          passed: numberIn(passes),
          failed: numberIn(failures),
          skipped: numberIn(pending),
        });
      }),
  );

/** The summary mocha prints to people; it leaves out the lines that would say 0 and ends with an empty one. */
const summary =
  /^ {2}(\d{1,9}) passing \([^)\n]{1,40}\)$(?:\n {2}(\d{1,9}) pending$)?(?:\n {2}(\d{1,9}) failing$)?\n\n/gm;

export const mochaText: Parser = (output) =>
  summed(
    [...printed(output).matchAll(summary)].map(([, passed, skipped, failed]) =>
      testCounts({ passed: countOr0(passed), failed: countOr0(failed), skipped: countOr0(skipped) }),
    ),
  );
