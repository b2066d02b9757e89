// opencode's lines: whole parts in steps, recorded and made up.
import { describe, expect, test } from 'vitest';
import { recorded, recordingWith, replay, requestFor } from '../../../tests/replay.ts';
import { opencode } from './opencode.ts';

const line = (type: string, fields: object) => JSON.stringify({ type, sessionID: 'ses_1', ...fields });
const start = line('step_start', { part: { type: 'step-start' } });
const said = (text: string) => line('text', { part: { type: 'text', text } });
const tokens = { input: 10, output: 3, reasoning: 2, cache: { read: 20, write: 5 } };
const finish = (reason: string, more: object = {}) =>
  line('step_finish', { part: { reason, tokens, cost: 0, ...more } });
const error = (name: string, data: object) => line('error', { error: { name, data } });

async function played(lines: readonly string[], how: Parameters<typeof recordingWith>[1] = {}) {
  return await replay(opencode, recordingWith(lines, how));
}

describe('the plan', () => {
  async function planned(more: Parameters<typeof requestFor>[1]) {
    const { plan } = await replay(opencode, recordingWith([]), requestFor(opencode, more));
    return { ...plan, config: JSON.parse(plan.env['OPENCODE_CONFIG_CONTENT'] ?? '{}') };
  }

  test('runs as an agent of our own that a project’s config cannot loosen', async () => {
    const { program, args, config, stdin } = await planned({ prompt: 'why?' });
    expect([program, ...args].join(' ')).toBe(
      'opencode run --format json --title joust --print-logs --log-level ERROR --agent joust --model maker/model-1',
    );
    expect(stdin).toBe('why?');
    const { permission } = config.agent.joust;
    expect(Object.keys(permission)[0]).toBe('*');
    expect(permission).toMatchObject({
      '*': 'deny',
      edit: 'deny',
      bash: 'deny',
      task: 'deny',
      read: 'allow',
    });
  });

  test('leaves the project’s config out where it may only read, but not its instructions', async () => {
    const read = await planned({});
    expect(read.env).toHaveProperty('OPENCODE_DISABLE_PROJECT_CONFIG', '1');
    expect(read.config.instructions).toEqual(['/work/AGENTS.md']);
    const write = await planned({ tier: 'write' });
    expect(write.env).not.toHaveProperty('OPENCODE_DISABLE_PROJECT_CONFIG');
    expect(write.config).not.toHaveProperty('instructions');
  });

  test('lets it edit but not run in the write tier, and anything in the full one', async () => {
    expect((await planned({ tier: 'write' })).config.agent.joust.permission).toMatchObject({
      edit: 'allow',
      bash: 'deny',
      task: 'deny',
    });
    const full = await planned({ tier: 'full' });
    expect(full.config.agent.joust.permission).toMatchObject({ '*': 'allow' });
    expect(full.args).toContain('--auto');
  });

  test('keeps the contestant’s own inline config', async () => {
    const own = { provider: { local: { options: { baseURL: 'http://127.0.0.1:8080/v1' } } } };
    const environment = { OPENCODE_CONFIG_CONTENT: JSON.stringify(own) };
    const contestant = { name: 'c', agent: 'opencode', model: 'local/qwen', environment };
    expect((await planned({ contestant })).config).toMatchObject(own);
    expect(opencode.servedFrom(contestant, environment)).toBe('http://127.0.0.1:8080/v1');
    expect(opencode.servedFrom({ ...contestant, model: 'ollama/qwen' }, {})).toBe('http://127.0.0.1:11434');
    expect(opencode.servedFrom({ ...contestant, model: 'anthropic/opus' }, {})).toBeUndefined();
  });

  test('maps the effort to a variant', async () => {
    const contestant = { name: 'c', agent: 'opencode', effort: 'high' };
    expect((await planned({ contestant })).args.join(' ')).toContain('--variant high');
  });
});

describe('a recorded run', () => {
  test('that answered has its figures, cache and reasoning included', async () => {
    const { end } = await replay(opencode, recorded('opencode', 'ok'));
    expect(end).toMatchObject({ outcome: 'ok', text: 'Hello from the stub.' });
    expect(end.sessionId).toMatch(/^ses_/);
    expect(end.usage).toEqual({
      inputTokens: 1234,
      cachedInputTokens: 1000,
      cacheWriteTokens: 0,
      outputTokens: 12,
      reasoningTokens: 7,
    });
    expect(end).not.toHaveProperty('costUsd');
  });

  test.each([
    ['401', { outcome: 'unauthenticated' }],
    ['429', { outcome: 'rate-limited' }],
    ['500', { outcome: 'timed-out' }],
    ['drop', { outcome: 'timed-out' }],
    ['slow', { outcome: 'timed-out' }],
    ['prose', { outcome: 'ok' }],
    ['empty', { outcome: 'empty', text: '' }],
    ['write-read', { outcome: 'ok', text: 'The tool has spoken.' }],
  ])('of %s', async (scenario, end) => {
    expect((await replay(opencode, recorded('opencode', scenario))).end).toMatchObject(end);
  });

  test('that retries says so: from its log, and when a step begins twice', async () => {
    const kinds = async (scenario: string) =>
      (await replay(opencode, recorded('opencode', scenario))).events.flatMap((event) =>
        event.type === 'notice' ? [event.kind] : [],
      );
    expect(new Set(await kinds('429'))).toEqual(new Set(['rate-limit']));
    expect(await kinds('drop')).toContain('retry');
    expect(await kinds('ok')).toEqual([]);
  });

  test('names the file it wrote only if it did', async () => {
    const tools = async (scenario: string) =>
      (await replay(opencode, recorded('opencode', scenario))).events.filter(
        (event) => event.type === 'tool',
      );
    expect(await tools('write-write')).toMatchObject([
      { name: 'write', writes: [expect.stringMatching(/stub-out\.txt$/)] },
    ]);
    for (const tool of await tools('write-read')) expect(tool.writes).toBeUndefined();
  });
});

