import { describe, expect, it } from 'vitest';
import { cutBlocks, settledLength } from './live-blocks.ts';

const joined = (text: string, length?: number) =>
  cutBlocks(text, length)
    .map(({ opens, text: part }, at) => (opens && at > 0 ? `|${part}` : part))
    .join('');

describe('blocks of a stream', () => {
  it('go on with the open one while there is room', () => {
    expect(cutBlocks('abc', undefined)).toEqual([{ opens: true, text: 'abc' }]);
    expect(cutBlocks('abc', 10)).toEqual([{ opens: false, text: 'abc' }]);
    expect(cutBlocks('', 10)).toEqual([]);
  });

  it('end with a line once they are long enough', () => {
    const long = 'x'.repeat(1100);
    expect(joined(`${long}\nnext`)).toBe(`${long}|next`);
    expect(joined('\nnext', 1100)).toBe('next');
    expect(cutBlocks('\nnext', 1100)).toEqual([{ opens: true, text: 'next' }]);
    expect(joined('one\ntwo\nthree')).toBe('one\ntwo\nthree');
  });

  it('are never longer than 2 KB, and lose nothing but ends of lines', () => {
    const word = 'word '.repeat(2000);
    for (const text of [word, 'y'.repeat(10_000), `${word}\n${word}`, '😀'.repeat(3000)]) {
      const parts = cutBlocks(text, 700);
      for (const part of parts) expect(part.text.length).toBeLessThanOrEqual(2048);
      const all = parts.map((part) => part.text).join('');
      expect(all.replaceAll('\n', '') === text.replaceAll('\n', '')).toBe(true);
      expect(parts.every((part) => part.text.isWellFormed())).toBe(true);
    }
  });

  it('come out the same however the stream is chopped, up to where it was', () => {
    const text = 'a line of text\n'.repeat(500);
    let [length, count] = [undefined as number | undefined, 0];
    const lines: string[] = [];
    for (let at = 0; at < text.length; at += 7)
      for (const part of cutBlocks(text.slice(at, at + 7), length)) {
        if (part.opens) {
          count += 1;
          lines.push('');
        }
        lines.push(`${lines.pop() ?? ''}${part.text}`);
        length = part.opens ? part.text.length : (length ?? 0) + part.text.length;
        expect(length).toBeLessThanOrEqual(2048);
      }
    expect(count).toBe(cutBlocks(text, undefined).length);
    expect(lines.join('\n') === text).toBe(true);
  });
});

describe('Markdown that still grows', () => {
  const settled = (text: string) => text.slice(0, settledLength(text));

  it('is finished up to the last empty line', () => {
    expect(settled('one')).toBe('');
    expect(settled('one\n')).toBe('');
    expect(settled('one\n\ntwo')).toBe('one\n\n');
    expect(settled('one\n\ntwo\n \nthree')).toBe('one\n\ntwo\n \n');
  });

  it('is not cut within code', () => {
    expect(settled('a\n\n```js\nx\n\ny')).toBe('a\n\n');
    expect(settled('````\n```\n\n````\n\nb')).toBe('````\n```\n\n````\n\n');
    expect(settled('~~~\n```\n\n')).toBe('');
  });
});
