// Qwen Code's decoder on recordings of the real CLI, and what it is started with.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { recorded, recordingWith, replay, requestFor } from '../../../tests/replay.ts';
import { qwen } from './qwen.ts';

const transcripts = join(import.meta.dirname, '../../../tests/fixtures/transcripts');

test('an answer comes with its model, session and usage', async () => {
  const { end, events } = await replay(qwen, recorded('qwen', 'ok'));
  expect(end).toMatchObject({ outcome: 'ok', model: 'stub-ok', sessionId: expect.any(String) });
  expect(end.usage).toEqual({ inputTokens: 1234, cachedInputTokens: 1000, outputTokens: 12 });
  expect(events.filter(({ type }) => type === 'text')).toHaveLength(3);
});

test('a wrong key is unauthenticated, and its message is no partial answer', async () => {
  const { end } = await replay(qwen, recorded('qwen', '401'));
  expect(end).toMatchObject({ outcome: 'unauthenticated', text: '' });
  expect(end.usage).toBeUndefined();
});

test('0.15 calls a wrong key a success with exit code 0: it is unauthenticated all the same', async () => {
  const lines = readFileSync(join(transcripts, 'qwen-0.15.10-401.jsonl'), 'utf8').trimEnd().split('\n');
  expect(lines.at(-1)).toContain('"subtype":"success"');
  const { end, events } = await replay(qwen, recordingWith(lines, { code: 0 }));
  expect(end).toMatchObject({ outcome: 'unauthenticated', text: '' });
  expect(end.reason).toBe('[API Error: 401 Incorrect API key provided: it is not valid.]');
  expect(events.some(({ type }) => type === 'answered')).toBe(false);
});

test('an answer that quotes such an error is an answer', async () => {
  const result = {
    type: 'result',
    subtype: 'success',
    is_error: false,
    usage: { input_tokens: 9, output_tokens: 9 },
  };
  const line = JSON.stringify({ ...result, result: '[API Error: 401 is what you would see]' });
  expect((await replay(qwen, recordingWith([line]))).end.outcome).toBe('ok');
});

test('an answer about limits is not a limit, and nothing is nothing', async () => {
  expect((await replay(qwen, recorded('qwen', 'prose'))).end.outcome).toBe('ok');
  expect((await replay(qwen, recorded('qwen', 'empty'))).end.outcome).toBe('empty');
});

test('a quota it was still waiting for is rate-limited, and told as soon as it is known', async () => {
  const { end, events } = await replay(qwen, recorded('qwen', '429'));
  expect(end).toMatchObject({ outcome: 'rate-limited', retryAfterMs: 60_000 });
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'notice', kind: 'rate-limit', retryAfterMs: 60_000 }),
  );
});

test('a dropped connection is worth a second try', async () => {
  const { end } = await replay(qwen, recorded('qwen', 'drop'));
  expect(end).toMatchObject({
    outcome: 'crashed',
    transient: true,
    partial: true,
    text: 'Hello from the stub.',
  });
});

test('a file counts as written when the tool said so', async () => {
  const writes = async (scenario: string) =>
    (await replay(qwen, recorded('qwen', scenario))).events.flatMap((event) =>
      event.type === 'tool' ? (event.writes ?? []) : [],
    );
  expect(await writes('write-write')).toEqual([expect.stringMatching(/\/out\.txt$/)]);
  expect(await writes('write-read')).toEqual([]);
});

test('tiers, account and address become arguments and variables', async () => {
  const planned = async (more: Parameters<typeof requestFor>[1]) =>
    (await replay(qwen, recordingWith([]), requestFor(qwen, more))).plan;
  expect((await planned({ tier: 'read' })).args.join(' ')).toContain('--approval-mode plan');
  expect((await planned({ tier: 'write' })).args.join(' ')).toContain('--approval-mode auto-edit');
  expect((await planned({ tier: 'full' })).args.join(' ')).toContain('--approval-mode yolo');
  const contestant = {
    name: 'q',
    agent: 'qwen',
    auth: 'key',
    settings: { baseUrl: 'http://127.0.0.1:1/v1' },
  } as const;
  const plan = await planned({ contestant });
  expect(plan.args.join(' ')).toContain('--auth-type openai');
  expect(plan.env['OPENAI_BASE_URL']).toBe('http://127.0.0.1:1/v1');
  expect(qwen.servedFrom(contestant, {})).toBe('http://127.0.0.1:1/v1');
});

test('the login is read from its files and the environment', () => {
  const read = qwen.presence.login?.read;
  const nothing = { code: null, output: '', env: {}, files: {} };
  const settings = (selectedType: string) => ({
    '.qwen/settings.json': JSON.stringify({ security: { auth: { selectedType } } }, null, 2),
  });
  expect(read?.(nothing).state).toBe('unknown');
  expect(read?.({ ...nothing, env: { OPENAI_API_KEY: 'k' } }).state).toBe('key');
  expect(read?.({ ...nothing, files: settings('openai') }).state).toBe('key');
  const files = { ...settings('qwen-oauth'), '.qwen/oauth_creds.json': '{}' };
  expect(read?.({ ...nothing, files }).state).toBe('subscription');
});

test('its own sandbox is off inside joust’s', async () => {
  const planned = async (sandboxed: boolean) =>
    (await replay(qwen, recordingWith([]), requestFor(qwen, { tier: 'write', sandboxed }))).plan;
  expect((await planned(true)).env).toHaveProperty('QWEN_SANDBOX', 'false');
  expect((await planned(false)).env).not.toHaveProperty('QWEN_SANDBOX', 'false');
  expect((await planned(true)).args).toEqual((await planned(false)).args);
});

test('what it was silently trying to get over is read from its telemetry', async () => {
  const said = (event: string, fields: string) => `{"event.name": "qwen-code.${event}",\n${fields}\n}`;
  const error = said('api_error', '"error_message": "429 slow \\"down\\"", "status_code": 429');
  const cut = { cause: 'timed-out', code: null } as const;
  const end = async (answerFile: string) =>
    (await replay(qwen, recordingWith([], { ...cut, answerFile }))).end;
  expect(await end(error)).toMatchObject({
    outcome: 'rate-limited',
    reason: expect.stringContaining('429 slow'),
  });
  expect(await end('"error_status_code": 429')).toMatchObject({ outcome: 'rate-limited' });
  expect(await end(error + said('api_response', '"status_code": 200'))).toMatchObject({
    outcome: 'timed-out',
  });
});
