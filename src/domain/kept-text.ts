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

/** What each of them begins with. */
const tokenStarts = [
  ...['sk-', 'ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_', 'AIza', 'AKIA', 'eyJ'],
  ...['xoxa-', 'xoxb-', 'xoxp-', 'xoxr-', 'xoxs-'],
];

/** `https://user:password@host` */
const urlPassword = /(:\/\/[^\s:/@]{1,100}:)[^\s@/]{1,200}(?=@)/g;

/** `secrets` are the values this attempt was given, by the name of their variable. */
export function redactor(secrets: Readonly<Record<string, string>>): Redactor {
  const known = longSecrets(secrets);
  return (text) => {
    let clean = text;
    for (const [name, value] of known) clean = clean.replaceAll(value, `[redacted ${name}]`);
    return clean.replace(tokenShapes, '[redacted token]').replace(urlPassword, '$1[redacted]');
  };
}

/** The longest first, so that none leaves its end behind. */
function longSecrets(secrets: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return Object.entries(secrets)
    .filter(([, value]) => value.length >= minSecretLength)
    .sort(([, a], [, b]) => b.length - a.length);
}

/** For text that is shown as it arrives. */
export interface PieceRedactor {
  /** What can be shown by now. */
  add(piece: string): string;
  /** What was held back: nothing more comes. */
  rest(): string;
}

/** What may be the beginning of a secret is held back until it is seen what it becomes. */
export function pieceRedactor(secrets: Readonly<Record<string, string>>): PieceRedactor {
  const clean = redactor(secrets);
  const values = longSecrets(secrets).map(([, value]) => value);
  // What was shown last: where a word began tells whether it is a token.
  let before = '';
  let held = '';
  /** Up to a place in what was shown and is held; the rest is held back. */
  const show = (text: string, cut: number): string => {
    const [shown, known] = [clean(text.slice(0, cut)), clean(before)];
    const fresh = shown.startsWith(known) ? shown.slice(known.length) : clean(text.slice(before.length, cut));
    held = text.slice(cut);
    before = text.slice(0, cut).slice(-contextLength);
    return fresh;
  };
  return {
    add(piece) {
      const text = before + held + piece;
      const open = Math.max(openShape(text, values), ...values.map((value) => begunAtEnd(text, value)));
      const cut = Math.max(before.length, beforeSecrets(text, text.length - open, values));
      const isAll = cut === text.length;
      if (isAll || clean(text).startsWith(clean(text.slice(0, cut)))) return show(text, cut);
      // Something stands across that is neither a value nor a word: more of it will tell.
      return show(text, text.length - before.length <= longestToken ? before.length : text.length);
    },
    rest: () => show(before + held, before.length + held.length),
  };
}

const contextLength = 1024;
/** No token is longer; what is goes through as it comes. */
const longestToken = 8192;
/** `://`, a name and a password. */
const longestAddress = 305;
const ofTokens = /[A-Za-z0-9._-]/;

/** How much at the end may become one of the shapes. From the end, letter by letter: a flood must not keep a pattern busy. */
function openShape(text: string, secrets: readonly string[]): number {
  let word = 0;
  while (word <= longestToken && ofTokens.test(text.charAt(text.length - word - 1))) word += 1;
  const token = word > longestToken ? 0 : openToken(text, text.length - word, secrets);
  return Math.max(token, openAddress(text.slice(-longestAddress)));
}

/** How much of the last word is a token that may not be over; most words are none from their first letter on. */
function openToken(text: string, word: number, secrets: readonly string[]): number {
  for (let at = word; at < text.length; at += 1) {
    const isStart =
      at === word || /[.-]/.test(text.charAt(at - 1)) || secrets.some((secret) => text.endsWith(secret, at));
    if (isStart && tokenStarts.some((start) => isBegun(text, at, start))) return text.length - at;
  }
  return 0;
}

function isBegun(text: string, at: number, start: string): boolean {
  return text.startsWith(start, at) || start.startsWith(text.slice(at, at + start.length));
}

function openAddress(tail: string): number {
  const at = tail.lastIndexOf('://');
  if (at >= 0 && !/[\s@/]/.test(tail.slice(at + 3))) return tail.length - at;
  if (tail.endsWith(':/')) return 2;
  return tail.endsWith(':') ? 1 : 0;
}

/** None of them is cut in two. */
function beforeSecrets(text: string, place: number, secrets: readonly string[]): number {
  let cut = place;
  for (let before = -1; before !== cut; ) {
    before = cut;
    for (const secret of secrets) {
      const at = cut === 0 ? -1 : text.lastIndexOf(secret, cut - 1);
      if (at >= 0 && at + secret.length > cut) cut = at;
    }
  }
  return cut;
}

/** How much of the secret stands at the end of the text, where it is not whole. */
function begunAtEnd(text: string, secret: string): number {
  const last = text.at(-1);
  for (let length = Math.min(secret.length - 1, text.length); length > 0; length -= 1)
    if (secret.charAt(length - 1) === last && text.endsWith(secret.slice(0, length))) return length;
  return 0;
}
