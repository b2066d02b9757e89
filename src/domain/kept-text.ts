// What is kept of text: up to a limit, so that a flood cannot fill the memory, and without secrets.
import { findSecrets } from './secrets/secret-shapes.ts';

/** Text that arrives in pieces. */
export interface KeptText {
  readonly text: string;
  readonly truncated: boolean;
}

/** An answer longer than this is cut in memory; the raw stream keeps it whole. */
export const keptTextLimit = 384 * 1024;

export const noText: KeptText = { text: '', truncated: false };

export function addText(kept: KeptText, delta: string, limit = keptTextLimit): KeptText {
  if (kept.truncated || delta === '') return kept;
  const room = limit - kept.text.length;
  if (delta.length <= room) return { text: kept.text + delta, truncated: false };
  return { text: kept.text + wholeCharacters(delta, room), truncated: true };
}

/** The last `limit` characters, for tails of logs. */
export function tailText(text: string, limit: number): string {
  return text.length <= limit ? text : text.slice(text.length - limit).replace(/^[\uDC00-\uDFFF]/, '');
}

function wholeCharacters(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

/** Takes secrets out of text before it is stored or shown to another model. */
export type Redactor = (text: string) => string;

/** A value shorter than this is too common to be taken for a secret. */
const minSecretLength = 8;

/** `secrets` are the values this attempt was given, by the name of their variable. */
export function redactor(secrets: Readonly<Record<string, string>>): Redactor {
  const known = longSecrets(secrets);
  return (text) => {
    let clean = text;
    for (const [name, value] of known) clean = clean.replaceAll(value, `[redacted ${name}]`);
    return withoutFound(clean);
  };
}

const instead: Readonly<Record<string, string>> = {
  'password in an address': '[redacted]',
  'private key': '[redacted private key]',
};

function withoutFound(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const found of findSecrets(text)) {
    parts.push(text.slice(from, found.from), instead[found.kind] ?? '[redacted token]');
    from = found.to;
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(from);
}

/**
 * The longest first, so that none leaves its end behind: values as they are, as they are written in JSON, and the lines of
 * those that have several.
 */
export function longSecrets(
  secrets: Readonly<Record<string, string>>,
): readonly (readonly [string, string])[] {
  return Object.entries(secrets)
    .flatMap(([name, value]) =>
      [...new Set([value, JSON.stringify(value).slice(1, -1), ...value.split(/\r?\n/)])].map(
        (form) => [name, form] as const,
      ),
    )
    .filter(([, value]) => value.length >= minSecretLength)
    .sort(([, a], [, b]) => b.length - a.length);
}
