import { describe, expect, it } from 'vitest';
import { foldSame, lineDiff } from './line-diff.ts';

const marks = { same: ' ', added: '+', removed: '-' };
const told = (one: string, other: string) =>
  lineDiff(one, other).map(({ is, text }) => `${marks[is]}${text}`);

describe('lines of two texts', () => {
  it('are the same, added or removed', () => {
    expect(told('a\nb\nc', 'a\nx\nc\nd')).toEqual([' a', '-b', '+x', ' c', '+d']);
    expect(told('a', 'a')).toEqual([' a']);
    expect(told('', 'a')).toEqual(['-', '+a']);
  });

  it('give back both texts', () => {
    const [one, other] = ['a\nb\nc\nb\na\nq', 'b\na\nc\nc\na\nb\nq'];
    const lines = lineDiff(one, other);
    const of = (not: string) => lines.filter(({ is }) => is !== not).map(({ text }) => text);
    expect(of('added').join('\n')).toBe(one);
    expect(of('removed').join('\n')).toBe(other);
  });

  it('are told as replaced where there are too many', () => {
    const many = (word: string) => Array.from({ length: 3000 }, (_, at) => `${word} ${at}`).join('\n');
    const lines = lineDiff(`same\n${many('a')}\nend`, `same\n${many('b')}\nend`);
    expect(lines).toHaveLength(6002);
    expect(lines.at(-1)).toEqual({ is: 'same', text: 'end' });
  });

  it('are folded where nothing differs nearby', () => {
    const text = Array.from({ length: 20 }, (_, at) => `${at}`);
    const folds = foldSame(lineDiff(text.join('\n'), [...text, 'more'].join('\n')));
    expect(folds.map(({ folded, lines }) => [folded, lines.length])).toEqual([
      [true, 18],
      [false, 3],
    ]);
  });
});
