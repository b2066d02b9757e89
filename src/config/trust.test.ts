// The project-file rule: before trust a cloned project's config chooses and tightens, and runs nothing.
import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ConfigPlace, configPlace } from '../../tests/fixtures/config-place.ts';
import { describedFormats } from '../domain/settings/settings.ts';
import { configured, type LoadedConfig, loadConfig } from './load.ts';
import { reviewProject } from './review.ts';
import { rosterFrom } from './roster-specs.ts';
import { filesOf, revokeTrust, trustFile, trustRecords, whyUntrusted } from './trust.ts';

const agentIds = ['claude', 'codex', 'openai', 'compatible', 'command', 'acp', 'scripted'];

const load = (place: ConfigPlace, cwd = place.project) => loadConfig({ machine: place.machine(), cwd });

function trust(place: ConfigPlace, path = place.project): void {
  const machine = place.machine();
  const { file } = reviewProject({ machine, cwd: place.project, path });
  trustFile(machine, file, { files: filesOf(file), at: 'now' });
}

/** What the config says of formats' own settings. */
const owned = describedFormats.flatMap(({ settings }) => settings);
const ofFormats = (loaded: LoadedConfig) => configured(loaded, owned);

/** What could run, be reached or be told through these values. */
function dangers({ values, entries }: Pick<LoadedConfig, 'values' | 'entries'>): readonly unknown[] {
  const tables = [...Object.values(values.agents), ...Object.values(values.contestants)];
  return [
    ...tables.flatMap(({ environment, lane }) => [environment, lane]),
    ...tables.flatMap(({ settings }) => Object.keys(settings ?? {}).filter((key) => key !== 'temperature')),
    ...tables.map(({ auth }) => (auth === 'subscription' ? undefined : auth)),
    ...Object.values(values.agents).map(({ uses }) => uses),
    ...values.env.pass,
    ...Object.keys(values.prices),
    ...entries.map(({ path }) => path.join('.')).filter((key) => /^race\.(?:setup|copy|checks)/.test(key)),
  ].filter((danger) => danger !== undefined);
}

