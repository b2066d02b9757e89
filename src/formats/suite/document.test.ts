// How a suite is told: in 80 columns, however large, and nothing of what others wrote speaks for joust.
import { describe, expect, test } from 'vitest';
import { toldSuite } from '../../../tests/fixtures/told-suite.ts';
import { documentText } from '../../views/render/document-text.ts';
import { cases, document, wholeDocument } from './document.ts';

const names = [
  'claude/opus-4.5',
  'codex/gpt-5.5',
  'gemini/3-pro',
  'qwen3:30b',
  'grok',
  'copilot',
  'kimi',
  'pi',
];

/** Of `tasks` the first third is passed by all, the next by nobody, the last by some. */
function large(tasks: number) {
  const marks = (task: number, at: number) => {
    if (task % 3 === 0) return 'ppp';
    if (task % 3 === 1) return 'fff';
    return (task + at) % 4 === 0 ? 'ppe' : 'pff';
  };
  const rows = Array.from({ length: tasks }, (_, task) => [
    `task-${task}-with-a-name-that-is-rather-long`,
    Object.fromEntries(names.map((name, at) => [name, marks(task, at)])),
  ]);
  return toldSuite(Object.fromEntries(rows), { missed: ['pass: 50 % of cells passed, 90 % is asked'] });
}

describe('in a terminal', () => {
  test('a small one is told whole: shares with intervals, the matrix, what failed and what is an error', () => {
    const result = toldSuite({
      capital: { ann: 'ppp', bob: 'ppf' },
      river: { ann: 'ppp', bob: 'fff' },
      lake: { ann: 'ppe', bob: 'poo' },
      sea: { ann: 'eee', bob: 'eeo' },
    });
    const told = documentText(document(result, '4k2'), { columns: 80 });
    expect(told).toContain('ann passes most: 100 % (10 to 100 %) of 3 tasks.');
    expect(told).toContain('Cannot be told apart from it: bob.');
    expect(told).toContain('4 tasks, 2 contestants, 3 trials: 24 cells, 11 passed, 4 failed, 6 errors,');
    expect(told).toContain('3 not played');
    expect(told).toMatch(/^capital +3\/3 +2\/3$/m);
    expect(told).toMatch(/^lake +2\/2! +1\/1…$/m);
    expect(told).toMatch(/^sea +error +error…$/m);
    expect(told).toContain('river, contains Paris: it says Lyon (bob x3)');
    expect(told).toContain('ann: rate-limited (4 cells: lake, sea)');
    expect(told).toContain('joust suite retry 4k2 --errors');
    expect(told).toContain('joust suite resume 4k2');
    expect(told).not.toContain('--all');
  });

  test('nobody passes most where two pass as often', () => {
    const told = documentText(
      document(toldSuite({ a: { ann: 'pf', bob: 'fp' }, b: { ann: 'p', bob: 'p' } }), '4'),
    );
    expect(told).toContain('ann and bob pass as often as each other: 75 %');
    expect(told).not.toContain('passes most');
  });

  test('with one trial a cell is a word', () => {
    const told = documentText(
      document(toldSuite({ a: { ann: 'p', bob: 'f' }, b: { ann: 'e', bob: 'p' } }), '4'),
    );
    expect(told).toMatch(/^a +pass +FAIL$/m);
    expect(told).toMatch(/^b +error +pass$/m);
    expect(told).not.toContain('pass@3');
  });

  test('of 60 tasks and 8 contestants those that differ are shown, and everything fits in 80 columns', () => {
    const result = large(60);
    const told = documentText(document(result, '4k2'), { columns: 80 });
    const lines = told.split('\n');
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
    expect(lines.length).toBeLessThan(130);
    expect(told).toContain('A claude/opus-4.5');
    expect(told).toContain('Passed by all, every time: 20 of 60 tasks.');
    expect(told).toContain('Passed by nobody: 20 tasks (');
    expect(lines.filter((line) => /^task-.*\d\/\d/.test(line))).toHaveLength(20);
    expect(told).toContain('joust suite report 4k2 --all');
    const whole = documentText(wholeDocument(result, '4k2'), { columns: 80 });
    expect(whole.split('\n').filter((line) => /^task-.*\d\/\d/.test(line))).toHaveLength(60);
  });

  test('nothing played, nothing measured', () => {
    expect(documentText(document(toldSuite({ a: { ann: 'o' } }), '4'))).toContain('Nothing is played yet.');
    expect(documentText(document(toldSuite({ a: { ann: 'e' } }), '4'))).toContain('Nothing was measured.');
  });
});

test('for CI an error is an error, and what is not played is skipped', () => {
  const found = cases(toldSuite({ a: { ann: 'pfeo' } }));
  expect(found.map(({ name, failure, error, skipped }) => [name, failure ?? error ?? skipped])).toEqual([
    ['a (trial 1)', undefined],
    ['a (trial 2)', 'contains Paris: it says Lyon'],
    ['a (trial 3)', 'rate-limited'],
    ['a (trial 4)', 'not played yet'],
  ]);
  expect(
    found.map((one) => Object.keys(one).filter((key) => !['group', 'name', 'ms'].includes(key))),
  ).toEqual([[], ['failure'], ['error'], ['skipped']]);
});
