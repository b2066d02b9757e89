// What looks like a secret wherever it stands: tokens of services, credentials beside their name, private keys. Read in linear time.
import { openKey, privateKeys, type Span } from './private-keys.ts';

interface FoundSecret extends Span {
  /** What a person calls it. */
  readonly kind: string;
}

interface Shape {
  readonly kind: string;
  /** Global. Its group `secret` is what is taken out; without one, all of the match. */
  readonly pattern: RegExp;
  /** What a look-ahead could tell only by reading the same letters again and again. */
  readonly accepts?: (secret: string) => boolean;
  /** The name that has to stand right before it. */
  readonly name?: RegExp;
}

/** Where a word begins, also behind a line end that is written as `\n`. */
const start = '(?:(?<![A-Za-z0-9_])|(?<=\\\\[nrt]))';

function token(kind: string, shape: string, accepts?: Shape['accepts']): Shape {
  const pattern = new RegExp(`${start}(?:${shape})(?![A-Za-z0-9])`, 'g');
  return { kind, pattern, accepts };
}

interface NamedShape {
  readonly name: string;
  readonly value: string;
  accepts(secret: string): boolean;
}

function named(kind: string, { name, value, accepts }: NamedShape): Shape {
  const pattern = new RegExp(`(?:${name})(?<secret>${value})(?![A-Za-z0-9/+])`, 'dgi');
  return { kind, pattern, accepts, name: new RegExp(name, 'gi') };
}

const hasDigit = (secret: string): boolean => /\d/.test(secret);
const isMixed = (secret: string): boolean => /[a-z]/.test(secret) && /[A-Z]/.test(secret) && hasDigit(secret);
/** `YOUR_ACCESS_TOKEN`, `some-token-123` and short words stand for a credential. */
const isCredential = (secret: string): boolean =>
  secret.length >= 16 && !/^(?:[A-Za-z]{1,15}|\d{1,4})(?:[-_.](?:[A-Za-z]{1,15}|\d{1,4}))*$/.test(secret);

/** What may stand between a name and its value. */
const between = '["\'`\\\\ \\t>:=,|]{1,12}';
const awsId = 'A(?:KIA|SIA)[A-Z0-9]{16}';

