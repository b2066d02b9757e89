import { describe, expect, it } from 'vitest';
import { type SuiteCell, type SuiteResult, suiteResult } from './result.ts';

const cell: SuiteCell = {
  task: 'capital',
  contestant: 'claude',
  trial: 1,
  state: 'passed',
  outcome: 'ok',
  contest: 'abcdefghij',
  score: 1,
  asserts: [{ name: 'contains Paris', is: 'pass' }],
  usd: 0.01,
  tokens: 120,
  ranMs: 900,
};

const result: SuiteResult = {
  type: 'suite',
  name: 'our-work',
  contestants: ['claude'],
  trials: 1,
  tasks: [{ id: 'capital', format: 'ask', threshold: 1 }],
  cells: [cell],
  thresholds: { pass: 0.9 },
  missed: [],
};

describe('the result of a suite', () => {
  it('is read as it was written', () => {
    expect(suiteResult.parse(JSON.parse(JSON.stringify(result)))).toEqual(result);
  });

  it('knows no other state of a cell', () => {
    expect(suiteResult.safeParse({ ...result, cells: [{ ...cell, state: 'lost' }] }).success).toBe(false);
  });
});
