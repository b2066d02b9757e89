// Codex's JSON lines, recorded and those that need an account.
import { describe, expect, test } from 'vitest';
import { recorded, recordingWith, replay, requestFor } from '../../../tests/replay.ts';
import { codex } from './codex.ts';

const line = (fields: object) => JSON.stringify(fields);
const item = (fields: object) => line({ type: 'item.completed', item: { id: 'i', ...fields } });
const message = (text: string) => item({ type: 'agent_message', text });
const completed = line({ type: 'turn.completed', usage: { input_tokens: 10, output_tokens: 2 } });
const failed = (text: string) => line({ type: 'turn.failed', error: { message: text } });

async function played(lines: readonly string[], how: Parameters<typeof recordingWith>[1] = {}) {
  return await replay(codex, recordingWith(lines, how));
}

describe('the plan', () => {
  async function planned(more: Parameters<typeof requestFor>[1]) {
    return (await replay(codex, recordingWith([]), requestFor(codex, more))).plan;
  }

  test('names the sandbox in every tier and reads the prompt from standard input', async () => {
    const { program, args, stdin } = await planned({ prompt: 'why?' });
    expect([program, ...args].join(' ')).toBe(
      'codex exec --json --skip-git-repo-check --sandbox read-only -c approval_policy="never" --model maker/model-1 -',
    );
    expect(stdin).toBe('why?');
    expect((await planned({ tier: 'write' })).args).toContain('workspace-write');
    expect((await planned({ tier: 'full' })).args).toContain('danger-full-access');
  });

  test('leaves a writer in joust’s sandbox without one of its own, and a reader with it', async () => {
    const sandbox = async (more: Parameters<typeof requestFor>[1]) => {
      const { args } = await planned({ ...more, sandboxed: true });
      return args[args.indexOf('--sandbox') + 1];
    };
    expect(await sandbox({ tier: 'write' })).toBe('danger-full-access');
    expect(await sandbox({ tier: 'read' })).toBe('read-only');
    expect(await sandbox({ tier: 'write', bare: true })).toBe('read-only');
  });

  test('trusts a private checkout for the one run, and says nothing of the user’s own folder', async () => {
    const trusted = 'projects={"/w/1/tree"={trust_level="trusted"}}';
    const away = { cwd: '/w/1/tree', origin: '/home/user/project' };
    expect((await planned({ ...away, tier: 'write' })).args).toContain(trusted);
    expect((await planned({ ...away, tier: 'write', sandboxed: true })).args).toContain(trusted);
    expect((await planned({ ...away, tier: 'read' })).args.join(' ')).not.toContain('projects=');
    expect((await planned({ ...away, tier: 'write', bare: true })).args.join(' ')).not.toContain('projects=');
    const own = { cwd: '/home/user/project', origin: '/home/user/project' };
    expect((await planned({ ...own, tier: 'write' })).args.join(' ')).not.toContain('projects=');
  });

  test('maps the effort', async () => {
    const contestant = { name: 'c', agent: 'codex', effort: 'xhigh' };
    expect((await planned({ contestant })).args).toContain('model_reasoning_effort="xhigh"');
  });
});

describe('a recorded run', () => {
  test('that answered has its figures', async () => {
    const { end, events } = await replay(codex, recorded('codex', 'ok'));
    expect(end).toMatchObject({ outcome: 'ok', text: 'Hello from the stub.', sessionId: expect.any(String) });
    expect(end.usage).toEqual({
      inputTokens: 1234,
      cachedInputTokens: 1000,
      cacheWriteTokens: 0,
      outputTokens: 12,
      reasoningTokens: 7,
    });
    expect(events).toContainEqual(expect.objectContaining({ type: 'notice', kind: 'warning' }));
  });

  test.each([
    ['401', { outcome: 'unauthenticated' }],
    ['429', { outcome: 'rate-limited' }],
    ['500', { outcome: 'crashed', transient: true }],
    ['drop', { outcome: 'crashed', transient: true }],
    ['slow', { outcome: 'timed-out' }],
    ['prose', { outcome: 'ok' }],
    ['empty', { outcome: 'empty', text: '' }],
    ['write-read', { outcome: 'ok', text: 'The tool has spoken.' }],
  ])('of %s', async (scenario, end) => {
    expect((await replay(codex, recorded('codex', scenario))).end).toMatchObject(end);
  });

  test('that patched files names them if it did', async () => {
    const written = async (scenario: string) =>
      (await replay(codex, recorded('codex', scenario))).events.flatMap((event) =>
        event.type === 'tool' ? (event.writes ?? []) : [],
      );
    expect(await written('patch-write')).toEqual([expect.stringMatching(/stub-out\.txt$/)]);
    expect(await written('patch-read')).toEqual([]);
  });

  test('that reconnects says so', async () => {
    const { events } = await replay(codex, recorded('codex', '401'));
    const notices = events.filter((event) => event.type === 'notice' && event.kind === 'retry');
    expect(notices).toHaveLength(5);
    expect(notices[0]).toMatchObject({
      text: expect.stringMatching(/^reconnecting 1\/5: unexpected status 401/),
    });
  });
});

