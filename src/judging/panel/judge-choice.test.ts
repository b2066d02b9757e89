// A panel's word: those who take a side decide.
import { expect, test } from 'vitest';
import { type JudgeWord, panelWord, type Word } from './judge-choice.ts';

const words = (...said: readonly Word[]): readonly JudgeWord[] =>
  said.map((word, at) => ({ judge: `j${at}`, family: `f${at}`, word, flipped: false, looks: [] }));
const a = { winner: 'a' };
const b = { winner: 'b' };

test('a tie of some judges takes no side', () => {
  expect(panelWord(words(a, 'tie', 'tie'), false)).toEqual(a);
  expect(panelWord(words(a, a, b, 'tie', 'tie', 'tie'), false)).toEqual(a);
  expect(panelWord(words(a, b, 'tie'), false)).toBe('tie');
  expect(panelWord(words('tie', 'none'), false)).toBe('tie');
});

test('what could not be read is nobody’s word', () => {
  expect(panelWord(words(), false)).toBe('none');
  expect(panelWord(words('none', 'none'), false)).toBe('none');
  expect(panelWord(words('none', b), false)).toEqual(b);
});

test('contests opened under the old rule keep it: there a tie was a side', () => {
  expect(panelWord(words(a, 'tie', 'tie'), true)).toBe('tie');
  expect(panelWord(words(a, a, 'tie'), true)).toEqual(a);
});
