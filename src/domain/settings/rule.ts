// What a plain setting may be: read from text here, for variables and flags; setting.ts makes zod of it.

export type Rule =
  | { readonly type: 'count'; readonly min: number; readonly max: number }
  | { readonly type: 'amount' }
  | { readonly type: 'number'; readonly min: number; readonly max: number }
  | { readonly type: 'duration' }
  | { readonly type: 'size' }
  | { readonly type: 'switch' }
  | { readonly type: 'word'; readonly words: readonly string[] }
  /** `exact`: spaces around it count. */
  | { readonly type: 'text'; readonly shape: RegExp; readonly expected: string; readonly exact?: true }
  /** On a command line separated by commas, or said again and again where commas may be part of one. */
  | { readonly type: 'list'; readonly shape: RegExp; readonly expected: string; readonly repeated?: true }
  /** What stands in a file: on a command line its path, in a program its name and text. */
  | { readonly type: 'content' };

/** A value as a file, a variable or a flag spells it. */
export type SettingValue = string | number | boolean | readonly SettingValue[];

/** Names that contestant syntax can refer to. */
export const nameShape = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
export const effortShape = /^[A-Za-z][A-Za-z0-9_-]*$/;
export const variableShape = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Of a check; it is shown in tables and used in keys. */
export const checkNameShape = /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/;
export const commandShape = /^(?=[\s\S]*\S)[^\0]{1,4096}$/;
const anyShape = /^[^\0]*$/;

export const textRule = { type: 'text', shape: anyShape, expected: 'text' } as const;
export const tokensRule = { type: 'count', min: 1, max: 1_000_000_000_000 } as const;
export const tokensOrNoneRule = { ...tokensRule, min: 0 } as const;
/** joust asks above this many tokens unless the user says otherwise. Three coding attempts without history stay below it. */
export const defaultConfirmTokens = 300_000;

export function expectedText(rule: Rule): string {
  switch (rule.type) {
    case 'count':
      return `a whole number from ${rule.min} to ${rule.max}`;
    case 'amount':
      return 'an amount of US dollars above 0, such as 2.50';
    case 'number':
      return `a number from ${rule.min} to ${rule.max}`;
    case 'size':
      return 'a number of bytes above 0 or a size such as "500MB" or "5GB"';
    case 'switch':
      return 'true or false';
    case 'word':
      return oneOfWords(rule.words);
    case 'duration':
      return 'a number of seconds above 0 or a duration such as "90s", "15m" or "1h" (7 days at most)';
    case 'content':
      return 'the path of a file';
    case 'text':
    case 'list':
      return rule.expected;
  }
}

/** `"a", "b" or "c"`. */
export function oneOfWords(words: readonly string[]): string {
  const quoted = words.map((word) => `"${word}"`);
  return [quoted.slice(0, -1).join(', '), ...quoted.slice(-1)].filter((part) => part !== '').join(' or ');
}

const longestList = 200;

/** Whether the rule allows a value as a file or a program spells it: what `fieldOf` in setting.ts says in zod. */
export function allows(rule: Rule, value: unknown): boolean {
  switch (rule.type) {
    case 'count':
      return Number.isSafeInteger(value) && within(value as number, rule) !== undefined;
    case 'amount':
      return Number.isFinite(value) && (value as number) > 0;
    case 'number':
      return Number.isFinite(value) && within(value as number, rule) !== undefined;
    case 'duration':
      return isMeasured(value) && durationMs(value) !== undefined;
    case 'size':
      return isMeasured(value) && sizeBytes(value) !== undefined;
    case 'switch':
      return typeof value === 'boolean';
    case 'word':
      return rule.words.some((word) => word === value);
    case 'text':
      return typeof value === 'string' && rule.shape.test(value);
    case 'list':
      return (
        Array.isArray(value) &&
        value.length <= longestList &&
        value.every((one) => typeof one === 'string' && rule.shape.test(one))
      );
    case 'content':
      return false;
  }
}

function isMeasured(value: unknown): value is string | number {
  return typeof value === 'string' || Number.isFinite(value);
}

/** A duration in milliseconds, a size in bytes, text as the content of a file; anything else as it is. */
export function inUnits({ type }: { readonly type: string }, value: unknown): unknown {
  if (type === 'content' && typeof value === 'string') return { name: 'the given text', text: value };
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  if (type === 'duration') return durationMs(value);
  return type === 'size' ? sizeBytes(value) : value;
}

