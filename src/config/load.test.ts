// Loading: which layer wins, where each value came from, and what is not loaded when nothing is configured.
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configPlace } from '../../tests/fixtures/config-place.ts';
import { JoustError } from '../domain/joust-error.ts';
import { configSettings, ruleOf } from '../domain/settings/settings.ts';
import { nodeProgram } from '../process/spawn/programs.ts';
import { originText } from './config.ts';
import { loadConfig } from './load.ts';
import { type ConfigFlags, variableOf } from './text-layers.ts';

interface Layer {
  readonly num: number | undefined;
  readonly exclude: readonly string[] | undefined;
  readonly model: string | undefined;
}

const layer: fc.Arbitrary<Layer> = fc.record({
  num: fc.option(fc.integer({ min: 1, max: 64 }), { nil: undefined }),
  exclude: fc.option(fc.array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 3 }), { nil: undefined }),
  model: fc.option(fc.constantFrom('m1', 'm2'), { nil: undefined }),
});

function fileOf({ num, exclude, model }: Layer): string {
  const lines = [num && `num = ${num}`, exclude && `exclude = ${JSON.stringify(exclude)}`];
  return [...lines, model && `[agents.claude]\nmodel = "${model}"\neffort = "low"`, '']
    .filter(Boolean)
    .join('\n');
}

function variablesOf({ num, exclude }: Layer): Record<string, string> {
  return { ...(num && { JOUST_NUM: String(num) }), ...(exclude && { JOUST_EXCLUDE: exclude.join(', ') }) };
}

function flagsOf({ num, exclude, model }: Layer): ConfigFlags {
  return { ...(num && { num }), ...(exclude && { exclude }), ...(model && { model: [`claude=${model}`] }) };
}

