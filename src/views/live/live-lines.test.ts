import { describe, expect, it } from 'vitest';
import type { JoustEvent } from '../../domain/event.ts';
import { boardLines } from './board.ts';
import { checkName, liveContest, observeLive, progressText } from './live.ts';

const check = { v: 1, key: 'check/ann/submitted/test', run: 1, inputs: 'x' } as const;
const started: JoustEvent = { type: 'check.started', ...check, spool: '/s' };
const ended: JoustEvent = {
  type: 'check.ended',
  ...check,
  outcome: 'failed',
  code: 1,
  timing: { queuedMs: 0, ranMs: 2100 },
};

describe('progress', () => {
  it.each([
    ['check/base/test', 'base: test'],
    ['check/ann/submitted/lint', 'ann, submitted: lint'],
    ['check/ann/tests-of/bob/test', 'ann, tests of bob: test'],
    ['setup/work/ann/1', 'setup of ann'],
    ['measure', 'measure'],
  ])('%s is called %s', (key, name) => expect(checkName(key)).toBe(name));

  it('tells of entries and measurements, and of those that were not repeated', () => {
    expect(progressText(ended)).toBe('ann, submitted: test: failed in 2.1s');
    expect(progressText({ ...ended, run: 0, outcome: 'passed' })).toBe(
      'ann, submitted: test: passed, as measured before',
    );
    const sealed: JoustEvent = {
      type: 'entry.sealed',
      v: 1,
      key: 'work/ann',
      run: 1,
      contestant: 'ann',
      inputs: 'x',
      base: 'a',
      tree: 'b',
      change: { files: [{ path: 'x', added: 3, removed: 1 }, { path: 'y.bin' }] },
    };
    expect(progressText(sealed)).toBe('ann: 2 files changed, +3 -1');
    expect(progressText(started)).toBeUndefined();
  });

  it('has a line on the board while something is measured', () => {
    const told = (event: JoustEvent) => ({ type: 'recorded', contest: 'c', event, at: '' }) as const;
    const measuring = observeLive(liveContest(['ann']), told(started), 1000);
    const lines = boardLines(measuring, { nowMs: 4000, width: 80 });
    expect(lines.map(({ text, state }) => [text, state])).toEqual([
      ['ann  waiting', 'waiting'],
      ['     measuring ann, submitted: test · 3.0s', 'running'],
    ]);
    const after = observeLive(measuring, told(ended), 5000);
    expect(boardLines(after, { nowMs: 5000, width: 80 })).toHaveLength(1);
  });
});
