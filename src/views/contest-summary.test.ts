// What the summary of a contest tells of the hands laid on the user's tree.
import { expect, it } from 'vitest';
import type { JoustEvent } from '../domain/event.ts';
import { contestSummary } from './contest-summary.ts';

it('names a downgrade, what was applied and what was taken back', () => {
  const at = '2026-11-15T06:31:49.872Z';
  const events = [
    { type: 'contest.opened', format: 'race', roster: [], options: {} },
    { type: 'race.downgraded', key: 'gate', reason: 'user_declined', contestants: ['a', 'b'] },
    { type: 'patch.applied', key: 'apply/1', contestant: 'a', how: 'tree', change: { files: [] } },
    { type: 'patch.undone', key: 'apply/1' },
  ];
  const summary = contestSummary(
    'r1',
    events.map((event) => ({ at, event: event as unknown as JoustEvent })),
  );
  expect(summary?.decisions.map(({ text }) => text)).toEqual([
    'downgraded to a single run: user_declined',
    'applied: a (tree, apply/1)',
    'taken back: apply/1',
  ]);
});
