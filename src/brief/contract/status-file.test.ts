import { describe, expect, it } from 'vitest';
import type { ContestOpened, JoustEvent } from '../../domain/event.ts';
import { outcomes } from '../../domain/outcome.ts';
import { type BriefRecord, recordOf } from '../brief-contests.ts';
import { eventLog } from './event-log.ts';
import { statusFile } from './status-file.ts';

const hash = { sha256: 'a'.repeat(64), bytes: 3 };
const options = {
  brief: 'b',
  template: null,
  step: 'play',
  round: 1,
  required: [],
  own: {},
  carried: [],
  merge: null,
  feedback: { shared: null, personal: {} },
  given: [],
  sandbox: 'none',
  maxDiskBytes: 1,
  tag: null,
};
const ann = { name: 'ann', agent: 'scripted' };

function opened(format: string, more: Partial<ContestOpened> = {}): ContestOpened {
  return {
    type: 'contest.opened',
    v: 1,
    format,
    formatVersion: 1,
    joustVersion: '0',
    seed: 's',
    task: { prompt: hash, cwd: '/b', tier: 'write', files: [] },
    roster: [ann],
    simulated: true,
    options: format === 'brief' ? options : {},
    ...more,
  };
}

const started: JoustEvent = {
  type: 'attempt.started',
  v: 1,
  key: 'work/ann',
  run: 1,
  contestant: 'ann',
  inputs: 'i',
  tier: 'write',
};
const ended = (outcome: (typeof outcomes)[number]): JoustEvent => ({
  type: 'attempt.ended',
  v: 1,
  key: 'work/ann',
  run: 1,
  contestant: 'ann',
  inputs: 'i',
  outcome,
  timing: { queuedMs: 0, startedAt: '2026-01-01T00:00:01Z', endedAt: '2026-01-01T00:00:03Z', ranMs: 2000 },
});
const sealed = (missing: string[] = []): JoustEvent => ({
  type: 'entry.sealed',
  v: 1,
  key: 'work/ann',
  run: 1,
  contestant: 'ann',
  inputs: 'i',
  kind: 'folder',
  base: '',
  tree: '',
  missing,
  change: {
    files: missing.length > 0 ? [] : [{ path: 'out/RESULT.md', after: { mode: '100644', content: hash } }],
  },
});
const closed = (outcome: 'ok' | 'nothing-usable' | 'declined' = 'ok'): JoustEvent => ({
  type: 'contest.closed',
  v: 1,
  outcome,
});

/** One after the other: a contest for each list. */
function record(...contests: readonly (readonly [ContestOpened, ...JoustEvent[]])[]): BriefRecord {
  return recordOf(
    contests.map(([first, ...more], at) => ({
      id: `c${at}`,
      at: `2026-01-0${at + 1}T00:00:00Z`,
      opened: first,
      record: [first, ...more].map((event, offset) => ({
        seq: 100 * at + offset,
        contest: `c${at}`,
        at: `2026-01-0${at + 1}T00:00:0${offset}Z`,
        event,
      })),
    })),
  );
}

const source = { brief: 'b', contestants: [{ name: 'ann' }, { name: 'bob' }], playing: new Set<string>() };
const stateOf = (found: BriefRecord, playing: readonly string[] = []) =>
  statusFile(found, { ...source, playing: new Set(playing) });

