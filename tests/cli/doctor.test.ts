// joust doctor against real programs: what is there, what is missing with its next step, what is withheld, and how it exits.
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { joustVersion } from '../../src/domain/version.ts';
import { type Project, project } from '../setup/project.ts';

const tier = z.strictObject({ honoured: z.boolean(), caveat: z.string().optional() });
const findings = z.strictObject({
  joust: z.string(),
  ready: z.boolean(),
  notices: z.array(z.string()),
  overlays: z.union([
    z.strictObject({ about: z.string() }),
    z.strictObject({ unavailable: z.string(), hint: z.string() }),
  ]),
  platform: z.strictObject({
    node: z.string(),
    platform: z.string(),
    tools: z.array(
      z.strictObject({
        name: z.string(),
        use: z.string(),
        path: z.string().optional(),
        version: z.string().optional(),
      }),
    ),
    home: z.strictObject({ path: z.string(), writable: z.boolean(), problem: z.string().optional() }),
    freeBytes: z.number().optional(),
  }),
  agents: z.array(
    z.strictObject({
      contestant: z.string(),
      agent: z.string(),
      title: z.string(),
      family: z.string(),
      program: z.string().optional(),
      version: z.string().optional(),
      login: z.strictObject({
        state: z.enum(['subscription', 'key', 'logged-out', 'unknown']),
        detail: z.string().optional(),
      }),
      tiers: z.strictObject({ read: tier, write: tier, full: tier }),
      withheld: z.array(z.string()),
      lane: z.string(),
      account: z
        .strictObject({
          name: z.string(),
          perMinute: z.number().optional(),
          parallel: z.number().optional(),
          login: z.string().optional(),
        })
        .optional(),
      verified: z.union([z.strictObject({ version: z.string() }), z.strictObject({ because: z.string() })]),
      usable: z.boolean(),
      problem: z
        .strictObject({ reason: z.string(), hint: z.string(), absent: z.literal(true).optional() })
        .optional(),
      check: z
        .strictObject({
          outcome: z.string(),
          reason: z.string().optional(),
          ranMs: z.number().optional(),
          model: z.string().optional(),
        })
        .optional(),
    }),
  ),
});

/** Only what the test puts there is on PATH, besides the system's own programs. */
function stub(place: Project, name: string, script: string): Record<string, string> {
  chmodSync(place.write(`bin/${name}`, `#!/bin/sh\n${script}\n`), 0o755);
  return { PATH: `${join(place.folder, 'bin')}:/usr/bin:/bin` };
}
const bare = { PATH: '/usr/bin:/bin' };
const codex = (login: string) =>
  `case $1 in --version) echo "codex-cli 1.2.3" ;; login) echo "${login}" >&2 ;; *) touch "$HOME/asked" ;; esac`;

async function doctor(place: Project, args: readonly string[], env: Record<string, string>) {
  const { code, stdout, stderr } = await place.joust(['doctor', '--json', ...args], { env });
  expect(stderr).toBe('');
  expect(stdout.trim().split('\n')).toHaveLength(1);
  const found = findings.parse(JSON.parse(stdout));
  return { code, found, agent: (name: string) => found.agents.find(({ contestant }) => contestant === name) };
}

describe('--json', () => {
  it('is one object of a known shape, with every agent and the machine', async () => {
    using place = project();
    const { code, found, agent } = await doctor(place, [], bare);
    expect(code).toBe(1);
    expect(found.joust).toBe(joustVersion);
    expect(found.platform.home).toEqual({ path: place.home, writable: true });
    expect(found.platform.tools.map(({ name }) => name)).toContain('git');
    for (const name of [
      'claude',
      'codex',
      'gemini',
      'opencode',
      'agy',
      'anthropic',
      'scripted',
      'command',
      'acp',
    ])
      expect(agent(name)).toBeDefined();
    expect(agent('claude')?.problem).toEqual({
      absent: true,
      reason: 'claude is not installed',
      hint: 'npm install -g @anthropic-ai/claude-code',
    });
    expect(agent('scripted')?.problem).toBeUndefined();
    for (const { problem } of found.agents) if (problem !== undefined) expect(problem.hint).not.toBe('');
  });
});

describe('a named agent', () => {
  it('that is usable gives 0, with its version, login and place, and spends nothing', async () => {
    using place = project();
    const { code, agent } = await doctor(
      place,
      ['codex'],
      stub(place, 'codex', codex('Logged in using ChatGPT')),
    );
    expect(code).toBe(0);
    expect(agent('codex')).toMatchObject({
      program: join(place.folder, 'bin/codex'),
      version: '1.2.3',
      login: { state: 'subscription', detail: 'ChatGPT' },
      lane: 'cloud',
    });
    expect(existsSync(join(place.env['HOME'] ?? '', 'asked'))).toBe(false);
  });

  it('that is logged out gives 1 and says how to log in', async () => {
    using place = project();
    const env = stub(place, 'codex', codex('Not logged in'));
    const { code, agent } = await doctor(place, ['codex'], env);
    expect(code).toBe(1);
    expect(agent('codex')?.problem?.hint).toContain('codex login');
  });

  it('that is not installed gives 1 beside one that is, and 2 when nobody knows it', async () => {
    using place = project();
    const env = stub(place, 'codex', codex('Logged in using ChatGPT'));
    expect((await doctor(place, ['codex', 'claude'], env)).code).toBe(1);
    const unknown = await place.joust(['doctor', 'codexx'], { env });
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toMatch(/codexx[\s\S]*codex/);
  });
});

