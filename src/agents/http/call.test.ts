// The HTTP call program as a real process, against a real server that speaks each protocol.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ModelApi, modelApi } from '../../../tests/fixtures/model-api.ts';
import { type Played, playForReal, type Stage } from '../../../tests/fixtures/real-io.ts';
import { temporaryFolder } from '../../../tests/setup/temporary.ts';
import { until } from '../../../tests/setup/until.ts';
import type { AgentSettings } from '../../domain/contestant.ts';
import type { Agent } from '../agent.ts';
import { compatible, presets } from '../compatible/compatible.ts';
import { anthropic, google, openai } from './makers.ts';

const secret = 'sk-not-a-real-key-0123456789abcdef';
const everyKey = {
  ANTHROPIC_API_KEY: secret,
  OPENAI_API_KEY: secret,
  GEMINI_API_KEY: secret,
  SERVER_KEY: secret,
  OPENROUTER_API_KEY: secret,
};

let api: ModelApi;
beforeAll(async () => {
  api = await modelApi();
});
beforeEach(() => {
  api.reply = { kind: 'answer' };
  api.seen.length = 0;
});
afterAll(() => api[Symbol.asyncDispose]());

interface Asked extends Stage {
  readonly settings?: AgentSettings;
  readonly effort?: string;
  readonly model?: string;
  readonly prompt?: string;
}

async function ask(
  agent: Agent,
  { settings, effort, model = 'stub-a', prompt = 'say hi', ...stage }: Asked = {},
): Promise<Played> {
  const folder = temporaryFolder('http');
  const contestant = {
    name: agent.id,
    agent: agent.id,
    model,
    effort,
    settings: { baseUrl: addressFor(agent), ...settings },
  };
  const request = { prompt, contestant, tier: 'read', cwd: folder, scratch: folder, asRoot: false } as const;
  const played = await playForReal(agent, request, { env: everyKey, ...stage });
  const told = [played.stdout, played.stderr, played.plan.stdin, ...played.argv].join('\n');
  expect(told).not.toContain(secret);
  return played;
}

function addressFor({ id }: Agent): string {
  return id === 'anthropic' || id === 'google' ? api.url : `${api.url}/v1`;
}

const usageWith = { cachedInputTokens: 1000, inputTokens: 1234 };
const cases = [
  {
    agent: anthropic,
    path: '/v1/messages',
    header: 'x-api-key',
    usage: { ...usageWith, cacheWriteTokens: 34, outputTokens: 5 },
  },
  {
    agent: openai,
    path: '/v1/responses',
    header: 'authorization',
    usage: { ...usageWith, outputTokens: 8, reasoningTokens: 3 },
  },
  {
    agent: google,
    path: '/v1beta/models/stub-a:streamGenerateContent',
    header: 'x-goog-api-key',
    usage: { ...usageWith, outputTokens: 8, reasoningTokens: 3 },
  },
  {
    agent: compatible,
    path: '/v1/chat/completions',
    header: 'authorization',
    usage: { ...usageWith, outputTokens: 8, reasoningTokens: 3 },
  },
];

describe.each(cases)('$agent.id', ({ agent, path, header, usage }) => {
  const settings = agent === compatible ? { keyEnv: 'SERVER_KEY' } : {};

  test('streams an answer with its thoughts, usage and the model that served it', async () => {
    api.reply = { kind: 'answer', thought: 'hmm' };
    const { end, events } = await ask(agent, { settings });
    expect(end).toMatchObject({ outcome: 'ok', text: 'Hello from the stub.' });
    expect(end.usage).toMatchObject(usage);
    // The library does not pass on which model Google says it was.
    expect(end.model).toBe(agent === google ? 'stub-a' : 'stub-a-served');
    expect(events.filter(({ type }) => type === 'text').length).toBe(3);
    expect(events).toContainEqual({ type: 'thought', delta: 'hmm' });
    expect(api.seen).toHaveLength(1);
    expect(api.seen[0]?.path).toContain(path);
    expect(api.seen[0]?.headers[header]).toContain(secret);
  });

  test('takes a prompt that no argument could hold', async () => {
    const prompt = 'long '.repeat(100_000);
    const { end } = await ask(agent, { settings, prompt });
    expect(end.outcome).toBe('ok');
    expect(JSON.stringify(api.seen[0]?.body)).toContain(prompt);
  });

  test('sends temperature and the output limit', async () => {
    await ask(agent, { settings: { ...settings, temperature: 0.25, maxOutputTokens: 77 } });
    const body = JSON.stringify(api.seen[0]?.body);
    expect(body).toMatch(/"temperature":0\.25/);
    expect(body).toMatch(/"(?:max_tokens|max_output_tokens|maxOutputTokens)":77/);
  });

  test('a wrong key is unauthenticated, after one request', async () => {
    api.reply = { kind: 'error', status: 401, message: `Incorrect API key provided: ${secret}` };
    const { end, code } = await ask(agent, { settings });
    expect(end.outcome).toBe('unauthenticated');
    expect(end.reason).toContain('Incorrect API key provided');
    expect(code).toBe(0);
    expect(api.seen).toHaveLength(1);
  });

  test('a quota is rate-limited and says when to come back', async () => {
    const headers = { 'retry-after': '90' };
    api.reply = { kind: 'error', status: 429, headers, message: 'Rate limit reached' };
    const { end } = await ask(agent, { settings });
    expect(end).toMatchObject({ outcome: 'rate-limited', retryAfterMs: 90_000 });
    expect(api.seen).toHaveLength(1);
  });

  test('an overloaded server is a crash worth a second try', async () => {
    api.reply = { kind: 'error', status: 529, message: 'Overloaded' };
    const { end } = await ask(agent, { settings });
    expect(end).toMatchObject({ outcome: 'crashed', transient: true, reason: 'Overloaded' });
    expect(api.seen).toHaveLength(1);
  });

  test('a request the server refuses is a crash that a second try would not mend', async () => {
    api.reply = { kind: 'error', status: 404, message: 'model stub-a not found' };
    const { end } = await ask(agent, { settings });
    expect(end).toMatchObject({ outcome: 'crashed', reason: 'model stub-a not found' });
    expect(end.transient).toBeUndefined();
  });

  test.each(['reset', 'close'] as const)(
    'a connection that ends in the middle (%s) keeps what there was',
    async (how) => {
      api.reply = { kind: 'drop', how };
      const { end } = await ask(agent, { settings });
      expect(end).toMatchObject({ outcome: 'crashed', transient: true, partial: true, text: 'Hello from' });
    },
  );

  test('a refusal is refused, a full output is incomplete', async () => {
    api.reply = { kind: 'answer', finish: 'filter' };
    expect((await ask(agent, { settings })).end).toMatchObject({ outcome: 'refused' });
    api.reply = { kind: 'answer', finish: 'length' };
    const { end } = await ask(agent, { settings });
    expect(end).toMatchObject({ outcome: 'incomplete', text: 'Hello from the stub.' });
    expect(end.usage).toMatchObject(usage);
  });

  test('TERM ends a stalled call at once and hangs up', async () => {
    api.reply = { kind: 'stall' };
    const { end, code } = await ask(agent, {
      settings,
      onEvent(event, kill) {
        if (event.type !== 'text' || !event.delta.includes('lo from')) return;
        kill('SIGTERM');
      },
    });
    expect(code).toBe(143);
    expect(end).toMatchObject({ outcome: 'crashed', text: 'Hello from', partial: true });
    await until(() => api.seen[0]?.aborted === true);
  });
});