describe('a step', () => {
  test('adds its figures to those before; the last that spoke is the answer', async () => {
    const lines = [start, said('looking'), finish('tool-calls'), start, said('found it'), finish('stop')];
    const { end, events } = await played(lines);
    expect(end).toMatchObject({ outcome: 'ok', text: 'found it' });
    expect(end.usage).toEqual({
      inputTokens: 70,
      cachedInputTokens: 40,
      cacheWriteTokens: 10,
      outputTokens: 10,
      reasoningTokens: 4,
    });
    expect(events.filter((event) => event.type === 'answered')).toHaveLength(1);
  });

  test('of several texts is all of them', async () => {
    expect((await played([start, said('one'), said('two'), finish('stop')])).end.text).toBe('one\n\ntwo');
  });

  test('costs what the catalogue says, and nothing is unknown', async () => {
    const priced = [
      start,
      said('a'),
      finish('tool-calls', { cost: 0.25 }),
      start,
      finish('stop', { cost: 0.5 }),
    ];
    expect((await played(priced)).end.costUsd).toBe(0.75);
    expect((await played([start, said('a'), finish('stop')])).end).not.toHaveProperty('costUsd');
  });

  test.each([
    ['length', 'incomplete'],
    ['content-filter', 'refused'],
    ['tool-calls', 'crashed'],
    ['stop', 'ok'],
    ['unknown', 'ok'],
  ])('that finished by %s makes the run %s', async (reason, outcome) => {
    expect((await played([start, said('text'), finish(reason)])).end.outcome).toBe(outcome);
  });

  test('that is still open is no answer', async () => {
    const { end } = await played([start, said('half'), finish('tool-calls'), start, said('more')], {
      code: 0,
    });
    expect(end).toMatchObject({ outcome: 'crashed', partial: true, text: 'more' });
    const reopened = await played([start, said('a'), finish('stop'), start, said('b')]);
    expect(reopened.end).toMatchObject({ outcome: 'crashed', partial: true, text: 'b' });
  });
});

describe('an error', () => {
  test.each([
    [{ message: 'Rate limit reached', statusCode: 429 }, 'rate-limited'],
    [{ message: 'Incorrect API key provided', statusCode: 401 }, 'unauthenticated'],
    [{ message: 'Bad gateway', statusCode: 502, isRetryable: true }, 'crashed'],
    [{ message: 'no such model' }, 'crashed'],
  ])('%j is %s', async (data, outcome) => {
    const { end } = await played([start, error('APIError', data)], { code: 1 });
    expect(end).toMatchObject({ outcome, reason: data.message });
    expect(end.transient).toBe(data.message === 'Bad gateway' ? true : undefined);
  });

  test('of a provider’s login is a login, and a header says when to come back', async () => {
    const login = await played([error('ProviderAuthError', { message: 'no key for openai' })], { code: 1 });
    expect(login.end.outcome).toBe('unauthenticated');
    const data = { message: 'slow down', statusCode: 429, responseHeaders: { 'retry-after': '120' } };
    expect((await played([error('APIError', data)], { code: 1 })).end.retryAfterMs).toBe(120_000);
    const dated = { ...data, responseHeaders: { 'retry-after': 'Mon, 02 Nov 2026 10:02:00 GMT' } };
    expect((await played([error('APIError', dated)], { code: 1 })).end).toMatchObject({
      outcome: 'rate-limited',
      resetAt: '2026-11-02T10:02:00.000Z',
    });
  });

  test('quoted by the model is not one', async () => {
    const prose = 'level=ERROR message="stream error" error.error="AI_APICallError: Rate limit reached"';
    const { end, events } = await played([start, said(prose), finish('stop')]);
    expect(end.outcome).toBe('ok');
    expect(events.filter((event) => event.type === 'notice')).toEqual([]);
  });
});

test('the login is read from its credentials', () => {
  const read = (content?: string, env = {}) =>
    opencode.presence.login?.read({
      code: null,
      output: '',
      env,
      files: content === undefined ? {} : { '.local/share/opencode/auth.json': content },
    }).state;
  expect(read('{"anthropic":{"type":"oauth"}}')).toBe('subscription');
  expect(read('{\n "anthropic":{"type":"oauth"},\n "openai":{"type":"api"}\n}')).toBe('key');
  expect(read(undefined, { OPENAI_API_KEY: 'k' })).toBe('key');
  expect(read()).toBe('unknown');
});
