// Text of a config file, a path or a key as it may be shown: nothing in it can drive a terminal or hide from the eye.
import { redactor } from '../domain/redact.ts';

const hidden = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;
const longest = 80;

/** Control and bidirectional characters as escapes that TOML could read back. */
export function visible(text: string): string {
  return text.replace(hidden, (char) => {
    const code = (char.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
  });
}

/** A TOML basic string. */
export function quoted(text: string): string {
  return `"${visible(text.toWellFormed().replaceAll(/["\\]/g, '\\$&'))}"`;
}

/** A piece of a file for a message: one line, short, without secrets. */
export function excerpt(source: string): string {
  const line = visible(redactor({})(source).replaceAll(/\s+/g, ' ').trim());
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