describe('layers', () => {
  it('without any setting the built-in values hold', async () => {
    using place = configPlace();
    const { values, origins, notices } = await loadConfig({ machine: place.machine(), cwd: place.project });
    expect(values).toEqual({
      num: 3,
      timeoutMs: 900_000,
      exclude: [],
      priority: [],
      judges: [],
      maxParallel: 8,
      agents: {},
      contestants: {},
      accounts: {},
      lanes: {},
      budget: { confirmTokens: 300_000 },
      container: {},
      env: { pass: [] },
      prices: {},
      templates: {},
    });
    expect(origins.get('num')).toEqual({ from: 'built-in' });
    expect(notices).toEqual([]);
  });

  it('takes limits of accounts from the user, never from a project, trusted or not', async () => {
    using place = configPlace();
    const text = '[accounts.claude]\nper_minute = 20\nparallel = 3\nlogin = "team-max-1"\n';
    place.write(place.userFile, text);
    const load = () => loadConfig({ machine: place.machine(), cwd: place.project });
    expect((await load()).values.accounts).toEqual({
      claude: { perMinute: 20, parallel: 3, login: 'team-max-1' },
    });
    place.write(place.projectFile, text);
    await expect(load()).rejects.toThrow(/:1: a project's file may not say what your accounts may take$/);
  });

  it('maps every key to the domain', async () => {
    using place = configPlace();
    place.write(
      place.userFile,
      `idle = "90s"
effort = "low"
[agents.local]
uses = "compatible"
base_url = "http://127.0.0.1:11434/v1"
key_env = "LOCAL_KEY"
max_output_tokens = 100
timeout = 1.5
environment = { timeout = "x", A = "b" }
[contestants.lint]
agent = "command"
command = ["lint", "{prompt_file}"]
json_path = "a.b"
[lanes]
"local 127.0.0.1:11434" = 2
timeout = 3
[budget]
max_usd = 2.5
max_time = "1h30m"
confirm_tokens = 5
[env]
pass = ["MY_*"]
[prices."gpt-5.5"]
input = 1
output = 2
cached_input = 0.5
`,
    );
    const { values } = await loadConfig({ machine: place.machine(), cwd: place.project });
    expect(values).toMatchObject({
      idleMs: 90_000,
      effort: 'low',
      agents: {
        local: {
          uses: 'compatible',
          timeoutMs: 1500,
          environment: { timeout: 'x', A: 'b' },
          settings: { baseUrl: 'http://127.0.0.1:11434/v1', keyEnv: 'LOCAL_KEY', maxOutputTokens: 100 },
        },
      },
      contestants: {
        lint: { agent: 'command', settings: { command: ['lint', '{prompt_file}'], jsonPath: 'a.b' } },
      },
      lanes: { 'local 127.0.0.1:11434': 2, timeout: 3 },
      budget: { maxUsd: 2.5, maxTimeMs: 5_400_000, confirmTokens: 5 },
      env: { pass: ['MY_*'] },
      prices: { 'gpt-5.5': { input: 1, output: 2, cachedInput: 0.5 } },
    });
  });

  it('each value tells its origin', async () => {
    using place = configPlace();
    place.write(place.userFile, '\nnum = 2\ntimeout = 60\n[agents.a]\nuses = "claude"\nmodel = "m"\n');
    place.write(place.projectFile, 'timeout = 30\n');
    const { origins } = await loadConfig({
      machine: place.machine({ JOUST_MAX_PARALLEL: '4' }),
      cwd: place.project,
      flags: { exclude: ['x', 'y,z'], model: ['a=other'] },
    });
    const told = (key: string) => originText(origins.get(key) ?? { from: 'built-in' });
    expect(told('num')).toBe(`user file ${place.userFile}:2`);
    expect(told('timeout')).toBe(`project file ${place.projectFile}:1`);
    expect(told('max_parallel')).toBe('environment variable JOUST_MAX_PARALLEL');
    expect(told('exclude')).toBe('flag --exclude');
    expect(told('agents.a.model')).toBe('flag --model');
    expect(told('agents.a.uses')).toBe(`user file ${place.userFile}:5`);
    expect(told('moderator')).toBe('built-in');
  });

  it('the last layer that says something wins, whatever the others say', async () => {
    await fc.assert(
      fc.asyncProperty(layer, layer, layer, async (user, env, flag) => {
        using place = configPlace();
        place.write(place.userFile, fileOf(user));
        const machine = place.machine(variablesOf(env));
        const { values } = await loadConfig({ machine, cwd: place.project, flags: flagsOf(flag) });
        expect(values.num).toBe(flag.num ?? env.num ?? user.num ?? 3);
        expect(values.exclude).toEqual(flag.exclude ?? env.exclude ?? user.exclude ?? []);
        expect(values.agents['claude']?.model).toBe(flag.model ?? user.model);
        // -m merges: what else is configured for the agent stays.
        expect(values.agents['claude']?.effort).toBe(user.model && 'low');
      }),
      { numRuns: 60 },
    );
  });

  it('a limit on the command line also overrules what a file says for one agent', async () => {
    using place = configPlace();
    place.write(
      place.userFile,
      '[agents.claude]\ntimeout = "1h"\neffort = "low"\n[contestants.f]\nagent = "claude"\ntimeout = 9\n',
    );
    const { values } = await loadConfig({
      machine: place.machine(),
      cwd: place.project,
      flags: { timeout: '30s' },
    });
    expect(values.timeoutMs).toBe(30_000);
    expect(values.agents['claude']).toEqual({ effort: 'low' });
    expect(values.contestants['f']).toEqual({ agent: 'claude' });
  });

  it('-m goes to a contestant where one has the name', async () => {
    using place = configPlace();
    place.write(place.userFile, '[contestants.fast]\nagent = "claude"\nmodel = "haiku"\n');
    const { values } = await loadConfig({
      machine: place.machine(),
      cwd: place.project,
      flags: { model: ['fast=opus'] },
    });
    expect(values.contestants['fast']?.model).toBe('opus');
    expect(values.agents).toEqual({});
  });
});

describe('mistakes', () => {
  it.each([
    [{ JOUST_NUM: 'many' }, {}, 'JOUST_NUM=many is not allowed: expected a whole number from 1 to 64'],
    [{ JOUST_TIMEOUT: '-1' }, {}, 'JOUST_TIMEOUT=-1 is not allowed'],
    [{}, { num: '0' }, '--num 0 is not allowed'],
    [{}, { 'budget.max_usd': '1e9' }, '--max-usd 1e9 is not allowed'],
    [{}, { model: ['claude'] }, '--model claude is not allowed: expected AGENT=MODEL'],
    [{}, { model: ['claude=--danger'] }, '--model claude=--danger is not allowed'],
    [{}, { exclude: ['a b'] }, '--exclude a b is not allowed'],
  ])('%j %j', async (env, flags, message) => {
    using place = configPlace();
    const loading = loadConfig({ machine: place.machine(env), cwd: place.project, flags });
    await expect(loading).rejects.toThrow(message);
    await expect(loading).rejects.toBeInstanceOf(JoustError);
  });

  it('a contestant needs an agent', async () => {
    using place = configPlace();
    place.write(place.userFile, '\n[contestants.x]\nmodel = "m"\n');
    const loading = loadConfig({ machine: place.machine(), cwd: place.project });
    await expect(loading).rejects.toThrow(`contestants.x has no agent (user file ${place.userFile}:3)`);
  });

  it('a variable that is no setting is told, and those with another purpose are not', async () => {
    using place = configPlace();
    const env = {
      JOUST_TIMEOUTS: '1',
      JOUST_HOME: '/h',
      JOUST_CONFIG_DIR: place.root,
      JOUST_DEPTH: '1',
      JOUST_ATTEMPT_ABC: '1',
      JOUST_SESSION: 'x',
      JOUST_BENCH_DATA: 'x',
      JOUST_RECORD: '1',
      JOUST_NUM: '',
    };
    const { notices } = await loadConfig({ machine: place.machine(env), cwd: place.project });
    expect(notices).toEqual([
      'JOUST_TIMEOUTS is no setting of joust and was ignored. Did you mean JOUST_TIMEOUT?',
    ]);
  });

  it.each([
    ['not UTF-8', Uint8Array.of(0x6e, 0xff, 0xfe)],
    ['too large', `# ${'x'.repeat(300_000)}`],
  ])('a file that is %s is a config error', async (_, content) => {
    using place = configPlace();
    place.write(place.userFile, content);
    const loading = loadConfig({ machine: place.machine(), cwd: place.project });
    await expect(loading).rejects.toMatchObject({ name: 'JoustError', code: 'config' });
  });

  it('a folder, a pipe or a device in its place is a config error, not a wait', async () => {
    using place = configPlace();
    const load = () => loadConfig({ machine: place.machine(), cwd: place.project });
    mkdirSync(place.projectFile, { recursive: true });
    await expect(load()).rejects.toThrow('not a regular file');
    mkdirSync(dirname(place.userFile), { recursive: true });
    const makePipe = 'mkfifo';
    execFileSync(makePipe, [place.userFile]);
    await expect(load()).rejects.toThrow('not a regular file');
  });

  it('an endless device behind a link is a config error', async () => {
    using place = configPlace();
    mkdirSync(dirname(place.projectFile), { recursive: true });
    symlinkSync('/dev/zero', place.projectFile);
    await expect(loadConfig({ machine: place.machine(), cwd: place.project })).rejects.toThrow(
      'not a regular file',
    );
  });
});

describe('the project file', () => {
  it('is the nearest one upwards, within the git repository and below the home folder', async () => {
    using place = configPlace();
    const { home } = place.machine();
    place.write(join(home, '.joust', 'config.toml'), 'num = 1\n');
    place.write(join(home, 'code', '.joust', 'config.toml'), 'num = 2\n');
    const inner = join(place.project, 'a', 'b');
    mkdirSync(inner, { recursive: true });
    const num = async (cwd: string) => (await loadConfig({ machine: place.machine(), cwd })).values.num;
    expect(await num(inner)).toBe(2);
    mkdirSync(join(place.project, '.git'));
    expect(await num(inner)).toBe(3);
    place.write(place.projectFile, 'num = 1\n');
    expect(await num(inner)).toBe(1);
    expect(await num(home)).toBe(3);
  });
});

it('every rule has a variable of its own', () => {
  const variables = [...configSettings.keys()].filter((key) => ruleOf(key) !== undefined).map(variableOf);
  expect(new Set(variables).size).toBe(variables.length);
  expect(variables).toContain('JOUST_BUDGET_MAX_USD');
});

it('without a file neither the schema library nor the TOML parser is loaded', () => {
  using place = configPlace();
  const program = `
    import { registerHooks } from 'node:module';
    const seen = [];
    registerHooks({ resolve(name, context, next) { seen.push(name); return next(name, context); } });
    const { loadConfig } = await import(${JSON.stringify(new URL('./load.ts', import.meta.url).href)});
    const machine = { env: { JOUST_NUM: '2' }, home: ${JSON.stringify(place.root)}, platform: 'linux' };
    const { values } = await loadConfig({ machine, cwd: ${JSON.stringify(place.project)}, flags: { timeout: '9' } });
    console.log(JSON.stringify({ num: values.num, heavy: seen.filter((name) => /^zod|toml-eslint/.test(name)) }));`;
  const output = execFileSync(nodeProgram, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(JSON.parse(output)).toEqual({ num: 2, heavy: [] });
});
