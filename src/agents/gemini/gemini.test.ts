// Gemini CLI's lines, recorded and those that need a Google account.
import { describe, expect, test } from 'vitest';
import { recorded, recordingWith, replay, requestFor } from '../../../tests/replay.ts';
import { gemini } from './gemini.ts';

const line = (fields: object) => JSON.stringify(fields);
const init = line({ type: 'init', session_id: 's-1', model: 'gemini-3-pro' });
const said = (content: string) => line({ type: 'message', role: 'assistant', content, delta: true });
const success = line({
  type: 'result',
  status: 'success',
  stats: { input_tokens: 3, output_tokens: 1, total_tokens: 4 },
});
const failure = (message: string) =>
  line({ type: 'result', status: 'error', error: { type: 'unknown', message } });

async function played(lines: readonly string[], how: Parameters<typeof recordingWith>[1] = {}) {
  return await replay(gemini, recordingWith(lines, how));
}

test('the plan trusts the folder, limits the tier and does not start itself twice', async () => {
  const planned = async (more: Parameters<typeof requestFor>[1]) =>
    (await replay(gemini, recordingWith([]), requestFor(gemini, more))).plan;
  const { program, args, env, stdin } = await planned({ prompt: 'why?' });
  expect([program, ...args].join(' ')).toBe(
    'gemini --output-format stream-json --skip-trust --approval-mode plan --model maker/model-1',
  );
  expect(env).toMatchObject({
    GEMINI_CLI_NO_RELAUNCH: 'true',
    GEMINI_TELEMETRY_TARGET: 'local',
    GEMINI_TELEMETRY_OUTFILE: '/scratch/telemetry.log',
  });
  expect(stdin).toBe('why?');
  expect((await planned({ tier: 'write' })).args).toContain('auto_edit');
  expect((await planned({ tier: 'full' })).args).toContain('yolo');
});

describe('a recorded run', () => {
  test('that answered has its figures, thoughts included', async () => {
    const { end } = await replay(gemini, recorded('gemini', 'ok'));
    expect(end).toMatchObject({ outcome: 'ok', text: 'Hello from the stub.', model: 'stub-ok' });
    expect(end.usage).toEqual({
      inputTokens: 1234,
      cachedInputTokens: 1000,
      outputTokens: 12,
      reasoningTokens: 7,
    });
  });

  test.each([
    ['401', { outcome: 'unauthenticated' }],
    ['429', { outcome: 'rate-limited' }],
    ['500', { outcome: 'timed-out' }],
    ['drop', { outcome: 'crashed', transient: true, partial: true, reason: 'terminated' }],
    ['slow', { outcome: 'timed-out', partial: true }],
    ['prose', { outcome: 'ok' }],
    ['empty', { outcome: 'empty', text: '' }],
    ['write-read', { outcome: 'ok', text: 'The tool has spoken.' }],
  ])('of %s', async (scenario, end) => {
    expect((await replay(gemini, recorded('gemini', scenario))).end).toMatchObject(end);
  });

  test('that fails before it reaches a model knows no usage', async () => {
    expect((await replay(gemini, recorded('gemini', '401'))).end).not.toHaveProperty('usage');
  });

  test('that retries says so, from standard error', async () => {
    const { events } = await replay(gemini, recorded('gemini', '429'));
    expect(events).toContainEqual({ type: 'notice', kind: 'rate-limit', text: 'attempt 1 failed (429)' });
    const overloaded = await replay(gemini, recorded('gemini', '500'));
    expect(overloaded.events).toContainEqual({
      type: 'notice',
      kind: 'retry',
      text: 'attempt 1 failed (500)',
    });
  });

  test('names the file it wrote only if it did', async () => {
    const tools = async (scenario: string) =>
      (await replay(gemini, recorded('gemini', scenario))).events.filter((event) => event.type === 'tool');
    expect(await tools('write-write')).toMatchObject([
      { name: 'write_file', writes: [expect.stringMatching(/stub-out\.txt$/)] },
    ]);
    const [refused] = await tools('write-read');
    expect(refused).toMatchObject({ detail: expect.stringContaining('Access denied') });
    expect(refused?.writes).toBeUndefined();
  });
});

