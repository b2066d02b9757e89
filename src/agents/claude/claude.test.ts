// Claude Code's lines, recorded and those that could not be produced with a key.
import { describe, expect, test } from 'vitest';
import { recorded, recordingWith, replay, requestFor } from '../../../tests/replay.ts';
import type { AgentEvent } from '../../domain/agent-event.ts';
import { claude } from './claude.ts';

const line = (fields: object) => JSON.stringify(fields);
const init = line({
  type: 'system',
  subtype: 'init',
  session_id: 's-1',
  model: 'opus',
  claude_code_version: '2.1.325',
});
const result = (fields: object) => line({ is_error: false, subtype: 'success', ...fields, type: 'result' });
const delta = (text: string) =>
  line({ type: 'stream_event', event: { type: 'content_block_delta', delta: { type: 'text_delta', text } } });

function notices(events: readonly AgentEvent[]) {
  return events.filter((event) => event.type === 'notice');
}

async function ended(lines: readonly string[], how: Parameters<typeof recordingWith>[1] = {}) {
  return (await replay(claude, recordingWith(lines, how))).end;
}

describe('the plan', () => {
  async function planned(more: Parameters<typeof requestFor>[1]) {
    return (await replay(claude, recordingWith([]), requestFor(claude, more))).plan;
  }

  test('offers only reading tools in the read tier', async () => {
    const { program, args, stdin } = await planned({ prompt: 'why?' });
    expect([program, ...args].join(' ')).toBe(
      'claude --print --output-format stream-json --verbose --include-partial-messages ' +
        '--permission-mode dontAsk --tools Read,Grep,Glob --setting-sources user --strict-mcp-config --add-dir . --model maker/model-1',
    );
    expect(stdin).toBe('why?');
  });

  test('tells root that it is in a sandbox, in the full tier alone', async () => {
    expect((await planned({ tier: 'full', asRoot: true })).env).toHaveProperty('IS_SANDBOX', '1');
    expect((await planned({ tier: 'full' })).env).not.toHaveProperty('IS_SANDBOX');
    expect((await planned({ tier: 'write', asRoot: true })).env).not.toHaveProperty('IS_SANDBOX');
    expect((await planned({ tier: 'full' })).args).toContain('--dangerously-skip-permissions');
    expect((await planned({ tier: 'write' })).args.join(' ')).toContain('--permission-mode acceptEdits');
  });

  test('switches its own sandbox off inside joust’s', async () => {
    const { args } = await planned({ tier: 'write', sandboxed: true });
    expect(args[args.indexOf('--settings') + 1]).toBe('{"sandbox":{"enabled":false}}');
  });

  test('bounds the retries unless the contestant does', async () => {
    expect((await planned({})).env).toHaveProperty('CLAUDE_CODE_MAX_RETRIES', '2');
    const contestant = { name: 'c', agent: 'claude', environment: { CLAUDE_CODE_MAX_RETRIES: '9' } };
    expect((await planned({ contestant })).env).not.toHaveProperty('CLAUDE_CODE_MAX_RETRIES');
  });

  test('takes another executable, with its own arguments first', async () => {
    const contestant = { name: 'c', agent: 'claude', settings: { command: ['npx', 'claude'] } };
    const { program, args } = await planned({ contestant });
    expect([program, args[0], args[1]]).toEqual(['npx', 'claude', '--print']);
  });
});

