// cargo check, build or clippy with --message-format=json: what the compiler says, once for all targets.
import { lintCounts } from './counts.ts';
import { isRecord, jsonLines, records } from './json-values.ts';
import type { Parser } from './parser.ts';
import { printed } from './printed.ts';

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
