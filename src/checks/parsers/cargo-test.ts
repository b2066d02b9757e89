// The text of `cargo test`: every target prints a result, and they are summed.
import { countOr0, summed, testCounts } from './counts.ts';
import type { Parser } from './parser.ts';
import { printed } from './printed.ts';

const result =
  /^test result: (?:ok|FAILED)\. (\d{1,9}) passed; (\d{1,9}) failed; (\d{1,9}) ignored; \d{1,9} measured; \d{1,9} filtered out/gm;

export const cargoTest: Parser = (output) => {
  const text = printed(output);
  const results = [...text.matchAll(result)];
  // Cargo names every target it starts, on its other stream, unless it was told to be quiet.
  const started = [
    ...text.matchAll(/^ {3,5}(?:Running [^\n]{1,500} \([^\n]{1,500}\)|Doc-tests \S{1,200})$/gm),
  ].length;
  if (started > 0 && started !== results.length) return undefined;
  // A target that began and has no result crashed or was cut off.
  if (results.length !== [...text.matchAll(/^running \d{1,9} tests?$/gm)].length) return undefined;
  return summed(
    results.map(([, passed, failed, ignored]) =>
      testCounts({ passed: countOr0(passed), failed: countOr0(failed), skipped: countOr0(ignored) }),
    ),
  );
};
