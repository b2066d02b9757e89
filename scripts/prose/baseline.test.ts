import { expect, it } from 'vitest';
import { baselineOf, compare, lineOf } from './baseline.ts';
import { codePassages } from './code-passages.ts';
import { breachesOf } from './rules.ts';

const breaches = (comment: string, path = 'src/a.ts') => codePassages(path, comment).flatMap(breachesOf);
const baseline = (comment: string) => baselineOf(breaches(comment).map(lineOf));

it('accepts a sentence of the baseline in another file and on another line', () => {
  const moved = breaches('\n\n// Fine. That is no folder.', 'src/b.ts');
  expect(compare(moved, baseline('// That is no folder.'))).toMatchObject({ added: [], stale: [] });
});

it('objects to a sentence of the baseline once it is touched, and to its old line', () => {
  const touched = compare(breaches('// This is no folder.'), baseline('// That is no folder.'));
  expect(touched.added).toMatchObject([{ line: 1, rule: 'is-no', text: 'This is no folder.' }]);
  expect(touched.stale).toHaveLength(1);
});

it('objects to a copy of a sentence of the baseline', () => {
  const copied = compare(
    breaches('// That is no folder. That is no folder.'),
    baseline('// That is no folder.'),
  );
  expect([copied.added.length, copied.known.length, copied.stale.length]).toEqual([1, 1, 0]);
});