describe('without names', () => {
  it('gives 0 if one contestant can play that is more than a script, a program of the config too', async () => {
    using place = project();
    place.config('[contestants.own]\nagent = "command"\ncommand = ["sh", "-c", "echo ready"]\n');
    expect((await doctor(place, [], bare)).code).toBe(0);
    place.config('[contestants.own]\nagent = "scripted"\n');
    expect((await doctor(place, [], bare)).code).toBe(1);
  });
});

describe('the report', () => {
  it('names what is usable, and what is missing with its next step', async () => {
    using place = project();
    const { code, stdout } = await place.joust(['doctor'], {
      env: stub(place, 'codex', codex('Logged in using ChatGPT')),
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /✔ codex · Codex 1\.2\.3\n {2}program: .*bin\/codex\n {2}login: subscription, ChatGPT/,
    );
    expect(stdout).toMatch(
      /Not usable[\s\S]* {2}claude: claude is not installed → npm install -g @anthropic-ai/,
    );
    expect(stdout).toMatch(/scripted .*simulated/);
    expect(stdout).toContain(`ledger: ${place.home}`);
  });

  it('says what an account may take, where that is set', async () => {
    using place = project();
    place.config(
      '[accounts.scripted]\nper_minute = 20\nparallel = 3\nlogin = "team-1"\n[accounts.command]\n',
    );
    const { stdout } = await place.joust(['doctor', 'scripted']);
    expect(stdout).toContain('  account: scripted login:team-1: 20 starts a minute, 3 at once\n');
    const account = { name: 'scripted login:team-1', perMinute: 20, parallel: 3, login: 'team-1' };
    expect((await doctor(place, ['scripted'], bare)).agent('scripted')).toMatchObject({ account });
  });

  it('names the variables that are withheld, never their values', async () => {
    using place = project();
    place.config('[agents.codex]\nauth = "subscription"\n');
    const env = {
      ...stub(place, 'codex', codex('Logged in using ChatGPT')),
      OPENAI_API_KEY: 'sk-secret-value',
    };
    const text = await place.joust(['doctor', 'codex'], { env });
    expect(text.stdout).toMatch(/^ {2}withheld: OPENAI_API_KEY$/m);
    const { agent } = await doctor(place, ['codex'], env);
    expect(agent('codex')?.withheld).toEqual(['OPENAI_API_KEY']);
    expect(text.stdout).not.toContain('sk-secret');
  });

  it('marks agents that nobody could verify, and what opencode and agy do not keep', async () => {
    using place = project();
    stub(place, 'opencode', 'echo 1.0.0');
    const env = stub(place, 'agy', 'echo 1.0.0');
    const { stdout } = await place.joust(['doctor', 'agy', 'opencode'], { env });
    expect(stdout).toMatch(/✔ agy[\s\S]*unverified: \S/);
    expect(stdout).toMatch(/joust cannot stop it from writing: \S/);
    const { agent } = await doctor(place, ['agy', 'opencode'], env);
    expect(agent('agy')?.verified).toHaveProperty('because');
    expect(agent('agy')?.tiers.read.honoured).toBe(false);
    expect(agent('opencode')?.verified).toHaveProperty('version');
    expect(agent('opencode')?.tiers.read.caveat).toMatch(/\S/);
  });

  it('says so when the ledger’s folder cannot be written, and exits with 1', async () => {
    using place = project();
    writeFileSync(join(dirname(place.home), 'file'), '');
    const env = { ...bare, JOUST_HOME: join(dirname(place.home), 'file') };
    const { code, stdout } = await place.joust(['doctor', 'scripted'], { env });
    expect(code).toBe(1);
    expect(stdout).toMatch(/✖ ledger: .*Set JOUST_HOME to a folder you can write/);
  });
});

describe('--check', () => {
  const config = [
    '[contestants.echo]\nagent = "command"\ncommand = ["sh", "-c", "echo ready"]\n',
    '[contestants.broken]\nagent = "command"\ncommand = ["sh", "-c", "echo no >&2; exit 3"]\n',
    '[contestants.ghost]\nagent = "command"\ncommand = ["no-such-program"]\n',
  ].join('\n');

  it('asks who can play, and shows latency and model', async () => {
    using place = project();
    place.config(config);
    const { code, stdout } = await place.joust(['doctor', '--check', 'echo', 'scripted/quick'], {
      env: bare,
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/✔ echo[\s\S]*check: answered in \d+\.\ds, model unknown[\s\S]*✔ scripted\/quick/);
    expect(stdout).toMatch(/check: answered in \d+\.\ds from simulated/);
  });

  it('gives 1 when one of the named does not answer, with the reason; who cannot play is not asked', async () => {
    using place = project();
    place.config(config);
    const { code, agent } = await doctor(place, ['--check', 'echo', 'broken', 'ghost'], bare);
    expect(code).toBe(1);
    expect(agent('echo')?.check).toMatchObject({ outcome: 'ok', ranMs: expect.any(Number) });
    expect(agent('broken')?.check).toMatchObject({
      outcome: 'crashed',
      reason: expect.stringContaining('3'),
    });
    expect(agent('ghost')).not.toHaveProperty('check');
    expect(agent('ghost')?.problem?.reason).toContain('no-such-program');
  });
});
