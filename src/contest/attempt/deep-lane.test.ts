// What a crowded lane means in time.
import { expect, it } from 'vitest';
import { deepLaneText } from './lanes.ts';

const crowded = { lane: 'gpu', capacity: 1, limitMs: 60_000 };
const none = undefined;

it('goes by the time limit where nothing is known', () => {
  expect(deepLaneText({ ...crowded, times: [none, none, none] })).toBe(
    '3 contestants share gpu, which runs one at a time: it takes the sum of their times, up to 3 min at the time limit of each.',
  );
});

it('goes by past attempts where there are any, and takes the others to be like them', () => {
  expect(deepLaneText({ ...crowded, times: [10_000, 20_000, none, none] })).toContain(
    'about 60 s going by past attempts.',
  );
  expect(deepLaneText({ ...crowded, times: [300_000, 300_000, 300_000] })).toContain('about 15 min going by');
});

it('counts rounds where the lane holds several', () => {
  const text = deepLaneText({ ...crowded, capacity: 2, times: [10_000, 10_000, 10_000] });
  expect(text).toContain('which runs 2 at a time');
  expect(text).toContain('about 20 s going by past attempts.');
});

it('never promises less than it takes', () => {
  expect(deepLaneText({ ...crowded, times: [100, 100, 101] })).toContain('about 1 s going by');
  expect(deepLaneText({ ...crowded, times: [30_000, 30_000, 30_001] })).toContain('about 2 min going by');
});
