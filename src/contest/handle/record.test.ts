// What a record says about its steps: which end counts, what was reopened, where a run stands.
import { describe, expect, it } from 'vitest';
import type { AttemptEnded, AttemptParked, AttemptStarted, JoustEvent } from '../../domain/event.ts';
import { ContestRecord } from './record.ts';

const key = 'answer/a';
const about = { v: 1, key, contestant: 'a', inputs: 'i' } as const;
const opened = { type: 'contest.opened', v: 1, limits: { tokens: 6000, usd: 1 } } as unknown as JoustEvent;
const started = (run: number): AttemptStarted => ({
  ...about,
  type: 'attempt.started',
  run,
  tier: 'read',
  spool: `/s/${run}`,
});
const ended = (run: number, more: Partial<AttemptEnded> = {}): AttemptEnded => ({
  ...about,
  type: 'attempt.ended',
  run,
  outcome: 'ok',
  timing: { queuedMs: 0 },
  ...more,
});
const parked = (run: number, more: Partial<AttemptParked> = {}): AttemptParked => ({
  ...about,
  type: 'attempt.parked',
  run,
  account: 'claude',
  reason: 'out',
  until: '2026-11-15T12:00:00.000Z',
  guessed: false,
  ...more,
});
const interrupted = (run: number): JoustEvent => ({ ...about, type: 'attempt.interrupted', run });
const retried = (run: number): JoustEvent => ({ ...about, type: 'attempt.retried', run, reason: 'busy' });
const reopened = (of = key): JoustEvent => ({ type: 'attempt.reopened', v: 1, key: of, contestant: 'a' });
const closed: JoustEvent = { type: 'contest.closed', v: 1, outcome: 'ok' };
const stopped = (reason: string, ...attempts: string[]): JoustEvent => ({
  type: 'stop.decided',
  v: 1,
  key: `stop/${reason}`,
  inputs: 'i',
  attempts,
  reason,
});

const recordOf = (...events: readonly JoustEvent[]) => new ContestRecord(events.map((event) => ({ event })));
const stands = (...events: readonly JoustEvent[]) => recordOf(opened, ...events).attempt(key, 'i');

describe('an attempt', () => {
  it('that nothing is known of is open, with nothing to attach to or to outdate', () => {
    expect(stands()).toEqual({ state: 'open', over: false });
    expect(stands({ ...ended(1), key: 'answer/b' })).toEqual({ state: 'open', over: false });
  });

  it('under way can be attached to; interrupted, given up or parked it cannot', () => {
    expect(stands(started(1))).toEqual({ state: 'open', over: false, started: started(1) });
    for (const over of [interrupted(1), retried(1)])
      expect(stands(started(1), over)).toEqual({ state: 'open', over: true, started: started(1) });
    expect(stands(started(1), retried(1), started(2))).toEqual({
      state: 'open',
      over: false,
      started: started(2),
    });
  });

  it('has ended, at its place in the record', () => {
    expect(stands(started(1), ended(1))).toEqual({
      state: 'ended',
      found: { event: ended(1), order: 2 },
      started: started(1),
    });
    expect(stands(ended(0, { outcome: 'skipped' }))).toMatchObject({ state: 'ended' });
  });

  it('with other inputs is another one', () => {
    expect(stands(started(1), ended(1, { inputs: 'other' }))).toMatchObject({ state: 'open', over: true });
    expect(stands({ ...started(1), inputs: 'other' }, ended(1, { inputs: 'other' }))).toEqual({
      state: 'open',
      over: false,
    });
  });
});

