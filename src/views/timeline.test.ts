// The timeline: one safe line for every kind of event there is.
import { describe, expect, it } from 'vitest';
import type { JoustEvent } from '../domain/event.ts';
import { timelineEntry, timelineLine } from './timeline.ts';

const line = (event: object) =>
  timelineLine(timelineEntry({ at: '2026-11-15T06:31:49.872Z', event: event as JoustEvent }));
const about = { v: 1, key: 'answer/a', run: 1, contestant: 'a', inputs: 'i' };

describe('a line', () => {
  it.each([
    [
      {
        type: 'contest.opened',
        format: 'ask',
        simulated: false,
        roster: [{ name: 'a' }, { name: 'b' }],
        limits: { tokens: 5 },
      },
      'contest opened       ask · a, b · limits {"tokens":5}',
    ],
    [{ ...about, type: 'attempt.started' }, 'attempt started      a · run 1'],
    [{ ...about, type: 'attempt.interrupted' }, 'attempt interrupted  a · run 1'],
    [
      { ...about, type: 'attempt.retried', reason: 'overloaded' },
      'attempt retried      a · run 1 · overloaded',
    ],
    [{ type: 'attempt.reopened', key: 'answer/a', contestant: 'a' }, 'attempt reopened     a'],
    [
      {
        ...about,
        type: 'attempt.parked',
        run: 0,
        until: '2026-11-15T15:00:00.000Z',
        guessed: true,
        reason: 'out of quota',
      },
      'attempt parked       a · not started · perhaps until 2026-11-15 15:00:00 · out of quota',
    ],
    [
      {
        ...about,
        type: 'attempt.ended',
        outcome: 'ok',
        timing: { queuedMs: 0, ranMs: 2600 },
        usage: { inputTokens: 1000, outputTokens: 500 },
        cost: { usd: 0.01, source: 'agent', basis: 'billed' },
      },
      'attempt ended        a · run 1 · ok · 2.6s · 1.5k tok · $0.0100 (own figure, billed)',
    ],
    [
      {
        ...about,
        type: 'attempt.ended',
        run: 0,
        outcome: 'skipped',
        reason: 'no room',
        timing: { queuedMs: 0 },
      },
      'attempt ended        a · not started · skipped · no room',
    ],
    [{ type: 'check.started', key: 'tests/a', run: 2 }, 'check started        tests/a · run 2'],
    [
      { type: 'check.ended', key: 'tests/a', run: 2, outcome: 'failed', code: 1 },
      'check ended          tests/a · run 2 · failed · exit 1',
    ],
    [
      { type: 'gate.asked', key: 'assent', question: 'Play it?', choices: ['yes', 'no'] },
      'gate asked           assent · Play it? [yes/no]',
    ],
    [
      { type: 'gate.answered', key: 'assent', answer: 'yes', by: 'command' },
      'gate answered        assent · yes · by command',
    ],
    [
      { type: 'stop.decided', key: 'stop', attempts: ['answer/a', 'answer/b'], reason: 'found' },
      'stop decided         stop · answer/a, answer/b · found',
    ],
    [{ type: 'limits.changed', limits: { usd: 2 } }, 'limits changed       {"usd":2}'],
    [
      { type: 'verdict.given', key: 'pair/1', judge: 'j', verdict: { type: 'none', why: 'no JSON' } },
      'verdict given        pair/1 · by j · none: no JSON',
    ],
    [
      {
        type: 'verdict.given',
        key: 'pair/1',
        judge: 'j',
        verdict: { type: 'choice', winner: 'a' },
        setAside: 'own family',
      },
      'verdict given        pair/1 · by j · a · own family',
    ],
    [{ type: 'winner.decided', key: 'winner', rule: 'votes' }, 'winner decided       winner · none · votes'],
    [{ type: 'winner.overridden', winner: 'b', reason: 'better' }, 'winner overridden    b · better'],
    [
      { type: 'agents.identified', versions: { claude: '2.1', codex: '0.9' } },
      'agents identified    claude 2.1 · codex 0.9',
    ],
    [{ type: 'draw.made', key: 'order', value: [1] }, 'draw made            order'],
    [{ type: 'folder.watched', verified: true, changed: [{}] }, 'folder watched       1 changed'],
    [{ type: 'folder.watched', verified: false, changed: [] }, 'folder watched       too large to tell'],
    [
      {
        ...about,
        type: 'entry.sealed',
        change: { files: [{}] },
        partial: true,
        leftOut: [{ path: 'big.bin', why: 'over 50 MB' }],
        secrets: ['.env'],
      },
      'entry sealed         a · run 1 · 1 file, partial · left out big.bin: over 50 MB · the patch has what looks like a secret in .env: public exports leave it out, and no model sees it',
    ],
    [
      {
        type: 'patch.applied',
        key: 'apply/1',
        contestant: 'a',
        folder: '/repo',
        how: 'branch',
        branch: 'try',
        change: { files: [{}, {}] },
        merged: ['a.js', 'b.js'],
      },
      'patch applied        a · apply/1 · branch try · /repo · 2 files · merged a.js, b.js',
    ],
    [{ type: 'patch.undone', key: 'apply/1' }, 'patch undone         apply/1'],
    [
      { type: 'race.downgraded', key: 'gate', reason: 'over_budget', contestants: ['a', 'b'], single: 'a' },
      'race downgraded      gate · over_budget · a plays alone',
    ],
    [
      { type: 'race.candidate', key: 'candidate/a', contestant: 'a', exitState: 'ok', score: 0.5 },
      'race candidate       a · ok · score 0.5000',
    ],
    [{ type: 'contest.cancelled' }, 'contest cancelled'],
    [{ type: 'contest.closed', outcome: 'ok' }, 'contest closed       ok'],
  ])('%# tells when, what, who and why', (event, expected) => {
    expect(line(event)).toBe(`2026-11-15 06:31:49  ${expected}`);
  });
});

describe('hostile text', () => {
  const evil = 'x\u001b[2J\u202e\r\n2026-11-15 06:31:49  contest closed       ok\u0007';

  it('stays on its line and drives nothing, wherever it stands', () => {
    const events = [
      { ...about, type: 'attempt.retried', contestant: evil, reason: evil },
      { ...about, type: 'attempt.parked', until: evil, guessed: false, reason: evil },
      { type: 'gate.asked', key: evil, question: evil, choices: [evil] },
      { type: 'contest.opened', format: evil, simulated: true, roster: [{ name: evil }] },
      { type: 'agents.identified', versions: { [evil]: evil } },
      { type: `x.${evil}` },
    ];
    for (const event of events) expect(line(event)).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202a-\u202e]/);
    expect(timelineLine(timelineEntry({ at: evil, event: { type: 'contest.cancelled', v: 1 } }))).not.toMatch(
      /[\x00-\x1f]/,
    );
  });
});
