// The lines of a worker's log while its queues fail.
import { expect, it } from 'vitest';
import { queueLog } from './queue-log.ts';

const fault = (queue: number) =>
  `Error getting startable workflows for queue q${queue}: connection refused\n    at stack (dbos.js:1:2)`;

function logged() {
  const said: string[] = [];
  let now = 0;
  const warn = queueLog({ say: (text) => said.push(text), elapsedMs: () => now });
  /** Five queues that fail four times a second. */
  const fail = (seconds: number) => {
    for (let tick = 0; tick < seconds * 4; tick += 1) {
      now += 250;
      for (let queue = 0; queue < 5; queue += 1) warn(fault(queue));
    }
  };
  const pause = (seconds: number) => {
    now += seconds * 1000;
  };
  return { said, fail, pause };
}

it('tells a fault once, by its cause', () => {
  const { said, fail } = logged();
  fail(50);
  expect(said).toEqual(['The queue has a fault, and this host keeps trying: connection refused']);
});

it('repeats a fault that lasts less and less often', () => {
  const { said, fail } = logged();
  fail(3600);
  expect(said.length).toBeLessThan(10);
  expect(said[1]).toMatch(/\(\d+ more since\)$/);
});

it('tells the next fault at once', () => {
  const { said, fail, pause } = logged();
  fail(5);
  pause(61);
  fail(5);
  expect(said).toHaveLength(2);
});
