// The last lines of `node --test`, in its reporters spec and tap. What was cancelled did not pass.
import { countOr0, summed, testCounts } from '../counts.ts';
import { type Parser, printed } from '../parser.ts';

/** All of them in a row: a test may print a line that looks like one of these. */
const summary = new RegExp(
  ['tests', 'suites', 'pass', 'fail', 'cancelled', 'skipped', 'todo']
    .map((word) => `^(?:#|ℹ) ${word} (\\d{1,9})$`)
    .join('\\n'),
  'gm',
);

export const nodeTest: Parser = (output) =>
  summed(
    [...printed(output).matchAll(summary)].map((found) => {
      const [tests = 0, , pass = 0, fail = 0, cancelled = 0, skipped = 0, todo = 0] = found
        .slice(1)
        .map(countOr0);
      if (pass + fail + cancelled + skipped + todo !== tests) return undefined;
      return testCounts({ passed: pass, failed: fail + cancelled, skipped: skipped + todo });
    }),
  );
