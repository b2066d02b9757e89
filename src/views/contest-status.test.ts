// The status of a contest for people, from its record.
import { expect, it } from 'vitest';
import type { JoustEvent } from '../domain/event.ts';
import { blindRecord } from '../domain/events/blind-pick.ts';
import { contestStatus } from './contest-status.ts';
import { contestSummary, type ListedContest } from './contest-summary.ts';

const at = '2026-11-19T06:31:49.872Z';

const opened = (format: string, more: object = {}) => ({
  type: 'contest.opened',
  format,
  roster: ['ann', 'bob', 'cid'].map((name) => ({ name })),
  options: {},
  ...more,
});
const ended = (contestant: string, outcome = 'ok', more: object = {}) => ({
  type: 'attempt.ended',
  key: contestant,
  contestant,
  run: 1,
  outcome,
  timing: {},
  ...more,
});
const all = ['ann', 'bob', 'cid'].map((name) => ended(name));
const closed = (outcome: string, more: object = {}) => ({ type: 'contest.closed', outcome, ...more });
const decided = (more: object) => ({ type: 'winner.decided', tied: [], rule: 'x', ...more });
const person = (verdict: object) => ({ type: 'verdict.given', judge: 'person', shown: [], verdict });
const cell = (key: string, state: string) => ({ type: 'cell.measured', key, state });
const asked = { type: 'gate.asked', key: 'assent', question: 'Start?', choices: ['yes', 'no'] };
const serving = ended('judy', 'ok', { role: 'judge' });

type Row = [
  text: string,
  kind: string,
  record: readonly object[],
  now?: Pick<ListedContest, 'playedBy' | 'host'>,
];

