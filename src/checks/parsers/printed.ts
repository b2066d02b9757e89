// The text of a check as parsers read it: its report or both its streams, without colours and carriage returns.
import type { CheckOutput } from './parser.ts';

/** Nothing when the command did not end by itself: half an output must not be read as a whole one. */
export function printed(output: CheckOutput): string {
  if (output.code === null) return '';
  const known = texts.get(output);
  if (known !== undefined) return known;
  const { stdout, stderr, report } = output;
  const between = stdout === '' || stdout.endsWith('\n') ? '' : '\n';
  const text = plain(report ?? `${stdout}${between}${stderr}`);
  texts.set(output, text);
  return text;
}

/** Several parsers may read one output, and it may be large. */
const texts = new WeakMap<CheckOutput, string>();

const escapes = /\x1b(?:\[[0-9;:?<=>]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\^_])/g;

function plain(text: string): string {
  const uncoloured = text.includes('\x1b') ? text.replace(escapes, '') : text;
  const unix = uncoloured.includes('\r') ? uncoloured.replace(/\r\n?/g, '\n') : uncoloured;
  return unix.startsWith('\ufeff') ? unix.slice(1) : unix;
}
