// Which two commands fit next, from the record alone.
import { expect, it } from 'vitest';
import type { JoustEvent } from '../domain/event.ts';
import { nextSteps, nextText } from './next-steps.ts';

const opened = { type: 'contest.opened', format: 'ask', roster: [], options: {} };
const ended = (contestant: string, more: object = {}) => ({
  type: 'attempt.ended',
  key: `answer/${contestant}`,
  contestant,
  run: 1,
  outcome: 'ok',
  timing: {},
  ...more,
});
const closed = (outcome = 'ok') => ({ type: 'contest.closed', outcome });
const won = (winner?: string) => ({ type: 'winner.decided', winner, tied: [], rule: '' });

function next(events: readonly object[], known: Partial<Parameters<typeof nextSteps>[2]> = {}) {
  const record = [opened, ...events].map((event) => ({ at: '', event: event as JoustEvent }));
  return nextSteps('4k2', record, { told: false, ...known }).map(({ command }) => command);
}

const over = [closed()];
const [ann, bob] = [ended('ann'), ended('bob')];
const merge = ended('bob', { key: 'merge', role: 'aggregator' });
const choice = { type: 'choice', winner: 'ann' };
const picked = { type: 'verdict.given', judge: 'person', shown: [], verdict: choice };
const told = { told: true };

it.each([
  ['judge 4k2', 'reply 4k2 NAME "..."', next([ann, bob, ...over])],
  ['reply 4k2 "..."', 'show 4k2', next([ann, ...over])],
  [
    'reply 4k2 "..."',
    'resume 4k2 --retry-failed',
    next([ann, ended('bob', { outcome: 'crashed' }), ...over]),
  ],
  ['reply 4k2 bob "..."', 'show 4k2', next([ann, bob, won('bob'), ...over], told)],
  ['reply 4k2 bob "..."', 'show 4k2', next([ann, bob, merge, ...over], told)],
  ['reply 4k2 ann "..."', 'show 4k2', next([ann, bob, picked, ...over], told)],
  ['resume 4k2', 'show 4k2', next([ann])],
  ['tail 4k2', 'show 4k2', next([ann], { playing: true })],
])('%s, then %s', (first, second, commands) =>
  expect(commands).toEqual([`joust ${first}`, `joust ${second}`]),
);

it('looks why nobody answered, and at what was cancelled', () => {
  const failed = [ended('an n', { outcome: 'crashed' }), closed('nothing-usable')];
  expect(next(failed)).toEqual(['joust resume 4k2 --retry-failed', "joust show 4k2 --log 'an n'"]);
  expect(next([ann, { type: 'contest.cancelled' }])).toEqual(['joust show 4k2']);
});

it('answers what it waits for, a pick by its own command', () => {
  const asked = { type: 'gate.asked', key: 'pick', choices: ['a', 'b'] };
  expect(next([asked])).toEqual(['joust answer 4k2 a|b', 'joust show 4k2']);
  expect(next([{ ...asked, words: {} }])).toEqual(['joust pick 4k2 a|b', 'joust show 4k2']);
});

it('takes a change, and takes it back', () => {
  const sealed = { type: 'entry.sealed', contestant: 'ann', change: { files: [{ path: 'x' }] } };
  const race = [sealed, ended('ann'), won('ann'), closed()];
  expect(next(race, { told: true })).toEqual(['joust diff 4k2', 'joust apply 4k2']);
  expect(next([...race, { type: 'patch.applied' }])).toEqual(['joust diff 4k2', 'joust undo 4k2']);
  expect(next([...race, { type: 'patch.applied' }, { type: 'patch.undone' }])[1]).toBe('joust apply 4k2');
  expect(next([sealed, ended('ann'), won(), closed()])[1]).toBe('joust apply 4k2 --as NAME');
});

it('leads back to what it was about', () => {
  const about = { ...opened, about: '9zz' };
  const judged = ended('jo', { role: 'judge' });
  const record = (events: readonly object[]) =>
    nextSteps(
      '4k2',
      [about, judged, ...events].map((event) => ({ at: '', event: event as JoustEvent })),
      { told: true },
    ).map(({ command }) => command);
  expect(record([won('bob'), closed()])).toEqual(['joust reply 9zz bob "..."', 'joust show 9zz']);
  expect(record([closed()])).toEqual(['joust judge 9zz', 'joust show 9zz']);
  expect(record([{ type: 'verdict.given', shown: [], judge: 'jo' }, closed('no-clear-winner')])).toEqual([
    'joust show 9zz',
    'joust winner 9zz NAME --reason "..."',
  ]);
});

it('is one line, or one for each where there is not that much room', () => {
  const steps = [
    { why: 'look at it', command: 'joust diff 4k2' },
    { why: 'take it', command: 'joust apply 4k2' },
  ];
  const contest = { id: '4k2', status: { kind: 'good', text: 'won by ann' } } as const;
  expect(nextText(contest, steps)).toBe(
    'Contest 4k2: won by ann · look at it: joust diff 4k2 · take it: joust apply 4k2',
  );
  expect(nextText(contest, steps, 60)).toBe(
    'Contest 4k2: won by ann\nlook at it: joust diff 4k2\ntake it: joust apply 4k2',
  );
});
