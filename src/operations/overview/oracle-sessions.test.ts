// Sessions of oracles from the record: what is used of each cap, and what was said.
import { expect, it } from 'vitest';
import type { StoredEvent } from '../../ledger/ledger.ts';
import type { Archive } from '../../record/archive.ts';
import type { ContestOnRecord } from '../../record/record-digests.ts';
import { sessionsOnRecord } from './oracle-sessions.ts';

const ref = (text: string) => ({ sha256: text, bytes: text.length });
function call(id: string, options: object, end: object): ContestOnRecord {
  const opened = {
    type: 'contest.opened',
    v: 1,
    format: 'oracle',
    simulated: false,
    roster: [{ name: 'ann' }],
    task: { prompt: ref(`why ${id}?`), cwd: '/x', files: [], tier: 'read' },
    options: {
      session: null,
      turn: null,
      hint: null,
      callsPerTurn: 2,
      capUsd: 1,
      before: { calls: 0, turnCalls: 0, usd: 0, unknown: 0 },
      ...options,
    },
  };
  const ended = { type: 'attempt.ended', v: 1, key: 'consult', run: 1, contestant: 'ann', ...end };
  const record = [opened, { ...ended, timing: { queuedMs: 0 } }].map((event, seq) => ({
    seq,
    at: `2026-01-0${seq + 1}`,
    contest: id,
    event,
  })) as unknown as readonly StoredEvent[];
  return { id, at: '2026-01-01', opened: opened as unknown as ContestOnRecord['opened'], record };
}

it('counts what each session and turn has taken, and tells each consultation', async () => {
  const cost = { usd: 0.25, source: 'agent', basis: 'billed' };
  const calls = [
    call('c3', { session: 's', turn: 't2' }, { outcome: 'crashed', reason: 'it fell over' }),
    call('c2', { session: 's', turn: 't1', hint: 'CI' }, { outcome: 'ok', answer: ref('look\nthere'), cost }),
    call('c1', {}, { outcome: 'ok', answer: ref('here') }),
  ];
  const archive = {
    async *records() {
      yield* calls;
    },
    text: async ({ sha256 }: { sha256: string }) => sha256,
  } as unknown as Archive;
  const { sessions, consultations } = await sessionsOnRecord(archive);
  expect(sessions).toEqual([
    {
      session: 's',
      calls: 1,
      lastAt: '2026-01-01',
      meters: [
        { scope: 'session', name: 's', unit: 'usd', used: 0.25, cap: 1 },
        { scope: 'turn', name: 't2', unit: 'calls', used: 0, cap: 2 },
        { scope: 'turn', name: 't1', unit: 'calls', used: 1, cap: 2 },
      ],
    },
  ]);
  expect(consultations).toMatchObject([
    { id: 'c3', problem: 'it fell over' },
    { id: 'c2', question: 'why c2?', hint: 'CI', answer: 'look there', cost },
    { id: 'c1', answer: 'here' },
  ]);
});
