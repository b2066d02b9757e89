// Verbatim in an entry, or merely similar.
import { describe, expect, it } from 'vitest';
import { standsIn } from './stands-in.ts';

describe('standsIn', () => {
  const entries = standsIn(['More data is better.\nB\n', '{ "choice":\n  "A" }']);

  it('finds whole words, whatever the blanks and the case', () => {
    expect(entries.quotes('DATA  is\nbetter')).toBe(true);
    expect(entries.quotes('A is better')).toBe(false);
  });

  it('finds lines, and JSON laid out anew', () => {
    expect(entries.quotesLine(' b ')).toBe(true);
    expect(entries.quotesLine('More')).toBe(false);
    expect(entries.quotesPacked('{"choice": "A"}')).toBe(true);
    expect(entries.quotesPacked('{"choice": "B"}')).toBe(false);
  });
});
