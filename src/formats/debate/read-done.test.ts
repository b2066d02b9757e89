// DONE or CONTINUE: only a plain DONE ends a debate.
import { describe, expect, it } from 'vitest';
import { readDone } from './movement.ts';

describe('readDone', () => {
  it.each([
    'DONE',
    'done.',
    '**DONE**',
    '`Done`',
    'Verdict: DONE',
    'DONE\n\nBoth agree on a queue.',
    'DONE - both agree on a queue',
    'They could CONTINUE, but nothing is gained. DONE',
    'The debate is DONE.',
    'CONTINUE\nOn second thought: DONE',
  ])('%j ends it', (reply) => {
    expect(readDone(reply)).toBe('DONE');
  });

  it.each([
    '',
    'CONTINUE',
    'continue',
    'NOT DONE',
    'The debate is not DONE.',
    "It isn't DONE yet.",
    'We are almost DONE.',
    'DONE?',
    'DONE or CONTINUE',
    'DONE\nCONTINUE',
    'If they agree on naming we are DONE.',
    'ABANDONED',
    'UNDONE',
    'DONENESS',
    'A has done good work.',
    'Both have done their best, and more is to come',
    '429 Too Many Requests',
  ])('%j goes on', (reply) => {
    expect(readDone(reply)).toBe('CONTINUE');
  });
});
