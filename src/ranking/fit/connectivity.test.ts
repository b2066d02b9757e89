// Groups that can be compared, and levels within which strengths are finite.
import { expect, test } from 'vitest';
import { type PairVerdict, tally } from '../tally.ts';
import { connectivity } from './connectivity.ts';

const beat = (first: string, second: string): PairVerdict => ({ first, second, choice: 'first' });

test('a cycle is one level', () => {
  const found = connectivity(tally([beat('a', 'b'), beat('b', 'c'), beat('c', 'a')]));
  expect(found).toEqual({ groups: [['a', 'b', 'c']], levels: [['a', 'b', 'c']] });
});

test('a chain of wins is one group with a level each, best first', () => {
  const found = connectivity(tally([beat('b', 'c'), beat('a', 'b')]));
  expect(found.groups).toHaveLength(1);
  expect(found.levels).toEqual([['a'], ['b'], ['c']]);
});

test('a tie joins both ways', () => {
  expect(connectivity(tally([{ first: 'a', second: 'b', choice: 'tie' }])).levels).toEqual([['a', 'b']]);
});

test('two pairs that never met are two groups, and so is who has no verdict', () => {
  const found = connectivity(tally([beat('a', 'b'), beat('c', 'd')], ['a', 'b', 'c', 'd', 'e']));
  expect(found.groups).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
});

test('a long chain does not exhaust the stack', () => {
  const verdicts = Array.from({ length: 3000 }, (_, index) => beat(`c${index}`, `c${index + 1}`));
  expect(connectivity(tally(verdicts)).levels).toHaveLength(3001);
});
