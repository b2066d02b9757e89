// Waiting for news of others: quick where things happen, and hardly any looks where nothing does.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { News } from './queries.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const signal = new AbortController().signal;

it('looks soon after news, ever more seldom in vain, and soon again when there was some', async () => {
  let [there, looks] = [false, 0];
  const news = new News(
    () => {
      looks += 1;
      return there;
    },
    { soonMs: 10, lateMs: 250 },
  );
  const looked = async (ms: number) => {
    const before = looks;
    await vi.advanceTimersByTimeAsync(ms);
    return looks - before;
  };
  let waiting = news.wait(0, { signal });
  expect(await looked(100)).toBeGreaterThan(3);
  await looked(2000);
  expect(await looked(10_000)).toBe(40);
  // Who comes back does not begin anew.
  expect(await Promise.all([news.wait(0, { signal, timeoutMs: 100 }), looked(100)])).toEqual([false, 0]);
  there = true;
  await looked(250);
  expect(await waiting).toBe(true);
  there = false;
  waiting = news.wait(0, { signal });
  expect(await looked(30)).toBeGreaterThanOrEqual(2);
  there = true;
  await looked(250);
  expect(await waiting).toBe(true);
});
