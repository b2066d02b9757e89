// Secrets leave text: those the attempt was given, and those whose shape gives them away.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactor } from './kept-text.ts';

describe('values the attempt was given', () => {
  const secret = fc
    .stringMatching(/^[!-~]{8,40}$/)
    .filter((value) => !'[redacted TOKEN token]'.includes(value));

  it('never stay, wherever and however often they stand', () => {
    fc.assert(
      fc.property(secret, fc.array(fc.string()), (value, around) => {
        const clean = redactor({ TOKEN: value })(around.join(value));
        expect(clean).not.toContain(value);
      }),
    );
  });

  it('are replaced by the name of their variable', () => {
    expect(redactor({ MY_KEY: 'hunter2hunter2' })('a hunter2hunter2 b')).toBe('a [redacted MY_KEY] b');
  });

  it('are taken from the longest to the shortest, so that none leaves its end behind', () => {
    const clean = redactor({ SHORT: 'abcdefgh', LONG: 'abcdefghijkl' });
    expect(clean('abcdefghijkl abcdefgh')).toBe('[redacted LONG] [redacted SHORT]');
  });

  it('count only from eight characters: a shorter one would take half of the text with it', () => {
    expect(redactor({ DEBUG: 'true', EMPTY: '' })('it is true')).toBe('it is true');
  });

  it('may look like a pattern', () => {
    expect(redactor({ KEY: '$&.*(x)+[' })('a $&.*(x)+[ b')).toBe('a [redacted KEY] b');
  });
});

describe('shapes', () => {
  const clean = redactor({});
  const filler = 'Ab0'.repeat(20);

  it.each([
    `sk-${filler}`,
    `sk-ant-api03-${filler}`,
    `sk-proj-${filler}`,
    `sk-or-v1-${filler}`,
    `ghp_${filler}`,
    `github_pat_${filler}`,
    `AIza${filler.slice(0, 35)}`,
    `xoxb-${filler}`,
    'AKIAIOSFODNN7EXAMPLE',
    `eyJ${filler}.eyJ${filler}.${filler}`,
  ])('%s is a secret anywhere', (token) => {
    expect(clean(`key=${token}, "${token}"`)).toBe('key=[redacted token], "[redacted token]"');
  });

  it.each([
    'sk-short',
    'ask-me-anything-about-the-long-dash-separated-words',
    'task-1234567890123456789012345',
    'ghp_tooshort',
    'AKIA',
    'the risk-averse-and-very-careful-approach-wins',
    `AIza${filler}`,
  ])('%s is none', (text) => {
    expect(clean(text)).toBe(text);
  });
});
