// A panel's word: those who take a side decide.
import { expect, test } from 'vitest';
import { type JudgeWord, panelWord, type Word } from './judge-choice.ts';

const words = (...said: readonly Word[]): readonly JudgeWord[] =>
  said.map((word, at) => ({ judge: `j${at}`, family: `f${at}`, word, flipped: false, looks: [] }));
const a = { winner: 'a' };
const b = { winner: 'b' };

test('a tie of some judges takes no side', () => {
  expect(panelWord(words(a, 'tie', 'tie'), {})).toEqual(a);
  expect(panelWord(words(a, a, b, 'tie', 'tie', 'tie'), {})).toEqual(a);
  expect(panelWord(words(a, b, 'tie'), {})).toBe('tie');
  expect(panelWord(words('tie', 'none'), {})).toBe('tie');
});

test('what could not be read is nobody’s word', () => {
  expect(panelWord(words(), {})).toBe('none');
  expect(panelWord(words('none', 'none'), {})).toBe('none');
  expect(panelWord(words('none', b), {})).toEqual(b);
});

test('contests opened under the old rule keep it: there a tie was a side', () => {
  expect(panelWord(words(a, 'tie', 'tie'), { tiesVote: true })).toBe('tie');
  expect(panelWord(words(a, a, 'tie'), { tiesVote: true })).toEqual(a);
});

test('a judge of weight 0 has no say unless no other could be read', () => {
  const weights = new Map([
    ['j0', 2],
    ['j1', 0],
    ['j2', 0],
  ]);
  expect(panelWord(words(a, b, b), { weights })).toEqual(a);
  expect(panelWord(words('tie', b, b), { weights })).toBe('tie');
  expect(panelWord(words('none', b, b), { weights })).toEqual(b);
});