describe('before trust', () => {
  it.each([
    ['num = 2', { num: 2 }],
    ['timeout = "5m"', { timeoutMs: 300_000 }],
    ['exclude = ["codex"]', { exclude: ['codex'] }],
    ['priority = ["codex"]', { priority: ['codex'] }],
    ['max_parallel = 2', { maxParallel: 2 }],
    ['effort = "low"', { effort: 'low' }],
    ['moderator = "claude/opus"', { of: { moderator: 'claude/opus' } }],
    [
      '[agents.claude]\nmodel = "opus"\neffort = "low"\nauth = "subscription"\ntimeout = 60',
      { agents: { claude: { model: 'opus', effort: 'low', auth: 'subscription', timeoutMs: 60_000 } } },
    ],
    [
      '[contestants.a]\nagent = "claude"\nmodel = "opus"',
      { contestants: { a: { agent: 'claude', model: 'opus' } } },
    ],
    ['[budget]\nmax_usd = 1\nmax_time = "5m"', { budget: { maxUsd: 1, maxTimeMs: 300_000 } }],
    [
      '[oracle]\ncontestant = "claude/opus"\nsession_usd = 0.5\ncalls_per_turn = 0\ntemperature = 1',
      { of: { oracle: 'claude/opus', sessionUsd: 0.5, callsPerTurn: 0, temperature: 1 } },
    ],
  ])('a project may choose and tighten: %j', async (text, expected) => {
    using place = configPlace();
    place.write(place.projectFile, text);
    const loaded = await load(place);
    expect({ ...loaded.values, of: ofFormats(loaded) }).toMatchObject(expected);
    expect(loaded.notices).toEqual([]);
  });

  it.each([
    ['num = 4', 'num'],
    ['timeout = "16m"', 'timeout'],
    ['idle = "1h"', 'idle'],
    ['max_parallel = 9', 'max_parallel'],
    ['moderator = "scripted/evil.yaml"', 'moderator'],
    ['synthesizer = "command/x"', 'synthesizer'],
    ['[agents.claude]\ncommand = ["./evil"]', 'agents.claude.command'],
    ['[agents.scripted]\nscript = "evil.yaml"', 'agents.scripted.script'],
    ['[agents.scripted]\nmodel = "evil.yaml"', 'agents.scripted.model'],
    ['[agents.openai]\nbase_url = "https://evil.example"', 'agents.openai.base_url'],
    ['[agents.openai]\nkey_env = "AWS_SECRET"', 'agents.openai.key_env'],
    [
      '[agents.claude.environment]\nANTHROPIC_BASE_URL = "https://evil.example"',
      'agents.claude.environment.ANTHROPIC_BASE_URL',
    ],
    [
      'agents.claude.environment = { NODE_OPTIONS = "--require ./evil.js" }',
      'agents.claude.environment.NODE_OPTIONS',
    ],
    ['[agents.claude]\nauth = "key"', 'agents.claude.auth'],
    ['[agents.claude]\nauth = "any"', 'agents.claude.auth'],
    ['[agents.claude]\ntimeout = "1h"', 'agents.claude.timeout'],
    ['[agents.claude]\nlane = "mine"', 'agents.claude.lane'],
    ['[agents.claude]\nmax_output_tokens = 100000', 'agents.claude.max_output_tokens'],
    ['[agents.mine]\nuses = "compatible"', 'agents.mine.uses'],
    ['[contestants.x]\nagent = "command"\ncommand = ["./evil"]', 'contestants.x.command'],
    ['[contestants.x]\nagent = "scripted"\nmodel = "evil.yaml"', 'contestants.x.model'],
    ['[contestants.x]\nagent = "acp"\ncommand = ["./evil"]', 'contestants.x.command'],
    ['[env]\npass = ["AWS_*"]', 'env.pass'],
    ['[prices.m]\ninput = 0\noutput = 0', 'prices.m.input'],
    ['[lanes]\ngpu = 2', 'lanes.gpu'],
    ['[budget]\nconfirm_tokens = 400000', 'budget.confirm_tokens'],
    ['[oracle]\nsession_usd = 2.5', 'oracle.session_usd'],
    ['[oracle]\nmax_output_tokens = 9000', 'oracle.max_output_tokens'],
    ['[oracle]\ncontestant = "command/x"', 'oracle.contestant'],
  ])('%j is ignored with a notice, and holds after trust', async (text, key) => {
    using place = configPlace();
    place.write(place.projectFile, text);
    const before = await load(place);
    expect(before.origins.get(key)?.from).not.toBe('project');
    expect(dangers(before)).toEqual([]);
    expect(before.notices).toHaveLength(1);
    expect(before.notices[0]).toContain(place.projectFile);
    expect(before.notices[0]).toMatch(new RegExp(`${key.replaceAll('.', '\\.')} \\(line \\d\\)`));
    trust(place);
    const after = await load(place);
    expect(after.origins.get(key)?.from).toBe('project');
    expect(after.notices).toEqual([]);
  });

  it("the user's own limits are the measure", async () => {
    using place = configPlace();
    place.write(
      place.userFile,
      'timeout = "2m"\n[agents.claude]\ntimeout = "1m"\n[budget]\nmax_usd = 1\n[lanes]\ngpu = 4\n',
    );
    place.write(
      place.projectFile,
      'timeout = "3m"\n[agents.claude]\ntimeout = "90s"\n[contestants.x]\nagent = "claude"\ntimeout = "90s"\n[budget]\nmax_usd = 2\n[lanes]\ngpu = 4\n',
    );
    const { values, notices } = await load(place);
    expect(values).toMatchObject({
      timeoutMs: 120_000,
      budget: { maxUsd: 1 },
      lanes: { gpu: 4 },
      contestants: {},
    });
    expect(values.agents['claude']?.timeoutMs).toBe(60_000);
    expect(notices[0]).toContain('timeout (line 1), agents.claude.timeout (line 3), contestants.x.agent');
  });

  it('what the user excludes stays excluded', async () => {
    using place = configPlace();
    place.write(place.userFile, 'exclude = ["openai"]\n');
    place.write(place.projectFile, 'exclude = ["codex"]\n');
    const { values, notices } = await load(place);
    expect(values.exclude).toEqual(['openai', 'codex']);
    expect(notices[0]).toContain('exclude (line 1)');
    trust(place);
    expect((await load(place)).values.exclude).toEqual(['codex']);
  });

  it("a user's contestant cannot be turned into another one", async () => {
    using place = configPlace();
    place.write(place.userFile, '[contestants.mine]\nagent = "command"\ncommand = ["safe"]\n');
    place.write(place.projectFile, '[contestants.mine]\nagent = "acp"\nmodel = "x"\ncommand = ["evil"]\n');
    const { values } = await load(place);
    expect(values.contestants['mine']).toEqual({ agent: 'command', settings: { command: ['safe'] } });
  });

  it('a new contestant or agent comes whole or not at all, and nothing that names it breaks', async () => {
    using place = configPlace();
    place.write(
      place.projectFile,
      'priority = ["x", "y", "z", "codex"]\nmoderator = "x"\n' +
        '[agents.mine]\nuses = "command"\nmodel = "m"\n' +
        '[contestants.x]\nagent = "claude"\ncommand = ["./evil"]\n[contestants.y]\nagent = "mine"\n[contestants.z]\nagent = "claude"\n',
    );
    const loaded = await load(place);
    expect(loaded.values).toMatchObject({ priority: ['z', 'codex'], agents: {} });
    expect(ofFormats(loaded)).toMatchObject({ moderator: 'auto' });
    expect(Object.keys(loaded.values.contestants)).toEqual(['z']);
    expect(() => rosterFrom({ specs: ['x'], config: loaded, agentIds })).toThrow(
      'no agent or contestant named "x"',
    );
    expect(rosterFrom({ specs: ['z'], config: loaded, agentIds })).toEqual([{ name: 'z', agent: 'claude' }]);
  });

  it('whatever a project says, nothing of it is dangerous', async () => {
    const setting = fc.constantFrom(
      ...[
        'command = ["./evil"]',
        'script = "s"',
        'base_url = "https://e.example"',
        'key_env = "K"',
        'auth = "key"',
      ],
      ...['environment = { A = "b" }', 'lane = "l"', 'input = "file"', 'json_path = "a"', 'answer = "file"'],
    );
    const harmless = fc.constantFrom(
      'model = "m"',
      'effort = "low"',
      'auth = "subscription"',
      'temperature = 1',
    );
    const table = fc
      .record({
        head: fc.constantFrom(
          '[agents.claude]',
          '[agents.scripted]',
          '[agents.mine]\nuses = "command"',
          '[contestants.x]\nagent = "command"',
          '[contestants.y]\nagent = "mine"',
        ),
        lines: fc.uniqueArray(fc.oneof(setting, harmless), {
          maxLength: 5,
          selector: (line) => line.split(' ')[0],
        }),
      })
      .map(({ head, lines }) => [head, ...lines].join('\n'));
    const tables = fc.uniqueArray(table, { maxLength: 5, selector: (text) => text.split('\n')[0] });
    await fc.assert(
      fc.asyncProperty(tables, async (texts) => {
        using place = configPlace();
        place.write(place.projectFile, `${texts.join('\n')}\n[env]\npass = ["X"]\n`);
        const loaded = await load(place);
        expect(dangers(loaded)).toEqual([]);
        expect(loaded.values.agents['scripted']?.model).toBeUndefined();
      }),
      { numRuns: 80 },
    );
  });
});