describe('a turn', () => {
  test.each([
    ["You've hit your usage limit. Upgrade to Pro or try again in 3 hours.", 'rate-limited'],
    ['You’ve hit your usage limit.', 'rate-limited'],
    ['exceeded retry limit, last status: 429 Too Many Requests, request id: x', 'rate-limited'],
    [
      'unexpected status 401 Unauthorized: Missing bearer or basic authentication in header',
      'unauthenticated',
    ],
    ['Missing environment variable: `SOME_KEY`.', 'unauthenticated'],
    ['Your access token could not be refreshed. Please log out and sign in again.', 'unauthenticated'],
    ['This request has been flagged for possible cybersecurity risk.', 'refused'],
    ['the model does not exist', 'crashed'],
  ])('that failed with "%s" is %s', async (text, outcome) => {
    expect((await played([failed(text)], { code: 1 })).end).toMatchObject({
      outcome,
      reason: expect.any(String),
    });
  });

  test('that failed on a quota says when to come back', async () => {
    const { end } = await played([failed("You've hit your usage limit. Try again in 3 hours.")], { code: 1 });
    expect(end.retryAfterMs).toBe(3 * 3_600_000);
    const later = await played([
      failed("You've hit your usage limit. Try again in 2 days 3 hours 5 minutes."),
    ]);
    expect(later.end.retryAfterMs).toBe(((2 * 24 + 3) * 60 + 5) * 60_000);
  });

  test('ends with its last message; earlier ones are partial where it failed', async () => {
    const { end, events } = await played([message('looking'), message('done'), completed]);
    expect(end).toMatchObject({ outcome: 'ok', text: 'done', usage: { inputTokens: 10, outputTokens: 2 } });
    expect(events.flatMap((event) => (event.type === 'text' ? [event.delta] : []))).toEqual([
      'looking',
      '\n\ndone',
    ]);
    const broken = await played([message('looking'), failed('stream disconnected before completion: x')], {
      code: 1,
    });
    expect(broken.end).toMatchObject({ outcome: 'crashed', transient: true, partial: true, text: 'looking' });
  });

  test('with no usage leaves it unknown', async () => {
    const { end } = await played([message('hi'), line({ type: 'turn.completed' })]);
    expect(end).toMatchObject({ outcome: 'ok' });
    expect(end).not.toHaveProperty('usage');
  });

  test('that was never finished is judged by its last error, and by standard error only then', async () => {
    const limited = line({
      type: 'error',
      message: 'Reconnecting... 2/5 (unexpected status 429 Too Many Requests)',
    });
    const { end, events } = await played([limited], { cause: 'timed-out', code: null });
    expect(end.outcome).toBe('rate-limited');
    expect(events).toContainEqual(expect.objectContaining({ type: 'notice', kind: 'rate-limit' }));
    const usage = await played([], {
      code: 1,
      stderr: ['Error finding codex home: CODEX_HOME points to "/x"'],
    });
    expect(usage.end).toMatchObject({
      outcome: 'crashed',
      reason: expect.stringContaining('Error finding codex home'),
    });
  });
});

describe('an item', () => {
  test('that changed files names them if it did', async () => {
    const change = (status: string) =>
      item({
        type: 'file_change',
        status,
        changes: [
          { path: '/a', kind: 'add' },
          { path: '/b', kind: 'update' },
        ],
      });
    const { events } = await played([change('completed'), change('failed')]);
    expect(events.filter((event) => event.type === 'tool')).toEqual([
      { type: 'tool', name: 'edit', detail: '/a, /b', writes: ['/a', '/b'] },
      { type: 'tool', name: 'edit', detail: '/a, /b (failed)' },
    ]);
  });

  test('that shows a broken sandbox is a warning', async () => {
    const output = 'bwrap: execvp codex-linux-sandbox: No such file or directory\n';
    const { events } = await played([
      item({ type: 'command_execution', exit_code: 1, aggregated_output: output }),
    ]);
    expect(events[0]).toMatchObject({ type: 'notice', kind: 'warning' });
  });

  test('that quotes an error is the model’s own text', async () => {
    const { end } = await played([message('Error: 429 Too Many Requests'), completed]);
    expect(end).toMatchObject({ outcome: 'ok', text: 'Error: 429 Too Many Requests' });
  });
});

test('the login is read from `codex login status`', () => {
  const read = (output: string, env = {}) =>
    codex.presence.login?.read({ code: 0, output, files: {}, env }).state;
  expect(read('Logged in using ChatGPT\n')).toBe('subscription');
  expect(read('API key configured - sk-stub-***\nAuthentication is checked when you send a request.\n')).toBe(
    'key',
  );
  expect(read('Not logged in\n')).toBe('logged-out');
  expect(read('Not logged in\n', { CODEX_API_KEY: 'k' })).toBe('key');
  expect(codex.presence.version?.read('codex-cli 0.166.0\n')).toBe('0.166.0');
});
