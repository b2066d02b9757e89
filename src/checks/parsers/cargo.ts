// cargo: findings of the compiler or clippy as JSON, and the text of its tests.
import { isRecord, jsonLines, records } from './json-values.ts';
import { countOr0, lintCounts, type Parser, printed, summed, testCounts } from './parser.ts';

/** cargo check, build or clippy with --message-format=json: what the compiler says, once for all targets. */
export const cargoJson: Parser = (output) => {
  const lines = jsonLines(printed(output));
  // Its last word; without it the build was cut off.
  if (!lines.some(({ reason }) => reason === 'build-finished')) return undefined;
  const levels = new Map<string, string>();
  for (const { reason, message } of lines) {
    if (reason !== 'compiler-message' || !isRecord(message)) continue;
    // Without a place it is the compiler's own summary: "2 warnings emitted".
    const spans = records(message['spans']);
    if (spans.length === 0 && !isRecord(message['code'])) continue;
    const places = spans.map((span) => [span['file_name'], span['line_start'], span['column_start']]);
    levels.set(JSON.stringify([message['message'], places]), String(message['level']));
  }
  const found = [...levels.values()];
  return lintCounts({
    errors: found.filter((level) => level.startsWith('error')).length,
    warnings: found.filter((level) => level === 'warning').length,
    infos: found.filter((level) => level === 'note' || level === 'help').length,
  });
};

/** The text of `cargo test`: every target prints a result, and they are summed. */
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
