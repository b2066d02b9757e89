// The options of a race: what they open its contest with, what is refused, and the exit code.
import { describe, expect, it } from 'vitest';
import { exitCode } from '../../src/domain/joust-error.ts';
import { contestSettings, describedFormats } from '../../src/domain/settings/settings.ts';
import { options } from '../../src/formats/race/options.ts';
import { nobodyPassed, race } from '../../src/formats/race/race.ts';
import type { RaceResult } from '../../src/formats/race/result.ts';
import { raceWish } from '../../src/formats/race/set-up.ts';
import { request } from '../../src/formats/race/settings.ts';
import { saidAndConfigured } from '../../src/play/ready.ts';
import { parseLine } from '../../src/surfaces/cli/grammar/arguments.ts';
import { commands } from '../../src/surfaces/cli/grammar/commands.ts';
import { settingsSaid } from '../../src/surfaces/cli/grammar/contest-options.ts';
import { configPlace } from '../fixtures/config-place.ts';
import { project } from '../setup/project.ts';

type Judging = NonNullable<Parameters<typeof raceWish>[2]>;

async function wishOf(words: readonly string[], config = '', judging?: Judging['options']) {
  using place = configPlace();
  place.write(place.userFile, config);
  const { input } = parseLine(['race', ...words, 'the task'], commands);
  const own = describedFormats.find(({ name }) => name === 'race')?.settings ?? [];
  const settings = await settingsSaid(input, [...contestSettings, ...own], async (path) => path);
  const world = { machine: { ...place.machine(), cwd: place.project }, home: place.project };
  const { given } = await saidAndConfigured(
    race,
    { format: 'race', cwd: place.project, settings },
    world as never,
  );
  const chosen = judging === undefined ? undefined : { options: judging, staff: [], notes: [] };
  return raceWish(request.parse(given), { isSet: () => false }, chosen);
}

const judging: Judging['options'] = { judges: ['codex'], orders: 'one', selfJudging: 'warn' };

describe('without options', () => {
  it('is what is built in', async () => {
    expect(await wishOf([])).toEqual({
      checks: [],
      onlyNamed: false,
      preset: null,
      weights: {},
      setup: null,
      copy: null,
      sandbox: 'none',
      checkNetwork: 'none',
      maxDiskBytes: 5_000_000_000,
      checkTimeoutMs: 600_000,
      gate: { budgetTokens: 500_000, confirmTokens: 300_000, tokensPerRun: 75_000, explicit: false },
      judges: [],
      orders: 'both',
      selfJudging: 'exclude',
      rubric: null,
      crossTests: 'auto',
      stopWhen: null,
      tag: null,
      baseFirst: false,
      workspace: 'auto',
      allowFailing: [],
      knownFailures: [],
      mayRemoveTests: [],
    });
  });

  it('holds nothing that the format does not record, but what it turns into something else', async () => {
    const known: readonly string[] = [...Object.keys(options.shape), 'onlyNamed', 'mayRemoveTests'];
    expect(Object.keys(await wishOf([])).filter((name) => !known.includes(name))).toEqual([]);
  });
});

describe('options', () => {
  it('all of them', async () => {
    const words = [
      '--preset',
      'node',
      '--setup',
      'npm ci',
      '--copy',
      'node_modules',
      '--copy',
      '{a,b}/c',
      '--sandbox',
      'os',
      '--check-network',
      'open',
      '--max-disk',
      '500MB',
      '--check-timeout',
      '90s',
      '--cross-tests',
      'off',
      '--stop-when',
      'lead',
      '--weights',
      'tests=0.5,diff=0',
      '--tag',
      'build',
      '--budget-tokens',
      '0',
      '--confirm-tokens',
      '10',
      '--tokens-per-run',
      '20',
      '--no-found-checks',
    ];
    expect(await wishOf(words)).toMatchObject({
      onlyNamed: true,
      preset: 'node',
      setup: 'npm ci',
      copy: ['node_modules', '{a,b}/c'],
      sandbox: 'os',
      checkNetwork: 'open',
      maxDiskBytes: 500_000_000,
      checkTimeoutMs: 90_000,
      crossTests: 'off',
      stopWhen: 'lead',
      weights: { tests: 0.5, diff: 0 },
      tag: 'build',
      gate: { budgetTokens: 0, confirmTokens: 10, tokensPerRun: 20 },
    });
  });

  it('stand over the config, weight by weight', async () => {
    const config = '[race]\npreset = "go"\nsandbox = "os"\n[race.weights]\ntests = 1\nlint = 1\n';
    expect(await wishOf(['--preset', 'rust', '--weights', 'lint=0'], config)).toMatchObject({
      preset: 'rust',
      sandbox: 'os',
      weights: { tests: 1, lint: 0 },
    });
  });

  it('a judge counts with its weight, which --weights overrules', async () => {
    expect(await wishOf(['--judge'], '', judging)).toMatchObject({ ...judging, weights: { judge: 0.3 } });
    expect((await wishOf(['--judge', '--judge-weight', '2'], '', judging)).weights).toEqual({ judge: 2 });
    const both = ['--judge', '--judge-weight', '2', '--weights', 'judge=1'];
    expect((await wishOf(both, '', judging)).weights).toEqual({ judge: 1 });
  });

  it('--judge needs no value, and takes one behind = or as -j', () => {
    const judges = (...words: string[]) =>
      parseLine(['race', ...words, 'the task'], commands).input.options['judge'];
    expect(judges('--judge')).toEqual(['']);
    expect(judges('--judge=codex', '-j', 'gemini')).toEqual(['codex', 'gemini']);
  });
});

