// Words of several, piece by piece: nothing is lost, nothing is wider than it may be, and everybody's lines are their own.
import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, it } from 'vitest';
import { spokenLines, spokenPrefixes } from './spoken-lines.ts';

function spoken(pieces: readonly string[], columns?: number): readonly string[] {
  let rest = '';
  const lines = pieces.flatMap((piece) => {
    const heard = spokenLines(rest, piece, columns);
    rest = heard.rest;
    return heard.lines;
  });
  return rest === '' ? lines : [...lines, ...spokenLines(rest, '\n', columns).lines];
}

it('waits for whole lines, wherever the pieces end', () => {
  expect(spokenLines('', 'one\ntw')).toEqual({ lines: ['one'], rest: 'tw' });
  expect(spoken(['one\ntw', 'o\r', '\nthree \x1b[2J', '\n\n'])).toEqual(['one', 'two', 'three ␛[2J', '']);
});

it('wraps a long line at words, before it ends', () => {
  expect(spokenLines('', 'the quick brown fox', 10)).toEqual({ lines: ['the quick'], rest: 'brown fox' });
  expect(spoken(['the quick brown ', 'fox\n  code\n'], 10)).toEqual(['the quick', 'brown fox', '  code']);
});

it('loses no word, however it is cut in pieces', () => {
  const word = fc.stringMatching(/^[a-z日本]{1,8}$/);
  const columns = fc.integer({ min: 16, max: 40 });
  fc.assert(
    fc.property(fc.array(word), fc.array(fc.nat(200)), columns, (words, cuts, width) => {
      const text = words.join(' ');
      const at = [0, ...cuts.map((cut) => cut % (text.length + 1)), text.length].toSorted((a, b) => a - b);
      const pieces = at.slice(1).map((end, index) => text.slice(at[index], end));
      const lines = spoken(pieces, width);
      expect(lines.join(' ')).toBe(text);
      for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(width);
    }),
  );
});

it('sets the names as wide as the widest, in reason', () => {
  const prefixes = [...spokenPrefixes(['a', '日本', 'longer']).values()];
  expect(prefixes).toEqual(['a      | ', '日本   | ', 'longer | ']);
  expect(spokenPrefixes(['x'.repeat(50)]).get('x'.repeat(50))).toBe(`${'x'.repeat(19)}… | `);
});
