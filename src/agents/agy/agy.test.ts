// The Antigravity CLI's decoder on lines as public reports describe them: no recording, for there is no package.
import { expect, test } from 'vitest';
import { recordingWith, replay, requestFor } from '../../../tests/replay.ts';
import { agy } from './agy.ts';

const init = { event: 'init', conversation_id: 'c-1', init: { model: 'gemini-x', cwd: '/work', tools: [] } };
const usage = {
  input_tokens: 20,
  output_tokens: 5,
  thinking_tokens: 2,
  cache_read_tokens: 8,
  total_tokens: 25,
};

function lines(...events: readonly object[]): readonly string[] {
  return events.map((event) => JSON.stringify(event));
}

test('a result is the answer', async () => {
  const done = {
    event: 'result',
    conversation_id: 'c-1',
    result: { status: 'SUCCESS', response: 'PONG\n', usage },
  };
  const { end, events } = await replay(agy, recordingWith(lines(init, done)));
  expect(end).toMatchObject({ outcome: 'ok', text: 'PONG', sessionId: 'c-1', model: 'gemini-x' });
  expect(end.usage).toEqual({ inputTokens: 20, cachedInputTokens: 8, outputTokens: 5, reasoningTokens: 2 });
  expect(events).toContainEqual({ type: 'answered' });
});

test('a failed result is no answer', async () => {
  const failed = { event: 'result', result: { status: 'ERROR', error: 'HTTP 429: quota exceeded' } };
  expect((await replay(agy, recordingWith(lines(init, failed), { code: 1 }))).end.outcome).toBe(
    'rate-limited',
  );
});

test('a quota keeps the line that tells when it is back', async () => {
  const quota = 'RESOURCE_EXHAUSTED (code 429): Your quota will reset after 42h1m20s.';
  const recording = recordingWith(lines(init), { code: 1, stderr: [quota, 'agent executor stopped'] });
  expect((await replay(agy, recording)).end).toMatchObject({
    outcome: 'rate-limited',
    reason: 'exit code 1: agent executor stopped',
    resetText: quota,
  });
});

test('a permission nobody could give is blocked', async () => {
  const stderr = [
    'no output produced: a tool required a permission that headless mode cannot prompt for, so it was auto-denied.',
  ];
  expect((await replay(agy, recordingWith(lines(init), { code: 1, stderr }))).end.outcome).toBe('blocked');
});

test('it says that it cannot be read-only, and takes the prompt from standard input', async () => {
  expect(agy.tiers.read.honoured).toBe(false);
  expect(agy.tiers.read.caveat).toContain('no read-only mode');
  expect('because' in agy.verified).toBe(true);
  const { plan } = await replay(agy, recordingWith([]), requestFor(agy));
  expect(plan.stdin).toBe('say hi');
  expect(plan.args).toContain('--sandbox');
});
