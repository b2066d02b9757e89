// What the summary of a contest tells of the hands laid on the user's tree.
import { expect, it } from 'vitest';
import type { JoustEvent } from '../domain/event.ts';
import { contestSummary, okCount } from './contest-summary.ts';

const at = '2026-11-15T06:31:49.872Z';
const summaryOf = (events: readonly object[]) =>
  contestSummary(
    'r1',
    events.map((event) => ({ at, event: event as JoustEvent })),
  );

it('counts who is ok by the last thing each did, and those who serve where nobody competes', () => {
  const opened = { type: 'contest.opened', roster: [{ name: 'ann' }, { name: 'bob' }], options: {} };
  const end = (key: string, contestant: string, more: object = {}) => ({
    type: 'attempt.ended',
    key,
    contestant,
    run: 1,
    outcome: 'ok',
    timing: {},
    ...more,
  });
  const debate = [
    ...['opening', 'round/2', 'round/3'].flatMap((key) => [end(`${key}/a`, 'ann'), end(`${key}/b`, 'bob')]),
    end('check/2', 'mod', { role: 'moderator' }),
  ];
  const counted = (events: readonly object[]) => {
    const summary = summaryOf([opened, ...events]);
    return summary && okCount(summary);
  };
  expect(counted(debate)).toEqual({ ok: 2, of: 2 });
  expect(counted([...debate, end('round/4/b', 'bob', { outcome: 'crashed' })])).toEqual({ ok: 1, of: 2 });
  expect(counted([])).toEqual({ ok: 0, of: 2 });
  const judged = ['1', '2', '3'].map((key) => end(key, 'judy', { role: 'judge' }));
  expect(counted(judged)).toEqual({ ok: 3, of: 3 });
});

it('counts what contests took that were steps of it, and how many of these came to something', () => {
  const opened = { type: 'contest.opened', roster: [{ name: 'ann' }, { name: 'bob' }], options: {} };
  const started = ['1', '2', '3'].map((key) => ({ type: 'child.started', key, contest: `c${key}` }));
  const ended = (key: string, outcome: string, usd: number) => ({
    type: 'child.ended',
    key,
    contest: `c${key}`,
    outcome,
    spent: { attempts: 2, tokens: 10, usd },
  });
  const summary = summaryOf([opened, ...started, ended('1', 'ok', 0.5), ended('2', 'nothing-usable', 0)]);
  expect(summary?.cost).toEqual({ usd: 0.5, unknown: 2 });
  expect(summary && okCount(summary)).toEqual({ ok: 1, of: 3 });
});

it('names a downgrade, what was applied and what was taken back', () => {
  const events = [
    { type: 'contest.opened', format: 'race', roster: [], options: {} },
    { type: 'race.downgraded', key: 'gate', reason: 'user_declined', contestants: ['a', 'b'] },
    { type: 'patch.applied', key: 'apply/1', contestant: 'a', how: 'tree', change: { files: [] } },
    { type: 'patch.undone', key: 'apply/1' },
  ];
  const summary = summaryOf(events);
  expect(summary?.decisions.map(({ text }) => text)).toEqual([
    'only one plays: the race was declined',
    'applied: a (tree, apply/1)',
    'taken back: apply/1',
  ]);
});
