// A suite beside another run: tasks paired by name, errors left out on both sides.
import { expect, test } from 'vitest';
import { toldSuite } from '../../../tests/fixtures/told-suite.ts';
import { documentText } from '../render/document-text.ts';
import { compareSuites, comparisonDocument } from './suite-comparison.ts';

const words = { base: '4k2', now: '9x1', most: 24 };

/** So many tasks, each with these marks. */
function tasks(count: number, row: Readonly<Record<string, string>>) {
  return toldSuite(Object.fromEntries(Array.from({ length: count }, (_, at) => [`task-${at}`, row])));
}

test('better, worse and what cannot be told apart, each for itself', () => {
  const base = tasks(20, { ann: 'fff', bob: 'ppp', cy: 'ppf' });
  const comparison = compareSuites(base, tasks(20, { ann: 'ppf', bob: 'pff', cy: 'pfp' }));
  expect(comparison.contestants.map(({ name, difference }) => [name, difference?.told])).toEqual([
    ['ann', 'better'],
    ['bob', 'worse'],
    ['cy', 'cannot be told apart'],
  ]);
  const told = documentText(comparisonDocument(comparison, words), { columns: 80 });
  expect(told).toMatch(/ann is better than before: \+67 points, \+\d+ to \+\d+\./);
  expect(told).toContain('cy cannot be told apart from before.');
  expect(told).toContain('Changed: 20 times worse, 20 better');
  expect(told).toContain('And 16 more: --all');
  expect(Math.max(...told.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80);
});

test('tasks and contestants of one alone are named; errors are neither better nor worse', () => {
  const base = toldSuite({
    a: { ann: 'pp', bob: 'pp' },
    b: { ann: 'pp', bob: 'ff' },
    gone: { ann: 'pp', bob: 'pp' },
  });
  const now = toldSuite({
    a: { ann: 'pe', cy: 'pp' },
    b: { ann: 'ee', cy: 'pp' },
    fresh: { ann: 'pp', cy: 'pp' },
  });
  const comparison = compareSuites(base, now);
  expect(comparison).toMatchObject({
    changed: [],
    onlyBase: ['gone'],
    onlyNow: ['fresh'],
    unpaired: ['bob', 'cy'],
  });
  expect(comparison.contestants[0]?.difference).toMatchObject({ tasks: 1, told: 'cannot be told apart' });
});

test('where each has one contestant these two are compared, whatever they are called', () => {
  const comparison = compareSuites(tasks(20, { ann: 'f' }), tasks(20, { bob: 'p' }));
  expect(comparison.contestants).toMatchObject([
    { name: 'bob', baseName: 'ann', difference: { told: 'better' } },
  ]);
  expect(comparison.unpaired).toEqual([]);
});

test('nothing in common is said', () => {
  const comparison = compareSuites(toldSuite({ a: { ann: 'p' } }), toldSuite({ b: { ann: 'p' } }));
  expect(documentText(comparisonDocument(comparison, words))).toContain(
    'have no task of the same contestant',
  );
});