describe('checks', () => {
  const config = `[race]\nwithout = ["vet"]\n[race.checks.test]\ncommand = "old"\nparser = "tap"\n
[race.checks.types]\ncommand = "tsc"\nrequired = false\ntimeout = "1m"\n`;

  it('from the config, with what is usual for their names', async () => {
    const { checks } = await wishOf([], `${config}[race.checks.lint]\ncommand = "lint"\n`);
    expect(checks).toEqual([
      { name: 'vet', command: '', required: false },
      {
        name: 'test',
        command: 'old',
        parser: 'tap',
        required: true,
        origin: 'race.checks.test of the config',
      },
      {
        name: 'types',
        command: 'tsc',
        required: false,
        timeoutMs: 60_000,
        origin: 'race.checks.types of the config',
      },
      {
        name: 'lint',
        command: 'lint',
        parser: 'any-lint',
        signal: 'lint',
        required: true,
        origin: 'race.checks.lint of the config',
      },
    ]);
  });

  it('of the command line stand for others of the name; without a command one is left out', async () => {
    const words = ['--check', 'test=npm test -- --a=b', '--check', 'types=', '--check', 'vet=go vet'];
    const { checks } = await wishOf(words, config);
    expect(checks).toEqual([
      { name: 'vet', command: 'go vet', required: true, origin: '--check' },
      {
        name: 'test',
        command: 'npm test -- --a=b',
        parser: 'any-tests',
        signal: 'tests',
        required: true,
        origin: '--check',
      },
      { name: 'types', command: '', required: false },
    ]);
  });
});

describe('mistakes', () => {
  it.each([
    [['--check', 'npm test'], '--check npm test is not allowed: expected NAME=COMMAND'],
    [['--check', '=npm test'], 'expected NAME=COMMAND'],
    [['--check', 'a b=x'], 'expected NAME=COMMAND'],
    [['--sandbox', 'jail'], '--sandbox jail is not allowed: expected "none", "os" or "container"'],
    [['--preset', 'java'], '--preset java is not allowed'],
    [['--max-disk', 'big'], '--max-disk big is not allowed: expected a number of bytes'],
    [['--check-timeout', '0'], '--check-timeout 0 is not allowed'],
    [['--stop-when', 'bored'], '--stop-when bored is not allowed: expected "perfect" or "lead"'],
    [['--budget-tokens', '-1'], '--budget-tokens -1 is not allowed'],
    [['--budget-tokens=-1'], '--budget-tokens -1 is not allowed'],
    [['--copy', '../secrets'], '--copy ../secrets is not allowed: expected globs inside the repository'],
    [['--weights', 'speed=1'], 'there is no signal "speed"'],
    [['--weights', 'judge=1'], 'nobody judges'],
    [['--tag', 'two words'], '--tag two words is not allowed: expected one word'],
  ])('%j', async (words, message) => {
    await expect(wishOf(words)).rejects.toThrow(message);
  });

  it.each([
    [['race', '--apply', '--detach', 'x'], '--apply and --detach do not go together'],
    [['race', '-c', 'scripted', '--orders', 'one', 'x'], 'orders is for judges, and nobody judges'],
    [['race', '-c', 'scripted', '--rubric', 'gone.yaml', 'x'], 'gone.yaml cannot be read'],
    [['do', '-c', 'scripted*2', 'x'], 'joust do is for one contestant, and here are 2'],
  ])('joust %j ends with 2, before anything is opened', async (words, message) => {
    using place = project();
    const { code, stderr } = await place.joust(words);
    expect(stderr).toContain(message);
    expect(code).toBe(exitCode.usage);
    expect((await place.joust(['list'])).stdout).not.toContain('race');
  });
});

describe('that nobody passed, which is exit code 4,', () => {
  type Row = Pick<RaceResult['rows'][number], 'contestant' | 'outcome'> & { partial?: boolean };
  const resultOf = (rows: readonly Row[], disqualified: readonly string[], winner?: string) =>
    ({
      rows,
      score: {
        inputs: rows.map(({ contestant: name }) =>
          disqualified.includes(name) ? { name, disqualified: 'test fails' } : { name },
        ),
      },
      winner,
    }) as unknown as RaceResult;
  const ok = (contestant: string): Row => ({ contestant, outcome: 'ok' });

  it('holds where a required check failed for everybody who handed something whole in', () => {
    const late: Row = { contestant: 'c', outcome: 'timed-out', partial: true };
    expect(nobodyPassed(resultOf([ok('a'), ok('b'), late], ['a', 'b']))).toBe(true);
  });

  it('does not hold where somebody passed, won, or nobody handed anything in', () => {
    expect(nobodyPassed(resultOf([ok('a'), ok('b')], ['a']))).toBe(false);
    expect(nobodyPassed(resultOf([ok('a'), ok('b')], ['a'], 'b'))).toBe(false);
    expect(nobodyPassed(resultOf([{ contestant: 'a', outcome: 'empty' }], ['a']))).toBe(false);
  });
});
