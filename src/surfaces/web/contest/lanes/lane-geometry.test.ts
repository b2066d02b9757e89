import { describe, expect, it } from 'vitest';
import type { AttemptJson } from '../../../../views/wire/attempt-json.ts';
import { axisOf, lanesOf, ticksOf } from './lane-geometry.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();
const ms = (seconds: number) => Date.parse(at(seconds));
const attempt = (contestant: string, more: Partial<AttemptJson>): AttemptJson => ({
  key: `answer/${contestant}`,
  contestant,
  run: 1,
  state: 'ended',
  ...more,
});
const told = (attempts: readonly AttemptJson[], nowS: number, isLive: boolean) => {
  const axis = axisOf({ openedAt: at(0), attempts }, ms(nowS), isLive);
  return lanesOf(['ann', 'bob'], attempts, axis).map(
    ({ contestant, bars }) =>
      `${contestant}: ${bars.map(({ kind, from, to }) => `${kind} ${from.toFixed(2)}-${to.toFixed(2)}`).join(', ')}`,
  );
};

describe('lanes', () => {
  it('end with the record where it is over', () => {
    const attempts = [
      attempt('ann', { startedAt: at(0), endedAt: at(20) }),
      attempt('bob', {
        queuedAt: at(0),
        startedAt: at(10),
        endedAt: at(40),
        failure: { outcome: 'crashed' },
      }),
    ];
    expect(told(attempts, 9999, false)).toEqual([
      'ann: ok 0.00-0.50',
      'bob: queued 0.00-0.25, failed 0.25-1.00',
    ]);
  });

  it('grow while it is played, on an axis that ends at a round time', () => {
    const attempts = [
      attempt('ann', { startedAt: at(0), state: 'open' }),
      attempt('bob', { queuedAt: at(0), state: 'queued' }),
    ];
    expect(told(attempts, 15, true)).toEqual(['ann: running 0.00-0.75', 'bob: queued 0.00-0.75']);
    expect(told(attempts, 25, true)).toEqual(['ann: running 0.00-0.83', 'bob: queued 0.00-0.83']);
  });

  it('have a segment for each round, and lanes of their own for those who serve', () => {
    const attempts = [
      attempt('ann', { startedAt: at(0), endedAt: at(10) }),
      attempt('ann', { key: 'answer/2', startedAt: at(10), endedAt: at(20) }),
      attempt('ann', { key: 'judge/1', role: 'judge', startedAt: at(20), endedAt: at(40) }),
    ];
    expect(told(attempts, 0, false)).toEqual([
      'ann: ok 0.00-0.25, ok 0.25-0.50',
      'bob: ',
      'ann: ok 0.50-1.00',
    ]);
  });

  it('have few ticks', () => {
    for (const span of [1000, 10_000, 61_000, 3_600_000, 100_000_000]) {
      const ticks = ticksOf({ startMs: 0, spanMs: span, nowMs: 0 });
      expect(ticks.length).toBeGreaterThan(1);
      expect(ticks.length).toBeLessThanOrEqual(7);
    }
  });
});