describe('statusFile', () => {
  it('is created where nothing is on record', () => {
    expect(stateOf(record())).toMatchObject({
      state: 'created',
      phase: null,
      round: 0,
      updated_at: null,
      contests: [],
      cells: { ann: { state: 'pending', contest: null }, bob: { state: 'pending' } },
    });
  });

  it('tells those who run from those whose player is gone', () => {
    const open = record([opened('brief'), started]);
    expect(stateOf(open, ['c0'])).toMatchObject({ state: 'playing', cells: { ann: { state: 'running' } } });
    expect(stateOf(open)).toMatchObject({ state: 'interrupted', cells: { ann: { state: 'interrupted' } } });
    const cancelled = record([opened('brief'), started, { type: 'contest.cancelled', v: 1 }]);
    expect(stateOf(cancelled)).toMatchObject({ state: 'cancelled', cells: { ann: { state: 'cancelled' } } });
  });

  it('tells what was handed in, and what is missing', () => {
    const done = record([opened('brief'), started, sealed(), ended('ok'), closed()]);
    expect(stateOf(done)).toMatchObject({
      state: 'handed_in',
      round: 1,
      updated_at: '2026-01-01T00:00:04Z',
      cells: {
        ann: {
          state: 'ok',
          exit_class: 'ok',
          duration_s: 2,
          finished_at: '2026-01-01T00:00:03Z',
          entry: { round: 1, files: 1, bytes: 3, by_hand: false },
        },
      },
    });
    const lacking = [started, sealed(['out/a']), ended('incomplete'), closed('nothing-usable')] as const;
    expect(stateOf(record([opened('brief'), ...lacking]))).toMatchObject({
      state: 'failed',
      cells: { ann: { state: 'artifact_missing', exit_class: 'incomplete', missing: ['out/a'] } },
    });
    // It ended well, and left nothing.
    expect(stateOf(record([opened('brief'), started, ended('ok'), closed()])).cells['ann']).toMatchObject({
      state: 'artifact_missing',
      missing: ['out/'],
    });
  });

  it('has a word for every outcome, and says what joust calls it', () => {
    const found = outcomes.map((outcome) => {
      const { cells } = stateOf(record([opened('brief'), started, sealed(), ended(outcome), closed()]));
      return [cells['ann']?.exit_class, cells['ann']?.state];
    });
    expect(Object.fromEntries(found)).toEqual({
      ok: 'ok',
      blocked: 'blocked',
      empty: 'empty',
      incomplete: 'incomplete',
      refused: 'refused',
      'rate-limited': 'rate_limited',
      unauthenticated: 'start_failed',
      missing: 'start_failed',
      'timed-out': 'timed_out',
      cancelled: 'cancelled',
      skipped: 'skipped',
      crashed: 'non_zero_exit',
    });
  });

  it('waits for a quota', () => {
    const parked: JoustEvent = {
      type: 'attempt.parked',
      v: 1,
      key: 'work/ann',
      run: 1,
      contestant: 'ann',
      inputs: 'i',
      account: 'a',
      reason: 'no more',
      until: '2026-01-02T00:00:00Z',
      guessed: false,
    };
    expect(stateOf(record([opened('brief'), started, parked]))).toMatchObject({
      state: 'parked',
      cells: { ann: { state: 'rate_limited', exit_class: 'parked', retry_at: '2026-01-02T00:00:00Z' } },
    });
  });

  it('goes on with judges and reviewers, whose names may be those of contestants', () => {
    const played = [opened('brief'), started, sealed(), ended('ok'), closed()] as const;
    const judging = opened('judge', { about: 'c0', staff: [ann] });
    const judges: JoustEvent = { ...started, key: 'judge/1', role: 'judge' };
    expect(stateOf(record([...played], [judging, judges]), ['c1'])).toMatchObject({
      state: 'judging',
      phase: 'judge',
      cells: { ann: { role: 'contestant', state: 'ok' }, 'judge:ann': { role: 'judge', state: 'running' } },
    });
    expect(stateOf(record([...played], [judging, closed()])).state).toBe('judged');
    expect(stateOf(record([...played], [judging, closed('nothing-usable')])).state).toBe('failed');
    expect(stateOf(record([...played], [judging, closed('declined')])).state).toBe('cancelled');
    const consulting = opened('consult', { about: 'c0', staff: [ann] });
    expect(stateOf(record([...played], [consulting, closed()])).state).toBe('consulted');
  });
});

describe('eventLog', () => {
  it('only grows', () => {
    const events = [opened('brief'), started, sealed(), ended('ok'), closed()] as const;
    const whole = eventLog(record([...events]), 'b');
    for (let count = 1; count < events.length; count += 1) {
      const [first, ...more] = events.slice(0, count);
      if (first?.type === 'contest.opened')
        expect(whole.startsWith(eventLog(record([first, ...more]), 'b'))).toBe(true);
    }
    expect(
      whole
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).event),
    ).toEqual([
      'log.begun',
      'phase.started',
      'cell.started',
      'seal.finished',
      'cell.exited',
      'phase.finished',
    ]);
  });
});