const rows: readonly Row[] = [
  ['won by ann', 'good', [opened('race'), ...all, decided({ winner: 'ann' }), closed('ok')]],
  [
    'ann leads, not clearly',
    'attention',
    [opened('judge'), ...all, decided({ winner: 'ann', unclear: true }), closed('ok')],
  ],
  ['won by bob', 'good', [opened('arena'), ...all, person({ type: 'choice', winner: 'bob' }), closed('ok')]],
  [
    'won by cid',
    'good',
    [
      opened('race'),
      ...all,
      decided({ winner: 'ann', unclear: true }),
      closed('ok'),
      { type: 'winner.overridden', winner: 'cid', reason: 'simpler' },
    ],
  ],
  [
    'tie between ann, bob',
    'attention',
    [opened('race'), ...all, decided({ tied: ['ann', 'bob'], without: 'tie' }), closed('no-clear-winner')],
  ],
  ['tie', 'attention', [opened('arena'), ...all, person({ type: 'tie' }), closed('no-clear-winner')]],
  [
    'both bad',
    'attention',
    [opened('arena'), ...all, person({ type: 'both-bad' }), closed('no-clear-winner')],
  ],
  ['skipped', 'good', [opened('arena'), ...all, closed('ok')]],
  [
    'no clear winner between ann, cid',
    'attention',
    [opened('judge'), serving, decided({ tied: ['ann', 'cid'] }), closed('no-clear-winner')],
  ],
  ['no clear winner', 'attention', [opened('vote'), ...all, closed('no-clear-winner')]],
  [
    'not judged',
    'attention',
    [opened('race'), ...all, decided({ without: 'not-judged' }), closed('no-clear-winner')],
  ],
  ['not judged', 'bad', [opened('judge'), serving, decided({}), closed('nothing-usable')]],
  [
    '2 of 3 failed',
    'attention',
    [opened('ask'), ended('ann'), ended('bob', 'crashed'), ended('cid', 'timed-out'), closed('ok')],
  ],
  [
    'all failed',
    'bad',
    [opened('ask'), ...all.map((one) => ({ ...one, outcome: 'crashed' })), closed('nothing-usable')],
  ],
  [
    'all failed',
    'bad',
    [opened('race'), ...all.map((one) => ({ ...one, outcome: 'crashed' })), closed('no-clear-winner')],
  ],
  [
    'failed',
    'bad',
    [opened('ask', { roster: [{ name: 'ann' }] }), ended('ann', 'missing'), closed('nothing-usable')],
  ],
  [
    'no entry passed',
    'bad',
    [opened('race'), ...all, decided({}), closed('no-clear-winner', { checkFailed: true })],
  ],
  ['findings at the limit', 'bad', [opened('review'), ...all, closed('ok', { checkFailed: true })]],
  ['below threshold', 'bad', [opened('suite'), cell('1', 'passed'), closed('ok', { checkFailed: true })]],
  ['1 of 2 passed', 'attention', [opened('suite'), cell('1', 'passed'), cell('2', 'failed'), closed('ok')]],
  [
    '2 of 2 passed',
    'good',
    [opened('suite'), cell('1', 'failed'), cell('2', 'passed'), cell('1', 'passed'), closed('ok')],
  ],
  ['answered', 'good', [opened('ask'), ...all, closed('ok')]],
  [
    'answered',
    'good',
    [opened('ask'), ended('ann'), ended('bob', 'cancelled'), ended('cid', 'skipped'), closed('ok')],
  ],
  [
    'verdict written',
    'good',
    [opened('debate'), ...all, ended('mod', 'ok', { role: 'moderator' }), closed('ok')],
  ],
  [
    'no verdict',
    'bad',
    [opened('debate'), ...all, ended('mod', 'crashed', { role: 'moderator' }), closed('nothing-usable')],
  ],
  ['handed in', 'good', [opened('brief'), ...all, closed('ok')]],
  ['calibrated', 'good', [opened('calibrate'), serving, closed('ok')]],
  ['done', 'good', [opened('of-an-extension'), ...all, closed('ok')]],
  [
    'declined',
    'neutral',
    [opened('race'), asked, { type: 'gate.answered', key: 'assent', answer: 'no' }, closed('declined')],
  ],
  ['no host could play it', 'bad', [opened('ask'), closed('nothing-usable', { unplayable: 'damaged' })]],
  ['cancelled', 'neutral', [opened('ask'), ended('ann'), { type: 'contest.cancelled' }]],
  ['waiting for you', 'attention', [opened('race'), asked]],
  ['waiting for you', 'attention', [opened('race'), asked], { playedBy: 7 }],
  ['parked', 'attention', [opened('ask'), { type: 'attempt.parked', key: 'ann', contestant: 'ann', run: 1 }]],
  ['playing', 'neutral', [opened('ask')], { playedBy: 7 }],
  ['playing on barn', 'neutral', [opened('ask', { pool: { label: 'any' } })], { playedBy: 7, host: 'barn' }],
  ['queued', 'neutral', [opened('ask', { pool: { label: 'any' } })]],
  [
    'given up by the pool',
    'bad',
    [
      opened('ask', { pool: { label: 'any' } }),
      { type: 'contest.unplayed', host: 'barn', why: 'no', because: 'failed' },
    ],
  ],
  [
    'interrupted',
    'attention',
    [opened('ask'), { type: 'attempt.started', key: 'ann', contestant: 'ann', run: 1 }],
  ],
  ['not played yet', 'attention', [opened('ask')]],
  [
    'interrupted',
    'attention',
    [
      opened('ask'),
      ended('ann', 'crashed'),
      closed('nothing-usable'),
      { type: 'attempt.reopened', key: 'ann', contestant: 'ann' },
    ],
  ],
];

it.each(rows)('%s (%s)', (...row: Row) => {
  const [text, kind, record, now = {}] = row;
  const summary = summaryOf(record);
  expect(contestStatus({ ...summary, ...now })).toEqual({ kind, text });
});

it('names no contestant before a blind pick', () => {
  const record = [
    opened('arena', { options: { blindUntil: 'pick' } }),
    ended('ann'),
    ended('bob', 'crashed'),
    decided({ winner: 'ann' }),
  ];
  const seen = blindRecord(record.map((event) => ({ at, event: event as JoustEvent })));
  const { text } = contestStatus(summaryOf(seen.map(({ event }) => event)));
  expect(text).toBe('interrupted');
  expect(contestStatus({ ...summaryOf(seen.map(({ event }) => event)), playedBy: 7 }).text).toBe('playing');
});

function summaryOf(events: readonly object[]) {
  const summary = contestSummary(
    'r1',
    events.map((event) => ({ at, event: event as JoustEvent })),
  );
  if (summary === undefined) throw new Error('no beginning');
  return summary;
}