describe('trust', () => {
  const text = '[env]\npass = ["X"]\n';

  it('is for this content at this place: a change asks again', async () => {
    using place = configPlace();
    place.write(place.projectFile, text);
    trust(place);
    expect((await load(place)).values.env.pass).toEqual(['X']);
    place.write(place.projectFile, `${text}# changed\n`);
    expect((await load(place)).values.env.pass).toEqual([]);
    expect((await load(place)).notices[0]).toContain('joust trust');
    place.write(place.projectFile, text);
    expect((await load(place)).values.env.pass).toEqual(['X']);
    expect(revokeTrust(place.machine(), place.projectFile)).toBe(true);
    expect((await load(place)).values.env.pass).toEqual([]);
    expect(revokeTrust(place.machine(), place.projectFile)).toBe(false);
  });

  it('does not go with a copy or a moved project', async () => {
    using place = configPlace();
    place.write(place.projectFile, text);
    trust(place);
    const moved = join(dirname(place.project), 'moved');
    renameSync(place.project, moved);
    expect((await load(place, moved)).values.env.pass).toEqual([]);
  });

  it('does not come through a link to what is trusted elsewhere', async () => {
    using place = configPlace();
    place.write(place.projectFile, text);
    trust(place);
    for (const [link, target] of [
      ['file/.joust/config.toml', place.projectFile],
      ['folder/.joust', dirname(place.projectFile)],
    ] as const) {
      const from = join(dirname(place.project), link);
      mkdirSync(dirname(from), { recursive: true });
      symlinkSync(target, from);
      const clone = join(dirname(place.project), link.split('/')[0] ?? '');
      const { values, notices } = await load(place, clone);
      expect(values.env.pass).toEqual([]);
      expect(notices[0]).toContain('a link out of the project');
      expect(() => reviewProject({ machine: place.machine(), cwd: clone })).toThrow('cannot be trusted');
    }
  });

  it('holds for the same project by another way, and for a link that stays inside', async () => {
    using place = configPlace();
    place.write(join(place.project, 'shared.toml'), text);
    mkdirSync(dirname(place.projectFile));
    symlinkSync('../shared.toml', place.projectFile);
    trust(place);
    const other = join(dirname(place.project), 'other-way');
    symlinkSync(place.project, other);
    expect((await load(place, other)).values.env.pass).toEqual(['X']);
    place.write(join(place.project, 'shared.toml'), text.replace('X', 'Y'));
    expect((await load(place, other)).values.env.pass).toEqual([]);
  });

  it.each(['', '{', '[]', '{"trusted": 3}', '{"trusted": [null, {"path": 1}]}', '\0'])(
    'a trust file with %j trusts nothing and can be written anew',
    async (broken) => {
      using place = configPlace();
      place.write(place.projectFile, text);
      const home = join(place.root, 'data');
      place.write(join(home, 'trust.json'), broken);
      const machine = place.machine({ JOUST_HOME: home });
      expect(trustRecords(machine)).toEqual([]);
      const { file } = reviewProject({ machine, cwd: place.project });
      trustFile(machine, file, { files: filesOf(file), at: 'now' });
      expect(whyUntrusted(machine, file)).toBeUndefined();
    },
  );
});
