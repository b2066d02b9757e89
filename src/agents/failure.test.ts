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
