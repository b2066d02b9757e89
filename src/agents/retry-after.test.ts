// The headers of a refusal, and the pauses of CLIs.
import { expect, test } from 'vitest';
import { longPause, waitIn } from './retry-after.ts';

const [at, later] = ['Mon, 02 Nov 2026 10:00:00 GMT', 'Mon, 02 Nov 2026 10:02:00 GMT'];

test.each([
  [{ 'retry-after': '120' }, { retryAfterMs: 120_000 }],
  [{ 'retry-after': ' 1.5 ' }, { retryAfterMs: 1500 }],
  [{ 'retry-after-ms': '250', 'retry-after': '1' }, { retryAfterMs: 250 }],
  [{ 'retry-after': later, date: at }, { retryAfterMs: 120_000 }],
  [{ 'retry-after': at, date: later }, { retryAfterMs: 0 }],
  [{ 'retry-after': later }, { resetAt: '2026-11-02T10:02:00.000Z' }],
  [{ 'retry-after': '' }, {}],
  [{ 'retry-after': 'soon 5', date: at }, {}],
  [{ 'retry-after': 'Mon, 99 Nov 2026 GMT' }, {}],
  [{ 'retry-after': 7 }, {}],
  [{}, {}],
])('%j', (headers, expected) => {
  expect(waitIn(headers)).toEqual(expected);
});

test('only a long pause tells of a quota', () => {
  expect(longPause(undefined)).toEqual({});
  expect(longPause(32_000)).toEqual({});
  expect(longPause(60_000)).toEqual({ retryAfterMs: 60_000 });
});
