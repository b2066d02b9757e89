// What goes over the wire of attempts, decisions and checks, from records as they stand at different moments.
import { expect, it } from 'vitest';
import type { JoustEvent } from '../../domain/event.ts';
import { contestSummary } from '../contest-summary.ts';
import { attemptsJson } from './attempt-json.ts';
import { appliedIn, checksIn, decisionIn } from './decision-json.ts';

const recorded = (...events: readonly object[]) =>
  events.map((event, second) => ({
    at: `2026-11-15T06:00:${String(second).padStart(2, '0')}.000Z`,
    event: { v: 1, ...event } as JoustEvent,
  }));
const opened = { type: 'contest.opened', format: 'ask', task: {}, roster: [], options: {} };
const ann = { key: 'answer/1', contestant: 'ann', run: 1 };
const attempts = (...events: readonly object[]) => {
  const record = recorded(opened, ...events);
  const summary = contestSummary('x', record);
  return summary === undefined ? [] : attemptsJson(summary, record);
};

const queued = { type: 'attempt.queued', ...ann, lane: 'ollama', ahead: 2 };
const timing = { queuedMs: 5, ranMs: 3000, firstTokenMs: 1000, endedAt: '2026-11-15T06:00:09.000Z' };

it('tells an attempt that waits for its lane before it starts, and since when it did', () => {
  expect(attempts(queued)).toEqual([
    {
      key: 'answer/1',
      contestant: 'ann',
      run: 0,
      state: 'queued',
      lane: 'ollama',
      ahead: 2,
      queuedAt: '2026-11-15T06:00:01.000Z',
    },
  ]);
  expect(attempts(queued, { type: 'attempt.started', ...ann })).toMatchObject([
    { state: 'open', queuedAt: '2026-11-15T06:00:01.000Z', startedAt: '2026-11-15T06:00:02.000Z' },
  ]);
  expect(attempts({ ...queued, lane: 'account ann' }, queued)).toMatchObject([
    { lane: 'ollama', queuedAt: '2026-11-15T06:00:01.000Z' },
  ]);
  expect(attempts(queued, { type: 'contest.cancelled' })).toEqual([]);
});

it('tells what an attempt took and what went wrong, unknown figures left out', () => {
  const usage = { inputTokens: 10, outputTokens: 60 };
  const ok = { type: 'attempt.ended', ...ann, outcome: 'ok', timing, usage };
  expect(attempts({ type: 'attempt.started', ...ann }, ok)).toMatchObject([
    { state: 'ended', tokensPerS: 30, tokens: { total: 70 }, firstTokenMs: 1000, endedAt: timing.endedAt },
  ]);
  const [failed] = attempts(
    { type: 'attempt.started', ...ann },
    { ...ok, outcome: 'unauthenticated', reason: 'no login', usage: undefined, timing: { queuedMs: 0 } },
  );
  expect(failed?.failure).toEqual({
    outcome: 'unauthenticated',
    reason: 'no login',
    hint: expect.stringContaining('joust doctor ann'),
  });
  expect(failed?.tokensPerS).toBeUndefined();
  expect(failed?.endedAt).toBe('2026-11-15T06:00:02.000Z');
});

it("tells the computed winner beside a person's word, and what was taken back", () => {
  const decided = { type: 'winner.decided', winner: 'ann', rule: 'points', tied: [] };
  const word = { type: 'winner.overridden', winner: 'bob', reason: 'reads better' };
  expect(decisionIn(recorded(decided, word))).toMatchObject({
    winner: 'ann',
    rule: 'points',
    overridden: { winner: 'bob', reason: 'reads better', at: '2026-11-15T06:00:01.000Z' },
  });
  expect(decisionIn(recorded(word))).toMatchObject({ winner: 'bob' });
  expect(decisionIn(recorded(opened))).toBeUndefined();
  const applied = { type: 'patch.applied', key: 'k', contestant: 'ann', how: 'tree', folder: '/x' };
  expect(appliedIn(recorded(applied))).toMatchObject({ contestant: 'ann', undone: false });
  expect(appliedIn(recorded(applied, { type: 'patch.undone', key: 'k' }))).toMatchObject({ undone: true });
});

it.each([
  ['check/base/test', { of: 'base', tree: 'base', name: 'test' }],
  ['check/base/again/test', { of: 'base', tree: 'base', name: 'test' }],
  ['check/claude/opus/test', { of: 'claude/opus', tree: 'counted', name: 'test' }],
  ['check/ann/submitted/lint', { of: 'ann', tree: 'submitted', name: 'lint' }],
  ['check/ann/test/canary', { of: 'ann', tree: 'canary', name: 'canary' }],
  ['check/ann/tests-of/bob/test', { of: 'ann', tree: 'cross', testsOf: 'bob', name: 'test' }],
])('knows what %s measured', (key, place) => {
  const ended = { type: 'check.ended', key, outcome: 'passed', code: 0, timing: { queuedMs: 0 } };
  expect(checksIn(recorded({ type: 'check.started', key }))).toMatchObject([{ ...place, state: 'running' }]);
  expect(checksIn(recorded({ type: 'check.started', key }, ended))).toMatchObject([
    { ...place, key, state: 'ended', outcome: 'passed', hasLog: false },
  ]);
});
