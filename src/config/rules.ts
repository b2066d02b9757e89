// What each plain setting may be: read from text here for variables and flags, and made into zod by schema.ts for files.
import { durationMs } from './duration.ts';
import type { ConfigValue } from './entry.ts';

export type Rule =
  | { readonly type: 'count'; readonly min: number; readonly max: number }
  | { readonly type: 'amount' }
  | { readonly type: 'duration' }
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
    case 'duration':
      return 'a number of seconds above 0 or a duration such as "90s", "15m" or "1h" (7 days at most)';
    case 'text':
    case 'list':
      return rule.expected;
  }
}

/** Reads what a variable or flag says; undefined when the rule forbids it. Lists are separated by commas. */
export function readText(rule: Rule, text: string): ConfigValue | undefined {
  const trimmed = text.trim();
  switch (rule.type) {
    case 'count':
      return /^\d{1,16}$/.test(trimmed) ? within(Number(trimmed), rule) : undefined;
    case 'amount':
      return /^\d{1,12}(?:\.\d{1,9})?$/.test(trimmed) && Number(trimmed) > 0 ? Number(trimmed) : undefined;
    case 'duration': {
      const value = /^\d+(?:\.\d+)?$/.test(trimmed) ? Number(trimmed) : trimmed;
      return durationMs(value) === undefined ? undefined : value;
    }
    case 'text':
      return rule.shape.test(trimmed) ? trimmed : undefined;
    case 'list': {
      const items = trimmed.split(',').map((item) => item.trim());
      const kept = items.filter((item) => item !== '');
      return kept.every((item) => rule.shape.test(item)) ? kept : undefined;
    }
  }
}

function within(value: number, { min, max }: { readonly min: number; readonly max: number }) {
  return value >= min && value <= max ? value : undefined;
}