describe('the end', () => {
  test('by a signal looks like success and is none', async () => {
    const { end } = await played([init, said('half an ans')], { code: 0 });
    expect(end).toMatchObject({
      outcome: 'crashed',
      partial: true,
      text: 'half an ans',
      reason: 'exit code 0',
    });
  });

  test('with a quota says when to come back', async () => {
    const daily =
      '[API Error: You exceeded your current quota, please check your plan.\nSuggested retry after 3600s.]';
    expect((await played([init, failure(daily)], { code: 173 })).end).toMatchObject({
      outcome: 'rate-limited',
      retryAfterMs: 3_600_000,
    });
    const account = 'You have exhausted your capacity on this model. Your quota will reset after 3h12m5s.';
    expect((await played([init, failure(account)], { code: 1 })).end).toMatchObject({
      outcome: 'rate-limited',
      retryAfterMs: (3 * 3600 + 12 * 60 + 5) * 1000,
    });
  });

  test.each([
    [
      41,
      'Please set an Auth method in your /home/someone/.gemini/settings.json or specify',
      'unauthenticated',
    ],
    [41, 'Invalid auth method selected.', 'unauthenticated'],
    [55, 'Gemini CLI is not running in a trusted directory.', 'crashed'],
    [173, 'something new', 'rate-limited'],
    [145, 'something new', 'unauthenticated'],
  ])('with exit code %i and "%s" is %s', async (code, text, outcome) => {
    expect((await played([], { code, stderr: ['Warning: noise', text] })).end).toMatchObject({
      outcome,
      reason: `exit code ${code}: ${text}`,
    });
  });

  test('keeps when the quota is back, whatever line of standard error says it', async () => {
    const quota = 'TerminalQuotaError: You have exhausted your capacity. Your quota will reset after 1h0m5s.';
    const stderr = [quota, '    at somewhere', 'An unexpected critical error occurred'];
    expect((await played([], { code: 1, stderr })).end).toMatchObject({
      outcome: 'rate-limited',
      retryAfterMs: 3_605_000,
      reason: `exit code 1: ${quota}`,
    });
    const unknown = ['Something new.', 'Access resets at 10:57 PM GMT-3.', 'Bye.'];
    expect((await played([], { code: 173, stderr: unknown })).end).toMatchObject({
      outcome: 'rate-limited',
      resetText: 'Access resets at 10:57 PM GMT-3.',
    });
  });

  test('is judged by the last retry when its time is up, and by nothing when it was cancelled', async () => {
    const stderr = [
      'Attempt 3 failed with status 429. Retrying with backoff... _ApiError: {}',
      '    at somewhere',
    ];
    expect((await played([init], { cause: 'timed-out', code: 0, stderr })).end.outcome).toBe('rate-limited');
    expect((await played([init], { cause: 'cancelled', code: 0, stderr })).end.outcome).toBe('cancelled');
  });
});

describe('the answer', () => {
  const tool = line({
    type: 'tool_use',
    tool_name: 'read_file',
    tool_id: 't',
    parameters: { file_path: '/a' },
  });

  test('is what was said after the last tool, or before it where nothing follows', async () => {
    const after = await played([init, said('let me look'), tool, said('it is '), said('fine'), success]);
    expect(after.end).toMatchObject({ outcome: 'ok', text: 'it is fine' });
    expect(after.events).toContainEqual({ type: 'text', delta: '\n\nit is ' });
    expect((await played([init, said('all done'), tool, success])).end.text).toBe('all done');
  });

  test('may be about errors', async () => {
    const { end } = await played([init, said('[API Error: You exceeded your current quota'), success]);
    expect(end.outcome).toBe('ok');
  });

  test('names the model that was chosen for it', async () => {
    const auto = line({ type: 'init', session_id: 's-1', model: 'auto' });
    const stats = { input_tokens: 3, output_tokens: 1, models: { 'gemini-3-flash': {} } };
    const done = line({ type: 'result', status: 'success', stats });
    expect((await played([auto, said('hi'), done])).end.model).toBe('gemini-3-flash');
  });

  test('of the user’s own prompt is nobody’s', async () => {
    const echo = line({ type: 'message', role: 'user', content: 'say hi' });
    expect((await played([init, echo, success])).end.outcome).toBe('empty');
  });
});