/** Reads what a variable or flag says; undefined when the rule forbids it. Lists are separated by commas. */
export function readText(rule: Rule, text: string): SettingValue | undefined {
  const trimmed = text.trim();
  switch (rule.type) {
    case 'count':
      return /^\d{1,16}$/.test(trimmed) ? within(Number(trimmed), rule) : undefined;
    case 'amount':
      return /^\d{1,12}(?:\.\d{1,9})?$/.test(trimmed) && Number(trimmed) > 0 ? Number(trimmed) : undefined;
    case 'number':
      return /^\d{1,9}(?:\.\d{1,9})?$/.test(trimmed) ? within(Number(trimmed), rule) : undefined;
    case 'duration':
      return measured(trimmed, durationMs);
    case 'size':
      return measured(trimmed, sizeBytes);
    case 'switch':
      return switches.get(trimmed);
    case 'word':
      return rule.words.find((word) => word === trimmed);
    case 'text': {
      const words = rule.exact === true ? text : trimmed;
      return rule.shape.test(words) ? words : undefined;
    }
    case 'list':
      return listed(trimmed.split(','), rule.shape);
    case 'content':
      return trimmed;
  }
}

/** Reads a list that may be said again and again; where commas may be part of one, they part nothing. */
export function readWords(
  rule: Extract<Rule, { type: 'list' }>,
  words: readonly string[],
): readonly string[] | undefined {
  return listed(rule.repeated ? words : words.flatMap((word) => word.split(',')), rule.shape);
}

/** A bare number, or one with its unit. */
function measured(text: string, read: (value: string | number) => number | undefined) {
  const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
  return read(value) === undefined ? undefined : value;
}

function listed(items: readonly string[], shape: RegExp): readonly string[] | undefined {
  const kept = items.map((item) => item.trim()).filter((item) => item !== '');
  return kept.every((item) => shape.test(item)) ? kept : undefined;
}

const switches: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

function within(value: number, { min, max }: { readonly min: number; readonly max: number }) {
  return value >= min && value <= max ? value : undefined;
}

/** Seconds as a number, or "90s", "15m", "1h30m". */
export const durationShape = /^(?=\d)(?:\d+(?:\.\d+)?h)?(?:\d+(?:\.\d+)?m)?(?:\d+(?:\.\d+)?s)?$/;
/** Timers of the platform end at about 24 days. */
export const maxDurationSeconds = 7 * 24 * 3600;

const unitSeconds: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1 };

/** Milliseconds, at least 1; undefined for what is no duration or out of range. */
export function durationMs(value: string | number): number | undefined {
  const seconds = typeof value === 'number' ? value : secondsIn(value);
  if (seconds === undefined || !(seconds > 0) || seconds > maxDurationSeconds) return undefined;
  return Math.max(1, Math.round(seconds * 1000));
}

function secondsIn(text: string): number | undefined {
  if (text.length > 40 || !durationShape.test(text)) return undefined;
  let seconds = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)([hms])/g))
    seconds += Number(amount) * (unitSeconds[unit ?? ''] ?? 0);
  return seconds;
}

/** Bytes as a number, or "500MB", "5GB", "1.5GiB". */
export const sizeShape = /^\d+(?:\.\d+)? ?(?:[kmgt]i?)?b?$/i;
/** A thousand terabytes: what is larger is a slip. */
const maxBytes = 1e15;

const powers: Readonly<Record<string, number>> = { k: 1, m: 2, g: 3, t: 4 };

/** Whole bytes, at least 1; undefined for what is no size or out of range. */
export function sizeBytes(value: string | number): number | undefined {
  const bytes = Math.round(typeof value === 'number' ? value : bytesIn(value));
  return bytes >= 1 && bytes <= maxBytes ? bytes : undefined;
}

function bytesIn(text: string): number {
  if (text.length > 40 || !sizeShape.test(text)) return Number.NaN;
  const [, amount, unit = '', binary = ''] = /^([\d.]+) ?([a-z]?)(i?)/i.exec(text.toLowerCase()) ?? [];
  return Number(amount) * (binary === '' ? 1000 : 1024) ** (powers[unit] ?? 0);
}