const shapes: readonly Shape[] = [
  token('API key', 'sk-(?:ant-|proj-|or-v1-)?[A-Za-z0-9_-]{20,}', hasDigit),
  token('API key', 'gsk_[A-Za-z0-9]{40,}|xai-[A-Za-z0-9]{40,}|hf_[A-Za-z0-9]{34,}'),
  token('GitHub token', 'gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{40,}'),
  token('GitLab token', 'gl(?:pat|dt|rt|ptt|soat|cbt|oas)-[A-Za-z0-9_-]{20,}', hasDigit),
  token('npm token', 'npm_[A-Za-z0-9]{36,}'),
  token('PyPI token', 'pypi-[A-Za-z0-9_-]{50,}', hasDigit),
  token('Stripe key', '[rs]k_(?:live|test)_[A-Za-z0-9]{10,}'),
  token('SendGrid key', 'SG\\.[A-Za-z0-9_-]{22}\\.[A-Za-z0-9_-]{43}'),
  token('Google key', 'AIza[A-Za-z0-9_-]{35}'),
  token('Slack token', '(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{20,}', hasDigit),
  token('AWS key', awsId),
  named('AWS secret key', {
    name: `secret[_ -]?(?:access[_ -]?)?key${between}|${awsId}["'\\\\ \\t:=,;|/]{1,12}`,
    value: '[A-Za-z0-9/+]{40}',
    accepts: isMixed,
  }),
  named('AWS session token', {
    name: `session[_ -]?token${between}`,
    value: '[A-Za-z0-9/+=]{100,}',
    accepts: isMixed,
  }),
  named('credential in a header', {
    name: `authorization${between}(?:bearer|token)[ \\t]{1,8}`,
    value: '[A-Za-z0-9._~+/=-]{16,}',
    accepts: isCredential,
  }),
  named('credential in a header', {
    name: `authorization${between}basic[ \\t]{1,8}`,
    value: '[A-Za-z0-9+/=]{8,}',
    accepts: isNameAndPassword,
  }),
  named('credential in a header', {
    name: 'bearer[ \\t]{1,8}',
    value: '[A-Za-z0-9._~+/=-]{20,}',
    accepts: (secret) => hasDigit(secret) && isCredential(secret),
  }),
  {
    kind: 'web token',
    // From where a word begins only: it has letters that words are joined with.
    pattern:
      /(?:(?<![A-Za-z0-9_-])|(?<=\\[nrt]))eyJ[A-Za-z0-9_-]{16,}\.eyJ[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/g,
  },
  { kind: 'password in an address', pattern: /:\/\/[^\s:/@]{1,100}:(?<secret>[^\s@/]{1,200})(?=@)/dg },
];

function isNameAndPassword(secret: string): boolean {
  try {
    return atob(secret).includes(':');
  } catch {
    return false;
  }
}

/** In the order of the text; none reaches into another. */
export function findSecrets(text: string): readonly FoundSecret[] {
  const all: FoundSecret[] = privateKeys(text).map((span) => ({ ...span, kind: 'private key' }));
  for (const { kind, pattern, accepts } of shapes)
    for (const match of text.matchAll(pattern)) {
      const [from, to] = match.indices?.groups?.['secret'] ?? [match.index, match.index + match[0].length];
      if (accepts?.(text.slice(from, to)) !== false) all.push({ from, to, kind });
    }
  const found: FoundSecret[] = [];
  for (const one of all.sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = found.at(-1);
    if (last === undefined || one.from >= last.to) found.push(one);
    else found[found.length - 1] = { ...last, to: Math.max(last.to, one.to) };
  }
  return found;
}

/** What a person calls them, each once. */
export function secretKinds(text: string): readonly string[] {
  return [...new Set(findSecrets(text).map(({ kind }) => kind))];
}

/** What tokens begin with. */
const tokenStarts = [
  'sk-',
  'gsk_',
  'xai-',
  'hf_',
  'ghp_',
  'gho_',
  'ghu_',
  'ghs_',
  'ghr_',
  'github_pat_',
  'glpat-',
  'gldt-',
  'glrt-',
  'glptt-',
  'glsoat-',
  'glcbt-',
  'gloas-',
  'npm_',
  'pypi-',
  'sk_live_',
  'sk_test_',
  'rk_live_',
  'rk_test_',
  'SG.',
  'AIza',
  'AKIA',
  'ASIA',
  'eyJ',
  'xoxa-',
  'xoxb-',
  'xoxe-',
  'xoxo-',
  'xoxp-',
  'xoxr-',
  'xoxs-',
  'xapp-',
];
const firstLetters = new Set(tokenStarts.map((begun) => begun.charAt(0)));
/** No token is longer; what is goes through as it comes. */
const longestToken = 8192;
const longestName = 100;
/** `://`, a name and a password. */
const longestAddress = 305;

/** How much at the end may become a secret. From the end, letter by letter: a flood must not keep a pattern busy. */
export function openSecret(text: string, isBehindSecret: (at: number) => boolean): number {
  return Math.max(
    openToken(text, isBehindSecret),
    openNamed(text),
    openAddress(text.slice(-longestAddress)),
    openKey(text),
  );
}

/** How many of these letters the text ends with; none where they are more than a token has. */
function lastWord(text: string, letters: RegExp): number {
  let length = 0;
  while (length <= longestToken && letters.test(text.charAt(text.length - length - 1))) length += 1;
  return length > longestToken ? 0 : length;
}

/** Most words are none from their first letter on. */
function openToken(text: string, isBehindSecret: (at: number) => boolean): number {
  for (let at = text.length - lastWord(text, /[A-Za-z0-9._-]/); at < text.length; at += 1) {
    if (!firstLetters.has(text.charAt(at))) continue;
    const begins = isWordStart(text, at) || isBehindSecret(at);
    if (begins && tokenStarts.some((begun) => isBegun(text, at, begun))) return text.length - at;
  }
  return 0;
}

function isWordStart(text: string, at: number): boolean {
  const before = text.charAt(at - 1);
  return !/[A-Za-z0-9_]/.test(before) || (/[nrt]/.test(before) && text.charAt(at - 2) === '\\');
}

function isBegun(text: string, at: number, begun: string): boolean {
  return text.startsWith(begun, at) || begun.startsWith(text.slice(at, at + begun.length));
}

/** The name is shown, the value is waited for. */
function openNamed(text: string): number {
  const word = text.length - lastWord(text, /[A-Za-z0-9._~+/=-]/);
  const start = Math.max(0, word - longestName);
  const near = text.slice(start);
  const values = shapes.flatMap(({ name }) =>
    name === undefined ? [] : [...near.matchAll(name)].map((match) => start + match.index + match[0].length),
  );
  return text.length - Math.min(text.length, ...values.filter((value) => value >= word));
}

function openAddress(tail: string): number {
  const at = tail.lastIndexOf('://');
  if (at >= 0 && !/[\s@/]/.test(tail.slice(at + 3))) return tail.length - at;
  if (tail.endsWith(':/')) return 2;
  return tail.endsWith(':') ? 1 : 0;
}
