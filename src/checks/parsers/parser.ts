// The port of a parser: it reads figures in what a check printed, and says nothing where it is not sure.
import type { Reading } from '../../domain/check-spec.ts';

export interface CheckOutput {
  /** Null: the command was ended before it ended itself. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The file the check writes, where it names one. */
  readonly report?: string;
}

interface ParserOptions {
  /** For the parser `regex`. */
  readonly pattern?: string;
}

/**
 * Undefined: it could not be read, and what it would have measured is unknown. A parser never throws, never counts
 * part of an output whose end is missing, and takes about a second for 10 MB at most.
 */
export type Parser = (output: CheckOutput, options: ParserOptions) => Reading | undefined;

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
