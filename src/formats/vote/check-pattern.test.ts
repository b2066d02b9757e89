import { describe, expect, it } from 'vitest';
import { checkPattern } from './ballot.ts';

describe('a pattern', () => {
  it.each([
    'ANSWER: (.+)',
    '(yes|no)$',
    '\\((a+)\\)',
    '[(+*|]+',
    '(?:\\w{2,4}-){2}x',
    '(ab)+',
    '(?<v>\\d+)%',
  ])('%s is used', (pattern) => {
    expect(checkPattern(pattern)).toBeUndefined();
  });

  it.each(['(a+)+$', '(a|aa)*b', '((a+)b)+', '(?:x*){2,}', '(.*a){20}', '((a|b)c)+', '(?:(ab)+c)*'])(
    '%s may take forever and is not',
    (pattern) => {
      expect(checkPattern(pattern)).toContain('repeated group');
    },
  );

  it('that is none says why', () => {
    expect(checkPattern('(')).toMatch(/Unterminated group/);
  });
});