test('the login is read from its files and the environment', () => {
  const read = (files: Readonly<Record<string, string>>, env = {}) =>
    gemini.presence.login?.read({ code: null, output: '', files, env }).state;
  const settings = (type: string) => `{ // mine\n "security": { "auth": { "selectedType": "${type}" } } }`;
  const google = { '.gemini/settings.json': settings('oauth-personal') };
  expect(read({ ...google, '.gemini/oauth_creds.json': '{}' })).toBe('subscription');
  expect(read(google)).toBe('unknown');
  expect(read({ '.gemini/settings.json': settings('gemini-api-key') }, { GEMINI_API_KEY: 'k' })).toBe('key');
  expect(read({ '.gemini/settings.json': settings('gemini-api-key') })).toBe('logged-out');
  expect(read({ '$GEMINI_CLI_HOME/.gemini/settings.json': settings('vertex-ai') })).toBe('key');
  expect(read({ '.gemini/.env': 'GEMINI_API_KEY=k\n' })).toBe('key');
});

test('its own sandbox is off inside joust’s', async () => {
  const planned = async (sandboxed: boolean) =>
    (await replay(gemini, recordingWith([]), requestFor(gemini, { tier: 'write', sandboxed }))).plan;
  expect((await planned(true)).env).toHaveProperty('GEMINI_SANDBOX', 'false');
  expect((await planned(false)).env).not.toHaveProperty('GEMINI_SANDBOX', 'false');
  expect((await planned(true)).args).toEqual((await planned(false)).args);
});

describe('a failed try', () => {
  const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms).toISOString();
  const saidAt = (ms: number, content: string) =>
    line({ type: 'message', role: 'assistant', content, delta: true, timestamp: at(ms) });
  const retryAt = (ms: number) =>
    `"event.name": "gemini_cli.chat.content_retry",\n    "event.timestamp": "${at(ms)}",\n`;

  test('is left out of the answer', async () => {
    const lines = [
      init,
      saidAt(0, 'alpha '),
      saidAt(5, 'beta'),
      saidAt(1040, 'FINAL '),
      saidAt(1041, 'ANSWER'),
    ];
    const { end } = await played([...lines, success], { answerFile: retryAt(20) });
    expect(end).toMatchObject({ outcome: 'ok', text: 'FINAL ANSWER' });
  });

  test('takes nothing away from an answer that only paused', async () => {
    const lines = [init, saidAt(2000, 'one '), saidAt(9000, 'two')];
    const { end } = await played([...lines, success], { answerFile: retryAt(20) });
    expect(end).toMatchObject({ outcome: 'ok', text: 'one two' });
  });
});

describe('switching models', () => {
  const switched =
    '[2026-11-19T20:56:10.961Z] [LOG] Model fallback activated: switching from gemini-a to gemini-b';

  test('is shown as a retry, and ends with the error of the last model', async () => {
    const message = JSON.stringify(
      JSON.stringify({ error: { code: 404, message: 'models/a is not found' } }),
    );
    const answerFile = `"event.name": "gemini_cli.api_error",\n"error.message": ${message},\n"model": "a",\n"status_code": 404,`;
    const { events, end } = await played([init], { code: 0, stderr: [switched], answerFile });
    expect(events).toContainEqual({
      type: 'notice',
      kind: 'retry',
      text: 'switched models: gemini-a to gemini-b',
    });
    expect(end.reason).toBe('models/a is not found');
  });

  test('without telemetry says what it did', async () => {
    const { end } = await played([init], { code: 0, stderr: [switched] });
    expect(end.reason).toBe(
      'none of its models answered; it went on switching, such as from gemini-a to gemini-b',
    );
  });
});

test('its debug log hides no reason', async () => {
  const stderr = [
    'Invalid auth method selected.',
    '[2026-11-19T20:56:10.961Z] [DEBUG] Error: none of this matters',
  ];
  expect((await played([], { code: 41, stderr })).end).toMatchObject({
    outcome: 'unauthenticated',
    reason: 'exit code 41: Invalid auth method selected.',
  });
});
