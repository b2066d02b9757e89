// mocha --reporter json. A failing hook is a failure without a test, so the sum is not held against it.
import { summed, testCounts } from './counts.ts';
import { isRecord, jsonValues, numberIn } from './json-values.ts';
import type { Parser } from './parser.ts';
import { printed } from './printed.ts';

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
