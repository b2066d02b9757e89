// Grok's decoder on recordings of the real CLI, and what it is started with.
import { expect, test } from 'vitest';
import { recorded, recordingWith, replay, requestFor } from '../../../tests/replay.ts';
import { grok } from './grok.ts';

test('an answer comes with usage that includes what was cached', async () => {
  const { end, events } = await replay(grok, recorded('grok', 'ok'));
  expect(end).toMatchObject({ outcome: 'ok', model: 'stub-ok', sessionId: expect.any(String) });
  expect(end.usage).toEqual({
    inputTokens: 1234,
    cachedInputTokens: 1000,
    cacheWriteTokens: 0,
    outputTokens: 12,
  });
  expect(end.costUsd).toBeUndefined();
  expect(events.filter(({ type }) => type === 'text')).toHaveLength(3);
});

test.each([
  ['401', 'unauthenticated'],
  ['429', 'rate-limited'],
  ['prose', 'ok'],
] as const)('%s is %s', async (scenario, outcome) => {
  expect((await replay(grok, recorded('grok', scenario))).end.outcome).toBe(outcome);
});

test('what it said before it was stopped is partial', async () => {
  const { end } = await replay(grok, recorded('grok', 'slow'));
  expect(end).toMatchObject({ outcome: 'timed-out', partial: true });
});

test('a permission nobody could give is blocked', async () => {
  const line = {
    type: 'result',
    subtype: 'error_during_execution',
    is_error: true,
    stop_reason: 'cancelled',
  };
  expect((await replay(grok, recordingWith([JSON.stringify(line)]))).end.outcome).toBe('blocked');
});

test('a file counts as written when the tool said so', async () => {
  const { events } = await replay(grok, recorded('grok', 'write-write'));
  const writes = events.flatMap((event) => (event.type === 'tool' ? (event.writes ?? []) : []));
  expect(writes).toEqual([expect.stringMatching(/\/out\.txt$/)]);
});

test('each tier has only the tools it may use, and writes in its folder', async () => {
  const planned = async (tier: 'read' | 'write' | 'full') => {
    const { plan } = await replay(grok, recordingWith([]), requestFor(grok, { tier }));
    expect(plan.files).toEqual([{ name: 'prompt.txt', content: 'say hi' }]);
    return plan.args.join(' ');
  };
  expect(await planned('read')).toContain('--tools read_file,list_dir,grep --');
  expect(await planned('write')).toContain('--allow Write(/work/**)');
  expect(await planned('write')).not.toContain('run_terminal_command');
  expect(await planned('full')).toContain('--always-approve');
});

test('its own sandbox is off inside joust’s', async () => {
  const planned = async (sandboxed: boolean) =>
    (await replay(grok, recordingWith([]), requestFor(grok, { tier: 'write', sandboxed }))).plan.args;
  expect((await planned(true)).join(' ')).toContain('--sandbox off');
  expect((await planned(false)).join(' ')).not.toContain('sandbox');
});
