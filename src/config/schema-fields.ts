// The kinds of values in the config schema, each with the one message that says what it may be.
import { z } from 'zod';
import { durationMs, durationShape, maxDurationSeconds } from './duration.ts';
import { expectedText, nameShape, oneOfWords, type Rule, type RuleKey, rules } from './rules.ts';
import { sizeBytes, sizeShape } from './size.ts';

export function ruled(key: RuleKey) {
  return field(rules[key]).optional();
}

export function field(rule: Rule) {
  const error = expectedText(rule);
  switch (rule.type) {
    case 'count':
      return z.int({ error }).min(rule.min, { error }).max(rule.max, { error });
    case 'amount':
      return z.number({ error }).positive({ error });
    case 'number':
      return number(rule.min, rule.max);
    case 'duration':
      return duration();
    case 'size':
      return size();
    case 'switch':
      return z.boolean({ error });
    case 'word':
      return word(rule.words);
    case 'text':
      return text(rule.shape, error);
    case 'list':
      return z.array(text(rule.shape, error), { error }).max(200, { error });
  }
}

export function number(min: number, max: number) {
  const error = expectedText({ type: 'number', min, max });
  return z.number({ error }).min(min, { error }).max(max, { error });
}

/** One of these words. */
export function word<const T extends readonly string[]>(words: T) {
  return z.enum(words, { error: oneOfWords(words) });
}

export function text(shape: RegExp, error: string) {
  return z.string({ error }).regex(shape, { error });
}

export function duration() {
  const error = expectedText({ type: 'duration' });
  const seconds = z.number().positive({ error }).max(maxDurationSeconds, { error });
  return z
    .union([seconds, z.string().regex(durationShape, { error })], { error })
    .refine((value) => durationMs(value) !== undefined, { error });
}

function size() {
  const error = expectedText({ type: 'size' });
  return z
    .union([z.number().positive({ error }), z.string().regex(sizeShape, { error })], { error })
    .refine((value) => sizeBytes(value) !== undefined, { error });
}

export function tables<T extends z.ZodType>(table: T, error: string) {
  return z
    .record(text(nameShape, 'a name of letters, digits, dots, dashes and underscores'), table, { error })
    .optional();
}
