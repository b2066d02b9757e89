// What each plain setting may be: read from text here for variables and flags, and made into zod by schema.ts for files.
import { presets } from '../domain/race-presets.ts';
import { durationMs } from './duration.ts';
import type { ConfigValue } from './entry.ts';
import { sizeBytes } from './size.ts';

export type Rule =
  | { readonly type: 'count'; readonly min: number; readonly max: number }
  | { readonly type: 'amount' }
  | { readonly type: 'number'; readonly min: number; readonly max: number }
  | { readonly type: 'duration' }
  | { readonly type: 'size' }
  | { readonly type: 'switch' }
  | { readonly type: 'word'; readonly words: readonly string[] }
  | { readonly type: 'text'; readonly shape: RegExp; readonly expected: string }
  | { readonly type: 'list'; readonly shape: RegExp; readonly expected: string };

/** Names that contestant syntax can refer to. */
export const nameShape = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
/** A model never looks like an option, so that no CLI takes it for one. */
export const modelShape = /^(?!-)[^\s*\p{Cc}\p{Cf}]+$/u;
export const effortShape = /^[A-Za-z][A-Za-z0-9_-]*$/;
export const variableShape = /^[A-Za-z_][A-Za-z0-9_]*$/;
const passShape = /^[A-Za-z_][A-Za-z0-9_]*\*?$/;
const specShape = /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\/(?!-)[^\s*\p{Cc}\p{Cf}]+)?$/u;

const names = { type: 'list', shape: nameShape, expected: 'a list of agent or contestant names' } as const;
const tokens = { type: 'count', min: 1, max: 1_000_000_000_000 } as const;
const tokensOrNone = { ...tokens, min: 0 } as const;
/** Of a check; it is shown in tables and used in keys. */
export const checkNameShape = /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/;
export const commandShape = /^(?=[\s\S]*\S)[^\0]{1,4096}$/;
/** Inside the tree: never an absolute path, and never upwards. */
export const insideShape = /^(?!\/|~|!|-)(?!.*(?:^|\/)\.\.(?:\/|$))[^\p{Cc}\p{Cf}\\]{1,200}$/u;
const tagShape = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,39}$/u;

/** Settings that a variable or a flag can hold, by key. */
export const rules = {
  num: { type: 'count', min: 1, max: 64 },
  timeout: { type: 'duration' },
  idle: { type: 'duration' },
  effort: { type: 'text', shape: effortShape, expected: 'one word such as "low", "medium" or "high"' },
  exclude: names,
  priority: names,
  max_parallel: { type: 'count', min: 1, max: 1024 },
  synthesizer: {
    type: 'text',
    shape: specShape,
    expected: '"auto", "first", "random" or a contestant such as "claude/opus"',
  },
  moderator: { type: 'text', shape: specShape, expected: '"auto" or a contestant such as "claude/opus"' },
  'oracle.contestant': { type: 'text', shape: specShape, expected: 'a contestant such as "claude/opus"' },
  'oracle.reasoning_tokens': { type: 'count', min: 0, max: 1_000_000 },
  'oracle.max_output_tokens': { type: 'count', min: 1, max: 10_000_000 },
  'oracle.calls_per_turn': { type: 'count', min: 0, max: 1000 },
  'oracle.session_usd': { type: 'amount' },
  'race.width': { type: 'count', min: 1, max: 64 },
  'race.tokens_per_run': tokens,
  'race.confirm_tokens': tokensOrNone,
  'race.budget_tokens': tokensOrNone,
  'race.preset': { type: 'word', words: Object.keys(presets) },
  'race.setup': {
    type: 'text',
    shape: commandShape,
    expected: 'a command for the shell such as "npm ci"',
  },
  'race.copy': {
    type: 'list',
    shape: insideShape,
    expected: 'a list of globs inside the repository such as "node_modules"',
  },
  'race.sandbox': { type: 'word', words: ['none', 'os'] },
  'race.check_network': { type: 'word', words: ['none', 'open'] },
  'race.check_timeout': { type: 'duration' },
  'race.max_disk': { type: 'size' },
  'race.judge_weight': { type: 'number', min: 0, max: 1000 },
  'race.cross_tests': { type: 'word', words: ['off', 'auto', 'on'] },
  'race.stop_when': { type: 'word', words: ['perfect', 'lead'] },
  'race.tags': { type: 'list', shape: tagShape, expected: 'a list of tags such as "build"' },
  'race.contestant': { type: 'text', shape: specShape, expected: 'a contestant such as "claude/opus"' },
  'race.found': { type: 'switch' },
  'race.without': {
    type: 'list',
    shape: checkNameShape,
    expected: 'a list of names of checks such as "lint"',
  },
  'budget.max_usd': { type: 'amount' },
  'budget.max_tokens': tokens,
  'budget.max_attempts': { type: 'count', min: 1, max: 100_000 },
  'budget.max_time': { type: 'duration' },
  'budget.confirm_tokens': tokens,
  'env.pass': {
    type: 'list',
    shape: passShape,
    expected: 'a list of variable names, each with an optional * at its end',
  },
} as const satisfies Readonly<Record<string, Rule>>;

export type RuleKey = keyof typeof rules;

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

/** Reads what a variable or flag says; undefined when the rule forbids it. Lists are separated by commas. */
export function readText(rule: Rule, text: string): ConfigValue | undefined {
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
    case 'text':
      return rule.shape.test(trimmed) ? trimmed : undefined;
    case 'list':
      return listed(trimmed, rule.shape);
  }
}

/** A bare number, or one with its unit. */
function measured(text: string, read: (value: string | number) => number | undefined) {
  const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
  return read(value) === undefined ? undefined : value;
}

function listed(text: string, shape: RegExp): readonly string[] | undefined {
  const items = text.split(',').map((item) => item.trim());
  const kept = items.filter((item) => item !== '');
  return kept.every((item) => shape.test(item)) ? kept : undefined;
}

const switches: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

function within(value: number, { min, max }: { readonly min: number; readonly max: number }) {
  return value >= min && value <= max ? value : undefined;
}
