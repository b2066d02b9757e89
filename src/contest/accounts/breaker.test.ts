// The quota breaker: whose attempts it holds back, until when, and what it remembers from the record.
import { describe, expect, it } from 'vitest';
import type { AgentEnd } from '../../domain/agent-event.ts';
import type { AttemptParked } from '../../domain/event.ts';
import { memoryLedger } from '../../ledger/memory.ts';
import { Breaker } from './breaker.ts';

const now = new Date('2026-11-15T12:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const minute = 60_000;

const limited = (more: Partial<AgentEnd> = {}): AgentEnd => ({
  type: 'ended',
  outcome: 'rate-limited',
  text: '',
  ...more,
});

function trip(breaker: Breaker, more: Partial<AgentEnd> = {}, at = now) {
  return breaker.trip('claude', limited(more), { now: at, timeZone: 'UTC' });
}

const parked = (more: Partial<AttemptParked> = {}): AttemptParked => ({
  type: 'attempt.parked',
  v: 1,
  key: 'answer/a',
  run: 1,
  contestant: 'a',
  inputs: 'i',
  account: 'claude',
  reason: 'out',
  until: later(minute).toISOString(),
  guessed: true,
  ...more,
});

describe('a pause', () => {
  it('holds its own account, until its time and not longer', () => {
    const breaker = new Breaker();
    trip(breaker, { retryAfterMs: 5000, reason: 'slow down' });
    expect(breaker.pause('claude', now)).toEqual({
      account: 'claude',
      until: later(5000),
      guessed: false,
      reason: 'slow down',
    });
    expect(breaker.pause('claude', later(4999))).toBeDefined();
    expect(breaker.pause('claude', later(5000))).toBeUndefined();
    expect(breaker.pause('codex', now)).toBeUndefined();
  });

  it('has a reason even where none was given', () => {
    expect(trip(new Breaker()).reason).toBe('out of quota');
  });
});

describe('the time that was said', () => {
  it('is taken as a delay, as a moment, or from words, in this order', () => {
    const resetAt = later(30 * minute).toISOString();
    const resetText = 'Try again in 2 hours.';
    const said = (more: Partial<AgentEnd>) => {
      const { until, guessed } = trip(new Breaker(), more);
      return { until, guessed };
    };
    expect(said({ retryAfterMs: 1000, resetAt, resetText })).toEqual({ until: later(1000), guessed: false });
    expect(said({ resetAt, resetText })).toEqual({ until: later(30 * minute), guessed: false });
    expect(said({ resetText, reason: 'resets in 9 hours' })).toEqual({
      until: later(120 * minute),
      guessed: false,
    });
    expect(said({ reason: 'Limit reached, resets 3pm' })).toEqual({
      until: later(180 * minute),
      guessed: false,
    });
  });

  it('never lies in the past: a delay below zero is now, a moment that is over is not believed', () => {
    expect(trip(new Breaker(), { retryAfterMs: -5000 }).until).toEqual(now);
    const { until, guessed } = trip(new Breaker(), { resetAt: later(-minute).toISOString() });
    expect({ until, guessed }).toEqual({ until: later(minute), guessed: true });
  });

  it('a minute ago is soon, not tomorrow', () => {
    const { until, guessed } = trip(new Breaker(), { reason: 'resets 11:59am' });
    expect(guessed).toBe(false);
    expect(until).toEqual(later(2 * minute));
  });
});

describe('a guess', () => {
  it('begins at a minute, doubles each time the quota is still out, and stays at an hour', () => {
    const breaker = new Breaker();
    let at = now;
    const waits = Array.from({ length: 8 }, () => {
      const { until, guessed } = trip(breaker, {}, at);
      expect(guessed).toBe(true);
      const wait = until.getTime() - at.getTime();
      at = until;
      return wait / minute;
    });
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  });

  it('is made once for attempts that ran at the same time', () => {
    const breaker = new Breaker();
    const first = trip(breaker);
    const others = [1, 2, 3].map((ms) => trip(breaker, { reason: 'me too' }, later(ms)));
    expect(others.map(({ until }) => until)).toEqual([first.until, first.until, first.until]);
    expect(trip(breaker, {}, first.until).until).toEqual(later(3 * minute));
  });

  it('does not replace what was said', () => {
    const breaker = new Breaker();
    trip(breaker, { retryAfterMs: 90 * minute });
    expect(trip(breaker, {}, later(1))).toMatchObject({ until: later(90 * minute), guessed: false });
    expect(breaker.pause('claude', later(89 * minute))?.guessed).toBe(false);
  });

  it('is replaced by what is said', () => {
    const breaker = new Breaker();
    trip(breaker);
    trip(breaker, { retryAfterMs: 5000 }, later(1));
    expect(breaker.pause('claude', later(1))).toMatchObject({ until: later(5001), guessed: false });
  });

  it('of one account says nothing about another', () => {
    const breaker = new Breaker();
    trip(breaker);
    const other = breaker.trip('codex', limited(), { now, timeZone: 'UTC' });
    expect(other.until).toEqual(later(minute));
  });
});

describe('what is on record', () => {
  it('holds, and makes the next guess longer', () => {
    const breaker = new Breaker();
    breaker.recall([parked()], now);
    expect(breaker.pause('claude', now)).toMatchObject({
      until: later(minute),
      guessed: true,
      reason: 'out',
    });
    expect(trip(breaker, {}, later(minute)).until).toEqual(later(3 * minute));
  });

  it('counts a guess once, however many attempts were parked by it', () => {
    const breaker = new Breaker();
    breaker.recall(
      [
        parked(),
        parked({ key: 'answer/b' }),
        parked({ key: 'answer/c', run: 0 }),
        parked({ until: later(10 * minute).toISOString(), run: 2 }),
      ],
      now,
    );
    expect(trip(breaker, {}, later(10 * minute)).until).toEqual(later(14 * minute));
  });

  it('of said times and of attempts that never started makes no guess longer', () => {
    const breaker = new Breaker();
    breaker.recall([parked({ guessed: false }), parked({ run: 0 })], now);
    expect(trip(breaker, {}, later(minute)).until).toEqual(later(2 * minute));
  });
});

describe('what other contests met', () => {
  function place() {
    const ledger = memoryLedger(() => now);
    const put = (more: Partial<AttemptParked>, contest = 'other') =>
      ledger.append([{ contest, events: [parked(more)] }]);
    return { put, breaker: new Breaker(ledger) };
  }

  it('holds where it still does, and is no reason to guess longer where it is over', async () => {
    const { put, breaker } = place();
    const over = { until: later(-minute).toISOString(), run: 3 };
    await put({ ...over, account: 'codex' });
    await put({ ...over, account: 'codex', until: later(-2 * minute).toISOString() });
    await put({ guessed: false, until: later(30 * minute).toISOString() });
    await breaker.look(now);
    expect(breaker.pause('claude', now)?.until).toEqual(later(30 * minute));
    expect(breaker.pause('codex', now)).toBeUndefined();
    expect(breaker.trip('codex', limited(), { now, timeZone: 'UTC' }).until).toEqual(later(minute));
  });

  it('is known as soon as somebody looks, in whatever contest it was met, and to all who look at once', async () => {
    const { put, breaker } = place();
    await breaker.look(now);
    expect(breaker.pause('claude', now)).toBeUndefined();
    await put({});
    await Promise.all([breaker.look(now), breaker.look(now)]);
    expect(breaker.pause('claude', now)).toMatchObject({ guessed: true });
    await put({ guessed: false, until: later(5 * minute).toISOString() }, 'third');
    await breaker.look(now);
    expect(breaker.pause('claude', now)).toMatchObject({ guessed: false, until: later(5 * minute) });
    expect(breaker.pause('codex', now)).toBeUndefined();
  });

  it('is heard once: what was met here since stands', async () => {
    const { put, breaker } = place();
    await put({ guessed: false, until: later(30 * minute).toISOString() });
    await breaker.look(now);
    trip(breaker, { retryAfterMs: 5000 });
    await breaker.look(now);
    expect(breaker.pause('claude', now)?.until).toEqual(later(5000));
  });

  it('outlasts what the contest itself has on record from earlier', async () => {
    const { put, breaker } = place();
    await put({ guessed: false, until: later(30 * minute).toISOString() });
    await breaker.look(now);
    breaker.recall([parked({ until: later(-minute).toISOString() }), parked({ run: 0 })], now);
    expect(breaker.pause('claude', now)?.until).toEqual(later(30 * minute));
  });
});
