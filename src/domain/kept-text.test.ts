// Text kept up to a limit: never longer, never half a character, and never more after the cut.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addText, keptTextLimit, noText, tailText } from './kept-text.ts';

const pieces = fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }), { maxLength: 12 });
const limit = fc.integer({ min: 0, max: 40 });

it('keeps everything up to the limit, and the beginning beyond it', () => {
  fc.assert(
    fc.property(pieces, limit, (given, most) => {
      const whole = given.join('');
      const kept = given.reduce((text, piece) => addText(text, piece, most), noText);
      expect(kept.text.length).toBeLessThanOrEqual(most);
      expect(whole.startsWith(kept.text)).toBe(true);
      expect(kept.text.isWellFormed()).toBe(true);
      expect(kept.truncated).toBe(whole.length > most);
      if (!kept.truncated) expect(kept.text).toBe(whole);
    }),
  );
});

it('adds nothing behind a cut, even where it would fit', () => {
  const cut = addText(noText, 'abcdef', 3);
  expect(addText(cut, 'x', 100)).toEqual({ text: 'abc', truncated: true });
});

it('has a limit of its own', () => {
  expect(addText(noText, 'x'.repeat(keptTextLimit)).truncated).toBe(false);
  expect(addText(noText, 'x'.repeat(keptTextLimit + 1))).toEqual({
    text: 'x'.repeat(keptTextLimit),
    truncated: true,
  });
});

it('tells the end of a text in whole characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), limit, (text, most) => {
      const tail = tailText(text, most);
      expect(tail.length).toBeLessThanOrEqual(Math.max(most, 0));
      expect(tail.length).toBeGreaterThanOrEqual(Math.min(text.length, most) - 1);
      expect(text.endsWith(tail)).toBe(true);
      expect(tail.isWellFormed()).toBe(true);
    }),
  );
  expect(tailText('ab😀', 3)).toBe('b😀');
  expect(tailText('ab😀', 1)).toBe('');
});
