// What counts as a failure, and what is only an answer about failures.
import { describe, expect, test } from 'vitest';
import { classifyFailure, messageForAnswer } from './failure.ts';

describe('a message where the answer should be', () => {
  test.each([
    ["You've hit your usage limit. Try again in 3 hours.", 'rate-limited'],
    ['You have reached your monthly usage limit', 'rate-limited'],
    ['Claude usage limit reached. Resets at 5pm.', 'rate-limited'],
    ['Error: 429 Too Many Requests', 'rate-limited'],
    ['Not logged in · Please run /login', 'unauthenticated'],
    ['Invalid API key', 'unauthenticated'],
  ])('%j is %s', (text, outcome) => {
    expect(messageForAnswer(text)?.outcome).toBe(outcome);
  });

  test.each([
    'Too many requests is what HTTP 429 means; wait and retry.',
    'You have hit your stride with this quota design, no limit.',
    'Not logged in means that the server answers 401.',
    'Rate limits protect a service. When a usage limit reached its end, clients wait.',
    `${'A long answer. '.repeat(30)}You've hit your usage limit.`,
    'Overloaded operators are resolved at compile time.',
  ])('%j is an answer', (text) => {
    expect(messageForAnswer(text)).toBeUndefined();
  });

  test('tells when to come back', () => {
    expect(
      messageForAnswer("You've hit your usage limit. Try again in 2 hours 30 minutes.")?.retryAfterMs,
    ).toBe(9_000_000);
  });
});

describe('a failure', () => {
  test('is told by the status first', () => {
    expect(classifyFailure({ status: 429, message: 'Not logged in' }).outcome).toBe('rate-limited');
    expect(classifyFailure({ status: 503, message: 'x' })).toMatchObject({
      outcome: 'crashed',
      transient: true,
    });
  });

  test('of a megabyte of nothing is told at once', () => {
    expect(classifyFailure({ message: '\0'.repeat(1024 * 1024) }).outcome).toBe('crashed');
  });
});

describe('a quota', () => {
  test.each([
    ['Usage limit reached.\nYour limit will reset at 3pm (UTC).', 'Your limit will reset at 3pm (UTC).'],
    ['Rate limit reached\nPlease try again later.\n  Retry-After: 3600  ', 'Retry-After: 3600'],
    ['Rate limit reached\nPlease try again later.', 'Please try again later.'],
    [`Usage limit reached. ${'Buy more. '.repeat(30)}Try again at 3:05 PM. Bye.`, 'Try again at 3:05 PM.'],
    [`Rate limit hit {"a":"${'x'.repeat(300)}","retryDelay":"37s","b":1}`, '"retryDelay":"37s"'],
  ])('keeps the sentence that tells when it is back: %j', (message, resetText) => {
    expect(classifyFailure({ status: 429, message })).toMatchObject({ outcome: 'rate-limited', resetText });
  });

  test('says nothing twice, and nothing at length', () => {
    const once = classifyFailure({ message: 'Usage limit reached, resets 3pm\nSee the plans.' });
    expect(once).toEqual({ outcome: 'rate-limited', reason: 'Usage limit reached, resets 3pm' });
    const long = classifyFailure({
      status: 429,
      message: `No\n${'x '.repeat(300)}resets ${'y '.repeat(300)}`,
    });
    expect(long.resetText).toMatch(/^resets y/);
    expect(long.resetText).toHaveLength(300);
    const other = classifyFailure({ status: 500, message: 'Broken\nPlease try again at 3pm' });
    expect(other).not.toHaveProperty('resetText');
  });

  test('keeps it also where something else is the reason', () => {
    const message = 'Usage limit reached, resets 3pm';
    expect(classifyFailure({ message, reason: 'exit code 1' })).toEqual({
      outcome: 'rate-limited',
      reason: 'exit code 1',
      resetText: message,
    });
  });
});
