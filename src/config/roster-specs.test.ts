// From written contestants and the config to a roster.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contestantSchema } from '../domain/contestant.ts';
import { JoustError } from '../domain/joust-error.ts';
import { builtInEntries, type Entry, keyText, toConfig } from './config.ts';
import { readLayer } from './file-layer.ts';
import { choiceOrder, type RosterConfig, rosterFrom } from './roster-specs.ts';

const agentIds = ['claude', 'codex', 'compatible', 'command'];

function configOf(text: string, more: readonly Entry[] = []): RosterConfig {
  const entries = [...builtInEntries(), ...readLayer({ from: 'user', file: '/c.toml', text }), ...more];
  const merged = [...new Map(entries.map((entry) => [keyText(entry.path), entry])).values()];
  return {
    values: toConfig(merged),
    origins: new Map(merged.map(({ path, origin }) => [keyText(path), origin])),
  };
}

const roster = (specs: readonly string[], text = '') =>
  rosterFrom({ specs, config: configOf(text), agentIds });

describe('rosterFrom', () => {
  it('agents, models and copies', () => {
    expect(roster(['claude', 'codex/gpt-5.5', 'claude*2', 'compatible/qwen/qwen3'])).toEqual([
      { agent: 'claude', name: 'claude#1' },
      { agent: 'codex', name: 'codex/gpt-5.5', model: 'gpt-5.5' },
      { agent: 'claude', name: 'claude#2' },
      { agent: 'claude', name: 'claude#3' },
      { agent: 'compatible', name: 'compatible/qwen/qwen3', model: 'qwen/qwen3' },
    ]);
  });

  it('what a contestant leaves out comes from its agent, then from everybody', () => {
    const text = `effort = "low"
[agents.claude]
model = "opus"
timeout = 60
environment = { A = "1", B = "1" }
[agents.codex]
effort = "high"
[contestants.fast]
agent = "claude"
model = "haiku"
environment = { B = "2" }
`;
    expect(roster(['claude', 'codex', 'fast', 'fast/sonnet'], text)).toEqual([
      {
        name: 'claude',
        agent: 'claude',
        model: 'opus',
        effort: 'low',
        timeoutMs: 60_000,
        environment: { A: '1', B: '1' },
      },
      { name: 'codex', agent: 'codex', effort: 'high' },
      {
        name: 'fast',
        agent: 'claude',
        model: 'haiku',
        effort: 'low',
        timeoutMs: 60_000,
        environment: { A: '1', B: '2' },
      },
      {
        name: 'fast/sonnet',
        agent: 'claude',
        model: 'sonnet',
        effort: 'low',
        timeoutMs: 60_000,
        environment: { A: '1', B: '2' },
      },
    ]);
  });

  it('a name of its own stands for a built-in agent', () => {
    const text =
      '[agents.local]\nuses = "compatible"\nbase_url = "http://127.0.0.1:1/v1"\n[contestants.q]\nagent = "local"\nmodel = "qwen3:30b"\n';
    const settings = { baseUrl: 'http://127.0.0.1:1/v1' };
    expect(roster(['local/a', 'q'], text)).toEqual([
      { name: 'local/a', agent: 'compatible', model: 'a', settings },
      { name: 'q', agent: 'compatible', model: 'qwen3:30b', settings },
    ]);
  });

  it('a key goes only to the address it was configured with', () => {
    const text =
      '[agents.compatible]\nbase_url = "https://a.example"\nkey_env = "A_KEY"\ntemperature = 1\n' +
      '[contestants.b]\nagent = "compatible"\nbase_url = "https://b.example"\n';
    expect(roster(['b'], text)[0]?.settings).toEqual({ baseUrl: 'https://b.example', temperature: 1 });
    expect(roster(['compatible'], text)[0]?.settings).toMatchObject({ keyEnv: 'A_KEY' });
  });

  it.each([
    [
      'clade',
      '',
      'unknown-contestant',
      'there is no agent or contestant named "clade"',
      'Did you mean claude? There are: claude, codex',
    ],
    ['constructor', '', 'unknown-contestant', '"constructor"', 'There are: claude'],
    ['fats', '[contestants.fast]\nagent = "claude"', 'unknown-contestant', '"fats"', 'Did you mean fast?'],
    [
      'claude',
      '[contestants.codex]\nagent = "claude"',
      'config',
      'contestants.codex has the name of an agent (user file /c.toml:2)',
      'another name',
    ],
    [
      'claude',
      '[contestants.x]\nagent = "claud"',
      'config',
      'unknown agent "claud" (user file /c.toml:2)',
      'Did you mean claude?',
    ],
    [
      'claude',
      '[agents.codx]\nmodel = "m"',
      'config',
      'agents.codx is no built-in agent',
      'Did you mean codex?',
    ],
    [
      'claude',
      '[agents.x]\nuses = "y"',
      'config',
      'agents.x uses "y", which is no built-in agent',
      'There are',
    ],
    ['claude', '[agents.claude]\nuses = "codex"', 'config', 'cannot use "codex"', 'name of its own'],
    [
      'claude',
      '[accounts.cluade]\nparallel = 1',
      'config',
      'accounts.cluade is neither an agent nor a contestant (user file /c.toml:2)',
      'Did you mean claude?',
    ],
    ['claude', 'priority = ["nobody"]', 'config', 'priority names "nobody"', 'There are'],
  ])('%s with %j is an error', (...[spec, text, code, message, hint]) => {
    let caught: unknown;
    try {
      roster([spec], text);
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(JoustError);
    expect(caught).toMatchObject({
      code,
      message: expect.stringContaining(message),
      hint: expect.stringContaining(hint),
    });
  });

  it('-m and -x for a name that does not exist are told as such', () => {
    const entry: Entry = {
      path: ['agents', 'clade', 'model'],
      value: 'm',
      origin: { from: 'flag', flag: '--model' },
    };
    const config = configOf('', [entry]);
    expect(() => rosterFrom({ specs: ['claude'], config, agentIds })).toThrow(
      'no agent or contestant named "clade"',
    );
    const excluded: Entry = {
      path: ['exclude'],
      value: ['nobody'],
      origin: { from: 'flag', flag: '--exclude' },
    };
    const choice = { config: configOf('', [excluded]), agentIds };
    expect(() => choiceOrder(choice)).toThrow('no agent or contestant named "nobody"');
  });

  it('any roster has names of their own and is what the domain says a contestant is', () => {
    const spec = fc
      .tuple(
        fc.constantFrom('claude', 'codex', 'fast', 'local'),
        fc.constantFrom('', '/m', '/a/b:1'),
        fc.integer({ min: 1, max: 4 }),
      )
      .map(([base, model, copies]) => `${base}${model}*${copies}`);
    const config = configOf(
      '[agents.local]\nuses = "command"\ncommand = ["x"]\nlane = "gpu"\nidle = 5\nauth = "any"\n[contestants.fast]\nagent = "local"\ninput = "file"\n',
    );
    fc.assert(
      fc.property(fc.array(spec, { maxLength: 6 }), (specs) => {
        const made = rosterFrom({ specs, config, agentIds });
        expect(new Set(made.map(({ name }) => name)).size).toBe(made.length);
        for (const contestant of made) expect(contestantSchema.parse(contestant)).toEqual(contestant);
      }),
    );
  });
});

describe('choiceOrder', () => {
  it('priority first, then configured contestants, then the built-in order, without the excluded and what stands on them', () => {
    const text = `priority = ["fast", "codex"]
exclude = ["command", "compatible"]
[agents.local]
uses = "compatible"
[agents.mine]
uses = "claude"
[contestants.fast]
agent = "claude"
[contestants.own]
agent = "claude"
`;
    expect(choiceOrder({ config: configOf(text), agentIds })).toEqual([
      'fast',
      'codex',
      'own',
      'mine',
      'claude',
    ]);
  });
});
