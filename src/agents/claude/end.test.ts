// What Claude Code says of coming back reaches the end of the attempt.
import { expect, test } from 'vitest';
import { recordingWith, replay } from '../../../tests/replay.ts';
import { claude } from './claude.ts';

const line = (fields: object) => JSON.stringify(fields);
const init = line({ type: 'system', subtype: 'init', session_id: 's-1', model: 'opus' });
const result = (fields: object) => line({ is_error: false, subtype: 'success', ...fields, type: 'result' });

async function ended(lines: readonly string[], how: Parameters<typeof recordingWith>[1] = {}) {
  return (await replay(claude, recordingWith(lines, how))).end;
}

test('of an unknown wording is what the CLI filed it under, with all it says of coming back', async () => {
  const filed = line({ type: 'assistant', error: 'rate_limit', message: { content: [] } });
  const over = result({ is_error: true, result: 'Slow down.\nTry again in 2 hours.\nResets at 5pm.' });
  expect(await ended([init, filed, over])).toMatchObject({
    outcome: 'rate-limited',
    retryAfterMs: 7_200_000,
    resetText: 'Try again in 2 hours.',
  });
});

test('a pause that obeys the provider is told, a short one of its own is not', async () => {
  const retry = (retry_delay_ms: number, more: object = { error_status: 429 }) =>
    line({
      type: 'system',
      subtype: 'api_retry',
      attempt: 1,
      error: 'rate_limit',
      retry_delay_ms,
      ...more,
    });
  const timedOut = (...lines: string[]) => ended([init, ...lines], { cause: 'timed-out', code: 143 });
  expect(await timedOut(retry(90_000))).toMatchObject({ outcome: 'rate-limited', retryAfterMs: 90_000 });
  expect((await timedOut(retry(612))).retryAfterMs).toBeUndefined();
  expect(await timedOut(retry(90_000, {}))).toMatchObject({
    outcome: 'rate-limited',
    retryAfterMs: 90_000,
  });
  const limit = {
    type: 'rate_limit_event',
    rate_limit_info: { status: 'rejected', resetsAt: 1_760_000_000 },
  };
  const named = await timedOut(line(limit), retry(90_000));
  expect(named).toMatchObject({ outcome: 'rate-limited', resetAt: '2025-10-09T08:53:20.000Z' });
  expect(named).not.toHaveProperty('retryAfterMs');
});