describe('a recorded run', () => {
  test('that answered has its figures and where they come from', async () => {
    const { end, events } = await replay(claude, recorded('claude', 'ok'));
    expect(end).toMatchObject({
      outcome: 'ok',
      text: 'Hello from the stub.',
      model: 'stub-ok',
      version: '2.1.325',
    });
    expect(end.usage).toEqual({
      inputTokens: 1234,
      cachedInputTokens: 1000,
      cacheWriteTokens: 0,
      outputTokens: 12,
      reasoningTokens: 0,
    });
    expect(end).not.toHaveProperty('costUsd');
    expect(events.flatMap((event) => (event.type === 'text' ? [event.delta] : []))).toEqual([
      'Hello',
      ' from',
      ' the stub.',
    ]);
  });

  test('that was refused by the server is unauthenticated, limited, or failed for the moment', async () => {
    const wrongKey = await replay(claude, recorded('claude', '401'));
    expect(wrongKey.end).toMatchObject({ outcome: 'unauthenticated', text: '' });
    expect(wrongKey.end).not.toHaveProperty('usage');
    expect(notices(wrongKey.events)).toMatchObject([{ kind: 'retry' }, { kind: 'retry' }, { kind: 'retry' }]);
    const limited = await replay(claude, recorded('claude', '429'));
    expect(limited.end).toMatchObject({ outcome: 'rate-limited', text: '' });
    expect(notices(limited.events)[0]).toMatchObject({
      kind: 'rate-limit',
      text: 'rate_limit (429), attempt 1 of 3',
    });
    expect((await replay(claude, recorded('claude', '529'))).end).toMatchObject({
      outcome: 'crashed',
      transient: true,
    });
  });

  test('whose connection dropped keeps what was said last, once', async () => {
    const { end } = await replay(claude, recorded('claude', 'drop'));
    expect(end).toMatchObject({
      outcome: 'crashed',
      transient: true,
      partial: true,
      text: 'Hello from the stub.',
    });
  });

  test('that was ended at its limit keeps what was said', async () => {
    const { end } = await replay(claude, recorded('claude', 'slow'));
    expect(end).toMatchObject({ outcome: 'timed-out', partial: true });
    expect(end.text).toMatch(/^Hello/);
  });

  test('that wrote about limits is ok; that said nothing is empty', async () => {
    const { end, events } = await replay(claude, recorded('claude', 'prose'));
    expect(end.outcome).toBe('ok');
    expect(notices(events)).toEqual([]);
    expect((await replay(claude, recorded('claude', 'empty'))).end).toMatchObject({
      outcome: 'empty',
      text: '',
    });
  });

  test('names the file it wrote only if it did', async () => {
    const tools = async (scenario: string) =>
      (await replay(claude, recorded('claude', scenario))).events.filter((event) => event.type === 'tool');
    expect(await tools('write-write')).toMatchObject([
      { name: 'Write', writes: [expect.stringMatching(/stub-out\.txt$/)] },
    ]);
    const [refused] = await tools('write-read');
    expect(refused?.writes).toBeUndefined();
    expect(refused).toMatchObject({
      name: 'Write',
      detail: expect.stringContaining('No such tool available'),
    });
  });
});

describe('a result', () => {
  test('that is a refusal, a plan limit or a missing login is told from the CLI’s own words', async () => {
    const failed = (text: string, more: object = {}) =>
      ended([init, result({ is_error: true, result: text, ...more })]);
    expect(await failed('Not logged in · Please run /login')).toMatchObject({ outcome: 'unauthenticated' });
    expect(await failed("You've hit your session limit · resets 3pm")).toMatchObject({
      outcome: 'rate-limited',
    });
    expect(await failed('anything', { stop_reason: 'refusal' })).toMatchObject({ outcome: 'refused' });
    expect(await failed('Prompt is too long', { api_error_status: 400 })).toMatchObject({
      outcome: 'crashed',
    });
    expect(await failed('API Error: Connection dropped (ECONNRESET).')).toMatchObject({ transient: true });
  });

  test('carries the time a plan’s window resets', async () => {
    const limit = {
      type: 'rate_limit_event',
      rate_limit_info: { status: 'rejected', resetsAt: 1_760_000_000 },
    };
    const over = result({ is_error: true, result: "You've hit your limit" });
    const { end, events } = await replay(claude, recordingWith([init, line(limit), over], { code: 1 }));
    expect(end).toMatchObject({ outcome: 'rate-limited', resetAt: '2025-10-09T08:53:20.000Z' });
    expect(notices(events)).toMatchObject([{ kind: 'rate-limit' }]);
  });

  test('is priced only where the CLI knows the price', async () => {
    const models = (costBasis: string) => ({ m: { inputTokens: 2, outputTokens: 3, costBasis } });
    const figures = (basis: string) =>
      result({ result: 'hi', total_cost_usd: 0.5, modelUsage: models(basis) });
    expect(await ended([init, figures('list')])).toMatchObject({ costUsd: 0.5, usage: { inputTokens: 2 } });
    expect(await ended([init, figures('unknown')])).not.toHaveProperty('costUsd');
  });

  test('counts the cache into the input', async () => {
    const usage = {
      input_tokens: 10,
      cache_read_input_tokens: 20,
      cache_creation_input_tokens: 30,
      output_tokens: 5,
    };
    expect((await ended([result({ result: 'hi', usage })])).usage).toEqual({
      inputTokens: 60,
      cachedInputTokens: 20,
      cacheWriteTokens: 30,
      outputTokens: 5,
    });
  });

  test('that stopped before the end is incomplete', async () => {
    const lines = [init, delta('half'), result({ subtype: 'error_max_turns', result: undefined })];
    expect(await ended(lines)).toMatchObject({
      outcome: 'incomplete',
      reason: 'error max turns',
      text: 'half',
    });
  });
});

