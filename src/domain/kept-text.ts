// What is kept of text: up to a limit, so that a flood cannot fill the memory, and without secrets.

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

/** Token shapes that are secrets wherever they stand. */
const tokenShapes = new RegExp(
  [
    'sk-(?:ant-|proj-|or-v1-)?[A-Za-z0-9_-]{20,}',
    'gh[pousr]_[A-Za-z0-9]{36,}',
    'github_pat_[A-Za-z0-9_]{40,}',
    'AIza[A-Za-z0-9_-]{35}',
    'xox[abprs]-[A-Za-z0-9-]{20,}',
    'AKIA[A-Z0-9]{16}',
    'eyJ[A-Za-z0-9_-]{16,}\\.eyJ[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}',
  ]
    .map((shape) => `\\b${shape}(?![A-Za-z0-9])`)
    .join('|'),
  'g',
);

/** `https://user:password@host` */
const urlPassword = /(:\/\/[^\s:/@]{1,100}:)[^\s@/]{1,200}(?=@)/g;

/** `secrets` are the values this attempt was given, by the name of their variable. */
export function redactor(secrets: Readonly<Record<string, string>>): Redactor {
  const known = Object.entries(secrets)
    .filter(([, value]) => value.length >= minSecretLength)
    .sort(([, a], [, b]) => b.length - a.length);
  return (text) => {
    let clean = text;
    for (const [name, value] of known) clean = clean.replaceAll(value, `[redacted ${name}]`);
    return clean.replace(tokenShapes, '[redacted token]').replace(urlPassword, '$1[redacted]');
  };
}
