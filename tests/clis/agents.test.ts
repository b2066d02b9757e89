// Drives the four real CLIs through their agents against the loopback model server.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Agent } from '../../src/agents/agent.ts';
import { claude } from '../../src/agents/claude/claude.ts';
import { codex } from '../../src/agents/codex/codex.ts';
import { gemini } from '../../src/agents/gemini/gemini.ts';
import { opencode } from '../../src/agents/opencode/opencode.ts';
import { readHomeFiles, runProbe } from '../../src/process/spawn/probe.ts';
import { fillBadProject } from './bad-project.ts';
import { type Drive, type Driven, drive } from './drive.ts';
import { type Home, makeHome } from './home.ts';
import { type ModelServer, startModelServer } from './model-server.ts';
import { packages, programOf } from './packages.ts';
import { record } from './record.ts';

let server: ModelServer;
let home: Home;

beforeAll(async () => {
  server = await startModelServer();
  home = makeHome(server.url);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

async function play(agent: Agent, scenario: string, more: Partial<Drive> = {}): Promise<Driven> {
  const model = agent.id === 'opencode' ? `stub/stub-${scenario}` : `stub-${scenario}`;
  const cwd = more.cwd ?? home.work(`${agent.id}-${scenario}`);
  const driven = await drive(agent, { home, cwd, model, prompt: 'say hi', ...more });
  const variant =
    more.effort !== undefined ||
    more.tier === 'full' ||
    (more.prompt !== undefined && more.tier === undefined);
  const tier = more.tier === undefined ? '' : `-${more.tier}`;
  const version = packages.find((entry) => entry.agent === agent.id)?.version;
  if (!variant) record(`${agent.id}-${version}-${scenario}${tier}`, driven);
  return driven;
}

function said({ events }: Driven): string {
  return events.flatMap((event) => (event.type === 'text' ? [event.delta] : [])).join('');
}

function notices({ events }: Driven): readonly string[] {
  return events.flatMap((event) => (event.type === 'notice' ? [event.kind] : []));
}

function writes({ events }: Driven): readonly string[] {
  return events.flatMap((event) => (event.type === 'tool' ? (event.writes ?? []) : []));
}

const agents = [claude, codex, gemini, opencode];

describe.each(agents.map((agent) => [agent.id, agent] as const))('%s', (id, agent) => {
  test('has the version the agent was verified with', async () => {
    const { version, executable } = agent.presence;
    expect(executable).toBe(id);
    const { output } = await runProbe([programOf(id), ...(version?.args ?? [])], { env: home.env });
    expect(version?.read(output)).toBe(packages.find((entry) => entry.agent === id)?.version);
    expect(agent.verified).toEqual({ version: version?.read(output) });
  });

  test('tells its login without asking a model', async () => {
    const before = server.asked.length;
    const { login } = agent.presence;
    const state = async (env: Readonly<Record<string, string>>) => {
      const probe = login?.args;
      const answer = probe === undefined ? undefined : await runProbe([programOf(id), ...probe], { env });
      const files = readHomeFiles(login?.files ?? [], { home: home.path, env });
      return login?.read({ code: null, output: '', ...answer, files, env }).state;
    };
    const { ANTHROPIC_API_KEY: _a, GEMINI_API_KEY: _b, ...keyless } = home.env;
    const withKey = { claude: 'key', codex: 'logged-out', gemini: 'key', opencode: 'key' };
    const without = { claude: 'logged-out', codex: 'logged-out', gemini: 'logged-out', opencode: 'key' };
    expect(await state(home.env)).toBe(withKey[id as keyof typeof withKey]);
    expect(await state(keyless)).toBe(without[id as keyof typeof without]);
    expect(server.asked.length).toBe(before);
  });

  test('answers, with its figures', async () => {
    const driven = await play(agent, 'ok');
    expect(driven.end).toMatchObject({ outcome: 'ok', text: 'Hello from the stub.' });
    expect(driven.end.usage).toMatchObject({ inputTokens: 1234, cachedInputTokens: 1000, outputTokens: 12 });
    expect(driven.end.sessionId).toMatch(/^[\w-]{20,}$/);
    expect(said(driven)).toBe('Hello from the stub.');
    expect(driven.events.filter((event) => event.type === 'answered')).toHaveLength(1);
  });

  test('keeps every character', async () => {
    const { end } = await play(agent, 'unicode');
    expect(end).toMatchObject({ outcome: 'ok', text: 'Grüße 👩‍🚀 日本語 e\u0301 "quoted"\nsecond line' });
  });

  test('may write about rate limits', async () => {
    const driven = await play(agent, 'prose');
    expect(driven.end.outcome).toBe('ok');
    expect(driven.end.text).toMatch(/^You've hit your usage limit.*transient\.$/s);
    expect(notices(driven)).not.toContain('rate-limit');
  });

  test('that says nothing is empty', async () => {
    const { end } = await play(agent, 'empty');
    expect(end).toMatchObject({ outcome: 'empty', text: '' });
  });

  test('with a wrong key is unauthenticated', async () => {
    const { end } = await play(agent, '401');
    expect(end.outcome).toBe('unauthenticated');
    expect(end.usage).toBeUndefined();
  });

  test('that is limited says so, even while it is still trying', async () => {
    const driven = await play(agent, '429', { timeoutMs: 15_000 });
    expect(driven.end.outcome).toBe('rate-limited');
    if (id !== 'codex') expect(notices(driven)).toContain('rate-limit');
  });

  test('on an overloaded server fails for the moment', async () => {
    const driven = await play(agent, id === 'claude' ? '529' : '500', { timeoutMs: 40_000 });
    const tiresome = id === 'gemini' || id === 'opencode';
    expect(driven.end.outcome).toBe(tiresome ? 'timed-out' : 'crashed');
    if (!tiresome) expect(driven.end.transient).toBe(true);
    expect(notices(driven)).toContain('retry');
  });

  test('whose connection drops keeps what it had and fails for the moment', async () => {
    const driven = await play(agent, 'drop', { timeoutMs: 40_000 });
    if (id === 'opencode') {
      expect(driven.end.outcome).toBe('timed-out');
      expect(notices(driven)).toContain('retry');
    } else {
      expect(driven.end).toMatchObject({ outcome: 'crashed', transient: true });
    }
    if (id === 'claude' || id === 'gemini') expect(driven.end).toMatchObject({ partial: true });
  });

  test('is ended at its time limit with what it had said', async () => {
    const driven = await play(agent, 'slow', { timeoutMs: 8_000 });
    expect(driven.end.outcome).toBe('timed-out');
    if (id === 'claude' || id === 'gemini') expect(driven.end).toMatchObject({ partial: true });
  });

  test.each(['read', 'write', 'full'] as const)('keeps to its tier: %s', async (tier) => {
    const cwd = home.work(`${id}-write-${tier}`);
    const target = join(cwd, 'stub-out.txt');
    const driven = await play(agent, 'write', { tier, cwd, prompt: `WRITE-TO ${target} now` });
    expect(driven.end).toMatchObject({ outcome: 'ok', text: 'The tool has spoken.' });
    expect(existsSync(target)).toBe(tier !== 'read');
    if (tier === 'read') expect(writes(driven)).toEqual([]);
    else expect(readFileSync(target, 'utf8')).toBe('written by the stub\n');
    // codex wrote with a shell command, whose files nobody names.
    if (tier !== 'read' && id !== 'codex') expect(writes(driven)).toEqual([target]);
  });

  test('neither obeys nor runs what a bad project brings, where it may only read', async () => {
    const cwd = home.work(`${id}-loosened`);
    const target = join(cwd, 'stub-out.txt');
    fillBadProject(cwd);
    const before = server.asked.length;
    const model = id === 'opencode' ? 'stub/stub-write' : 'stub-write';
    const driven = await drive(agent, { home, cwd, model, prompt: `WRITE-TO ${target} now` });
    expect(driven.end.outcome).toBe('ok');
    expect(existsSync(target)).toBe(false);
    expect(writes(driven)).toEqual([]);
    expect(readdirSync(cwd).filter((name) => name.startsWith('ran-'))).toEqual([]);
    // Its instructions are read all the same.
    const asked = server.asked.slice(before).map((request) => request.body);
    expect(asked.some((body) => body.includes('INSTRUCTIONS-OF-THE-PROJECT'))).toBe(true);
  });

  test('gets a long prompt and one that looks like a command whole', async () => {
    const prompt = `/help me with this: ${'naïve 日本 '.repeat(20_000)}END-OF-PROMPT`;
    const before = server.asked.length;
    const { end } = await play(agent, 'ok', { prompt });
    expect(end.outcome).toBe('ok');
    const asked = server.asked.slice(before).map((request) => request.body);
    expect(asked.some((body) => body.includes('/help me with this') && body.includes('END-OF-PROMPT'))).toBe(
      true,
    );
  });

  test('takes every effort it names', async () => {
    for (const effort of agent.efforts.slice(-2)) {
      const { end } = await play(agent, 'ok', { effort });
      expect(end.outcome, effort).toBe('ok');
    }
    expect(id === 'gemini').toBe(agent.efforts.length === 0);
  });
});

test.each(['write', 'read'] as const)(
  'codex names the files of a patch if it was applied: %s',
  async (tier) => {
    const cwd = home.work(`codex-patch-${tier}`);
    const target = join(cwd, 'stub-out.txt');
    const prompt = `WRITE-TO ${target} now`;
    const driven = await drive(codex, { home, cwd, model: 'gpt-5.5', prompt, tier });
    record(`codex-0.166.0-patch-${tier}`, driven);
    expect(driven.end).toMatchObject({ outcome: 'ok', text: 'The tool has spoken.' });
    expect(existsSync(target)).toBe(tier === 'write');
    expect(writes(driven)).toEqual(tier === 'write' ? [target] : []);
  },
);