describe('a parked attempt', () => {
  it('stays so until another run is started', () => {
    expect(stands(started(1), parked(1))).toMatchObject({ state: 'parked', found: { order: 2 } });
    expect(stands(parked(0))).toMatchObject({ state: 'parked', found: { order: 1 } });
    expect(stands(parked(0), started(1))).toMatchObject({ state: 'open', over: false });
    expect(stands(started(1), parked(1), started(2))).toMatchObject({ state: 'open', over: false });
    expect(stands(started(1), parked(1), started(2), interrupted(2))).toMatchObject({
      state: 'open',
      over: true,
    });
    expect(stands(started(1), parked(1), started(2), ended(2))).toMatchObject({ state: 'ended' });
  });

  it('goes by its last parking, also one without a start', () => {
    const later = parked(1, { until: '2026-11-15T15:00:00.000Z' });
    expect(stands(started(1), parked(1), later)).toMatchObject({
      state: 'parked',
      found: { event: later, order: 3 },
    });
    expect(stands(started(1), interrupted(1), parked(1))).toMatchObject({ state: 'parked' });
  });
});

describe('a reopened attempt', () => {
  it('has no end any more, and nothing to attach to', () => {
    expect(stands(started(1), ended(1), reopened())).toEqual({
      state: 'open',
      over: true,
      started: started(1),
    });
    expect(stands(started(1), ended(1), reopened(), started(2))).toMatchObject({
      state: 'open',
      over: false,
    });
    expect(stands(started(1), ended(1), reopened('answer/b'))).toMatchObject({ state: 'ended' });
  });

  it('ends anew, and may be parked', () => {
    const second = ended(2, { outcome: 'crashed' });
    expect(stands(started(1), ended(1), reopened(), started(2), second)).toMatchObject({
      state: 'ended',
      found: { event: second },
    });
    expect(stands(started(1), parked(1), started(2), ended(2), reopened())).toMatchObject({ state: 'open' });
    expect(stands(started(1), ended(1), reopened(), parked(1))).toMatchObject({ state: 'parked' });
  });

  it('opens a closed contest, until it is closed again', () => {
    expect(recordOf(opened, ended(1)).closed).toBe(false);
    expect(recordOf(opened, ended(1), closed).closed).toBe(true);
    expect(recordOf(opened, ended(1), closed, reopened()).closed).toBe(false);
    expect(recordOf(opened, ended(1), closed, reopened(), ended(2), closed).closed).toBe(true);
  });
});

describe('an early stop', () => {
  it('is known by the attempts it names', () => {
    const record = recordOf(opened, stopped('found', key, 'answer/b'));
    expect(record.stopOf(key)?.reason).toBe('found');
    expect(record.stopOf('answer/b')?.reason).toBe('found');
    expect(record.stopOf('answer/c')).toBeUndefined();
  });

  it('the first reason stands, and none once something was reopened', () => {
    expect(recordOf(opened, stopped('one', key), stopped('two', key)).stopOf(key)?.reason).toBe('one');
    expect(recordOf(opened, stopped('one', key), reopened('answer/b')).stopOf(key)).toBeUndefined();
    const again = recordOf(opened, stopped('one', key), reopened(), stopped('two', key));
    expect(again.stopOf(key)?.reason).toBe('two');
  });
});

describe('limits', () => {
  const changed = (limits: object): JoustEvent => ({ type: 'limits.changed', v: 1, limits });

  it('are those of the opening, each until it is changed', () => {
    expect(recordOf().limits).toEqual({});
    expect(recordOf(opened).limits).toEqual({ tokens: 6000, usd: 1 });
    expect(recordOf(opened, changed({ tokens: 9000 })).limits).toEqual({ tokens: 9000, usd: 1 });
  });

  it('a later change leaves what an earlier one set', () => {
    const record = recordOf(opened, changed({ tokens: 9000 }), changed({ usd: 2 }), changed({ attempts: 3 }));
    expect(record.limits).toEqual({ tokens: 9000, usd: 2, attempts: 3 });
  });
});

describe('the record as a whole', () => {
  it('knows its opening, cancelling and every end', () => {
    const cancelled: JoustEvent = { type: 'contest.cancelled', v: 1 };
    expect(recordOf().opened).toBeUndefined();
    expect(recordOf(opened).opened).toBe(opened);
    expect([recordOf(opened).cancelled, recordOf(opened, cancelled).cancelled]).toEqual([false, true]);
    expect(recordOf(opened, ended(1), reopened(), ended(2)).ends.map(({ run }) => run)).toEqual([1, 2]);
  });
});
