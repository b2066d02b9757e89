import { describe, expect, it } from 'vitest';
import { plainText } from './plain-text.ts';

describe('texts that say the same', () => {
  it.each([
    ['**42**', '42'],
    ['  The  Answer. ', 'the answer'],
    ['`Yes`!', 'yes'],
    ['## Paris', 'paris'],
    ['- *Paris*', 'paris'],
    ['“Paris”', 'paris'],
    ['Ｐａｒｉｓ', 'paris'],
    ['[Paris](https://example.org)', 'paris'],
    ['東京。', '東京'],
  ])('%j is %j', (text, plain) => {
    expect(plainText(text)).toBe(plain);
  });

  it.each(['-3', 'a * b', 'snake_case', '2*3', 'c++', 'f(x)', '50%'])('%j stays as it is', (text) => {
    expect(plainText(text)).toBe(text);
  });

  it('is idempotent', () => {
    for (const text of ['**"x."**', '> # y!', '`a`, '])
      expect(plainText(plainText(text))).toBe(plainText(text));
  });
});
