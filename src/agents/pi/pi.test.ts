// pi's decoder on recordings of the real CLI, and what it is started with.
import { expect, test } from 'vitest';
import { recorded, recordingWith, replay, requestFor } from '../../../tests/replay.ts';
import { pi } from './pi.ts';

test('an answer comes with its cost and usage that includes what was cached', async () => {
  const { end, events } = await replay(pi, recorded('pi', 'ok'));
  expect(end).toMatchObject({
    outcome: 'ok',
    model: 'stub-ok',
    costUsd: 0.001182,
    sessionId: expect.any(String),
  });
  expect(end.usage).toEqual({
    inputTokens: 1234,
    cachedInputTokens: 1000,
    cacheWriteTokens: 0,
    outputTokens: 12,
  });
  expect(events.filter(({ type }) => type === 'text')).toHaveLength(3);
});

test('every request of a turn is counted', async () => {
  const { end } = await replay(pi, recorded('pi', 'write-write'));
  expect(end.usage).toMatchObject({ inputTokens: 2468, outputTokens: 24 });
  expect(end.costUsd).toBeCloseTo(0.002364, 9);
});

test.each([
  ['401', { outcome: 'unauthenticated' }],
  ['429', { outcome: 'rate-limited' }],
  ['500', { outcome: 'crashed', transient: true }],
  ['drop', { outcome: 'crashed', transient: true, partial: true }],
  ['empty', { outcome: 'empty' }],
  ['prose', { outcome: 'ok' }],
] as const)('%s, with exit code 0 as always, is told apart', async (scenario, expected) => {
  const recording = recorded('pi', scenario);
  expect(recording.end.code).toBe(0);
  expect((await replay(pi, recording)).end).toMatchObject(expected);
});

test('its own retries are told while they happen', async () => {
  const { events } = await replay(pi, recorded('pi', '429'));
  const notices = events.filter((event) => event.type === 'notice');
  expect(notices).toHaveLength(3);
  expect(notices[0]).toMatchObject({ kind: 'rate-limit', retryAfterMs: 2000 });
});

test('a quota it was still retrying when its time was up is rate-limited', async () => {
  const recording = recorded('pi', '429');
  const cut = recording.stdout.slice(
    0,
    recording.stdout.findLastIndex((line) => line.includes('auto_retry_start')),
  );
  const { end } = await replay(pi, {
    ...recording,
    stdout: cut,
    end: { cause: 'timed-out', code: 143, stderrTail: '' },
  });
  expect(end.outcome).toBe('rate-limited');
});

test('only tools that were carried out wrote anything', async () => {
  const writes = async (scenario: string) =>
    (await replay(pi, recorded('pi', scenario))).events.flatMap((event) =>
      event.type === 'tool' ? (event.writes ?? []) : [],
    );
  expect(await writes('write-write')).toEqual([expect.stringMatching(/\/out\.txt$/)]);
  expect(await writes('write-read')).toEqual([]);
});

test('its tools are its permissions', async () => {
  const args = async (tier: 'read' | 'write' | 'full') =>
    (await replay(pi, recordingWith([]), requestFor(pi, { tier }))).plan.args.join(' ');
  expect(await args('read')).toContain('--tools read,grep,find,ls --model');
  expect(await args('write')).toContain('--tools read,grep,find,ls,edit,write');
  expect(await args('full')).not.toContain('--tools');
});
