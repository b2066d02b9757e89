// Which tasks of a suite a filter shows, and how its cells look.
import { expect, test } from 'vitest';
import { toldSuite } from '../../../../tests/fixtures/told-suite.ts';
import { taskRows } from '../../../views/suite/suite-figures.ts';
import { cellWords, filterNamed, lookOf, neighbour, rowsOf } from './suite-rows.ts';

const rows = taskRows(
  toldSuite({
    same: { ann: 'pp', bob: 'pp' },
    differs: { ann: 'pp', bob: 'pf' },
    broken: { ann: 'pe', bob: 'ee' },
    'not played': { ann: 'oo', bob: 'ff' },
  }),
);
const shown = (filter: string, words?: string) =>
  rowsOf(rows, filterNamed(filter), words).map(({ id }) => id);

test('by what somebody looks for', () => {
  expect(shown('all')).toHaveLength(4);
  expect(shown('differing')).toEqual(['differs']);
  expect(shown('failed')).toEqual(['differs', 'not played']);
  expect(shown('errors')).toEqual(['broken']);
  expect(shown('open')).toEqual(['not played']);
  expect(shown('all', 'PLAY not')).toEqual(['not played']);
  expect(shown('nonsense')).toHaveLength(4);
});

test('a cell has one look, and words for all of it', () => {
  expect(rows.map(({ cells }) => cells.map(lookOf))).toEqual([
    ['passed', 'passed'],
    ['passed', 'mixed'],
    ['passed', 'error'],
    ['open', 'failed'],
  ]);
  expect(rows.map(({ cells: [ann] }) => ann && cellWords(ann))).toEqual([
    '2 of 2 passed',
    '2 of 2 passed',
    '1 of 1 passed, 1 in error',
    '2 not played yet',
  ]);
});

test('the one after the last is the first', () => {
  expect(neighbour(['a', 'b'], 'b', 1)).toBe('a');
  expect(neighbour(['a', 'b'], 'a', -1)).toBe('b');
  expect(neighbour(['a', 'b'], undefined, -1)).toBe('b');
  expect(neighbour([], 'a', 1)).toBeUndefined();
});