test('nobody listening is transient', async () => {
  const { end } = await ask(compatible, { settings: { baseUrl: 'http://127.0.0.1:9/v1' } });
  expect(end).toMatchObject({ outcome: 'crashed', transient: true });
  expect(end.reason).toMatch(/^connection dropped: /);
});

test('without its key an API is unauthenticated and nothing is sent', async () => {
  const { end } = await ask(anthropic, { env: {} });
  expect(end).toMatchObject({
    outcome: 'unauthenticated',
    reason: 'no key for anthropic: ANTHROPIC_API_KEY is not set',
  });
  expect(api.seen).toHaveLength(0);
});

test('a compatible server needs no key, and gets none that was not named for it', async () => {
  const { end } = await ask(compatible);
  expect(end.outcome).toBe('ok');
  expect(api.seen[0]?.headers.authorization).toBeUndefined();
});

test("the provider's variable names the address when no setting does", async () => {
  for (const [agent, name] of [
    [anthropic, 'ANTHROPIC_BASE_URL'],
    [openai, 'OPENAI_BASE_URL'],
    [google, 'GOOGLE_GEMINI_BASE_URL'],
  ] as const) {
    api.seen.length = 0;
    const folder = temporaryFolder('http');
    const contestant = { name: 'c', agent: agent.id, model: 'stub-a' };
    const env = { ...everyKey, [name]: addressFor(agent) };
    const request = {
      prompt: 'hi',
      contestant,
      tier: 'read',
      cwd: folder,
      scratch: folder,
      asRoot: false,
    } as const;
    expect(agent.servedFrom(contestant, env)).toBe(addressFor(agent));
    expect((await playForReal(agent, request, { env })).end.outcome).toBe('ok');
    expect(api.seen).toHaveLength(1);
  }
});

test('effort reaches the model in its own words', async () => {
  await ask(openai, { effort: 'high', model: 'gpt-5.5' });
  await ask(anthropic, { effort: 'high', model: 'claude-opus-4-8' });
  await ask(google, { effort: 'low', model: 'gemini-3-pro-preview' });
  await ask(compatible, { effort: 'low' });
  expect(api.seen[0]?.body).toMatchObject({ reasoning: { effort: 'high' } });
  expect(JSON.stringify(api.seen[1]?.body)).toMatch(/"effort":"high"|"thinking"/);
  expect(JSON.stringify(api.seen[2]?.body)).toMatch(/"thinkingLevel":"low"/i);
  expect(api.seen[3]?.body).toMatchObject({ reasoning_effort: 'low' });
});

test('a key that Google does not know is unauthenticated, though it says 400', async () => {
  api.reply = { kind: 'error', status: 400, message: 'API key not valid. Please pass a valid API key.' };
  expect((await ask(google)).end.outcome).toBe('unauthenticated');
});

test("Google's retry delay and a date are waits too", async () => {
  const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '37s' }];
  api.reply = { kind: 'error', status: 429, message: 'Quota', details };
  expect((await ask(google)).end).toMatchObject({ outcome: 'rate-limited', retryAfterMs: 37_000 });
  const headers = { date: 'Mon, 02 Nov 2026 10:00:00 GMT', 'retry-after': 'Mon, 02 Nov 2026 10:02:00 GMT' };
  api.reply = { kind: 'error', status: 429, message: 'Quota', headers };
  expect((await ask(openai)).end).toMatchObject({ outcome: 'rate-limited', retryAfterMs: 120_000 });
});

test('a price that comes with the usage is the cost where the API is known to give one', async () => {
  const openrouter = presets.find(({ id }) => id === 'openrouter') as Agent;
  expect((await ask(openrouter)).end.costUsd).toBe(0.0125);
  expect((await ask(compatible)).end.costUsd).toBeUndefined();
});