describe('without a result', () => {
  test('it crashed, whatever its exit code says', async () => {
    expect(await ended(['Execution error'])).toMatchObject({
      outcome: 'crashed',
      reason: 'exit code 0: Execution error',
    });
    expect(await ended([init, delta('so far')], { code: 143 })).toMatchObject({
      outcome: 'crashed',
      text: 'so far',
    });
  });

  test('half a line of prose is no message of the CLI', async () => {
    const half =
      '{"type":"assistant","message":{"content":[{"type":"text","text":"You\'ve hit your usage limit';
    expect(await ended([init, half])).toMatchObject({ outcome: 'crashed' });
    const network = '{"type":"assistant","message":{"content":[{"type":"text","text":"ECONNRESET means';
    expect(await ended([init, network])).not.toHaveProperty('transient');
  });

  test('a bare quota message is a quota, whatever the exit code and other noise', async () => {
    const noise = { code: 0, stderr: ['[claude-code:unrecognized_model] {"model":"x"}'] };
    expect(await ended(["You've hit your session limit · resets 3pm"], noise)).toMatchObject({
      outcome: 'rate-limited',
      reason: "You've hit your session limit · resets 3pm",
    });
  });

  test('a quota message on standard error is a quota', async () => {
    expect(await ended([], { code: 1, stderr: ["You've hit your weekly limit"] })).toMatchObject({
      outcome: 'rate-limited',
    });
  });

  test('a limit it was still retrying against counts when its time is up', async () => {
    const retry = line({
      type: 'system',
      subtype: 'api_retry',
      attempt: 1,
      error_status: 429,
      error: 'rate_limit',
    });
    expect(await ended([init, retry], { cause: 'timed-out', code: 143 })).toMatchObject({
      outcome: 'rate-limited',
    });
    expect(await ended([init, retry], { cause: 'cancelled', code: 143 })).toMatchObject({
      outcome: 'cancelled',
    });
  });
});

describe('messages', () => {
  test('that come whole are told once, with a gap between two', async () => {
    const message = (text: string) =>
      line({ type: 'assistant', message: { content: [{ type: 'text', text }] } });
    const lines = [init, message('first'), message('second'), result({ result: 'second' })];
    const { events } = await replay(claude, recordingWith(lines));
    expect(events.flatMap((event) => (event.type === 'text' ? [event.delta] : []))).toEqual([
      'first',
      '\n\nsecond',
    ]);
  });

  test('of a subagent are not the contestant’s, but its edits are', async () => {
    const inner = (content: object) =>
      line({ type: 'assistant', parent_tool_use_id: 'toolu_1', message: { content: [content] } });
    const edit = { type: 'tool_use', id: 'e1', name: 'Edit', input: { file_path: '/a.ts' } };
    const done = { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 'e1' }] } };
    const lines = [
      init,
      inner({ type: 'text', text: 'psst' }),
      inner(edit),
      line(done),
      result({ result: 'ok' }),
    ];
    const { events } = await replay(claude, recordingWith(lines));
    expect(events.filter((event) => event.type === 'text')).toEqual([]);
    expect(events).toContainEqual({ type: 'tool', name: 'Edit', detail: '/a.ts', writes: ['/a.ts'] });
  });
});

test('the login is read from `claude auth status`', () => {
  const read = (output: string) => claude.presence.login?.read({ code: 0, output, files: {}, env: {} }).state;
  expect(read('{"loggedIn":false,"authMethod":"none"}')).toBe('logged-out');
  expect(read('{"loggedIn":true,"authMethod":"api_key","apiKeySource":"ANTHROPIC_API_KEY"}')).toBe('key');
  expect(read('{\n  "loggedIn": true,\n  "authMethod": "claude.ai",\n  "subscriptionType": "max"\n}')).toBe(
    'subscription',
  );
  expect(read('error: unknown command')).toBe('unknown');
});

test('a base URL decides the lane', () => {
  const contestant = { name: 'c', agent: 'claude' };
  expect(claude.servedFrom(contestant, { ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' })).toBe(
    'http://127.0.0.1:1',
  );
  expect(claude.servedFrom(contestant, {})).toBeUndefined();
});
