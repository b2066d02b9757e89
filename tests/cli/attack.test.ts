// What a hostile contestant, a full disk, an impatient user or a broken input may not do to joust. Most of it is waiting, so it
// is tried side by side.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { processesOf } from '../setup/processes.ts';
import { cliProgram, type Project, project } from '../setup/project.ts';
import { racePlace, solve } from '../setup/race-place.ts';
import { until } from '../setup/until.ts';

const linux = process.platform === 'linux';

describe('an interrupt', { concurrent: true }, () => {
  it.each([
    ['standard input that never ends', ['-']],
    ['a pipe that nobody writes to', ['-f', 'pipe', 'hi']],
  ])('ends joust while it reads %s', async (_name, args) => {
    using place = project();
    spawnSync('/bin/sh', ['-c', 'mkfifo pipe'], { cwd: place.folder });
    const child = place.start(['ask', '-c', 'scripted', ...args], { stdin: '' });
    const gone = once(child, 'exit');
    await sleep(1000);
    child.kill('SIGINT');
    const ended = await Promise.race([gone, sleep(60_000, undefined, { ref: false })]);
    child.kill('SIGKILL');
    expect(ended).toEqual([null, 'SIGINT']);
  });

  it('of a check by the doctor exits with 130 and leaves nobody', async () => {
    using place = project();
    place.config('[contestants.slow]\nagent = "command"\ncommand = ["sleep", "100"]\n');
    const child = place.start(['doctor', '--check', 'slow']);
    const gone = once(child, 'exit');
    await until(() => processesOf(place.home).length > 2);
    child.kill('SIGINT');
    expect(await gone).toEqual([130, null]);
    expect(processesOf(place.home)).toEqual([]);
  });
});

describe.runIf(linux)('standard output on a full disk', { concurrent: true }, () => {
  it('ends the contest with a sentence, and leaves nobody running', async () => {
    using place = project();
    place.config('[contestants.slow]\nagent = "command"\ncommand = ["sleep", "100"]\n');
    const { code, stderr } = await runTo('/dev/full', place, ['-c', 'scripted/quick', '-c', 'slow', 'hi']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/standard output cannot be written: ENOSPC/);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(processesOf(place.home)).toEqual([]);
  });
});

describe.runIf(linux)('an attempt that writes into its own spool', { concurrent: true }, () => {
  const otherHost =
    'printf "%s\\nelsewhere\\n" "$(cat /proc/sys/kernel/random/boot_id)" >"$(dirname "$JOUST_PROMPT_FILE")/../host"';

  it.each([
    ['its limit', `${otherHost}; echo half; sleep 100`, 124],
    ['its end, with the wrapper killed', `${otherHost}; echo half; kill -9 $PPID`, 1],
  ])('does not get around %s', async (_name, shell, code) => {
    using place = project();
    place.config(`[contestants.evil]\nagent = "command"\ncommand = ["sh", "-c", '''${shell}''']\n`);
    const ran = await place.joust(['ask', '-t', '5', '-c', 'evil', 'hi']);
    expect(ran.stdout).toContain('half');
    expect(ran.code).toBe(code);
    expect(processesOf(place.home)).toEqual([]);
  });
});

describe('joust killed in the middle', { concurrent: true }, () => {
  it('leaves an attempt that ends as it would have, with what it started', async () => {
    using place = project();
    const shell = 'setsid sleep 100 & sleep 2; echo done; touch over';
    place.config(`[contestants.late]\nagent = "command"\ncommand = ["sh", "-c", '''${shell}''']\n`);
    const child = place.start(['ask', '-c', 'late', 'hi']);
    child.stdin?.end();
    await until(() => processesOf(place.home).length >= 4);
    child.kill('SIGKILL');
    await until(() => existsSync(join(place.folder, 'over')));
    await until(() => processesOf(place.home).length === 0);
  });
});

describe('input that is not a prompt', { concurrent: true }, () => {
  it('is refused: a NUL on standard input, a device without end', async () => {
    using place = project();
    place.config('[contestants.echo]\nagent = "command"\ncommand = ["echo", "{prompt}"]\n');
    const nul = await place.joustAlone(['ask', '-c', 'echo', '-'], { stdin: 'a\0b' });
    expect(nul.code).toBe(2);
    expect(nul.stderr).toContain('standard input is not text');
    const zero = await place.joust(['ask', '-c', 'echo', '-f', '/dev/zero', 'hi']);
    expect(zero.code).toBe(2);
    expect(zero.stderr).toContain('the file /dev/zero is not text');
  });

  it.each([
    ['not: [valid', /the script bad.yaml cannot be played: Flow/],
    ['steps: [{ say: 1 }]', /the script bad.yaml cannot be played: .*steps\[0\]/],
  ])('a script with a mistake says what it is: %s', async (script, reason) => {
    using place = project({ 'bad.yaml': script });
    const { code, stdout } = await place.joust(['ask', '-c', 'scripted/bad.yaml', 'hi']);
    expect(code).toBe(1);
    expect(stdout).toMatch(reason);
  });

  it('an argument that cannot be passed on is a crash of its attempt alone', async () => {
    using place = project();
    place.config('[contestants.nul]\nagent = "command"\ncommand = ["echo", "a\\u0000b"]\n');
    const { code, stdout, stderr } = await place.joust(['ask', '-c', 'nul', '-c', 'scripted/quick', 'hi']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^## nul · crashed/m);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

describe('where joust is', { concurrent: true }, () => {
  it('a relative JOUST_HOME is the same folder for everybody', async () => {
    using place = project();
    mkdirSync(join(place.folder, 'elsewhere'));
    const args = ['ask', '--cwd', 'elsewhere', '-c', 'scripted/quick', 'hi'];
    const { code } = await place.joust(args, { env: { JOUST_HOME: 'data' } });
    expect(code).toBe(0);
    const again = await place.joust(['ask', '-c', 'scripted/quick', 'hi'], { env: { JOUST_HOME: 'data' } });
    expect(again.stderr).toMatch(/^Contest .*\n$/);
    expect(existsSync(join(place.folder, 'data/ledger.db'))).toBe(true);
  });

  it.runIf(linux)('a folder that is gone is a mistake, not a stack trace', async () => {
    using place = project();
    const child = spawn(
      '/bin/sh',
      [
        '-c',
        'mkdir gone && cd gone && rmdir ../gone && exec "$@"',
        'sh',
        process.execPath,
        cliProgram,
        'config',
        'show',
      ],
      { cwd: place.folder, env: place.env, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const { code, stderr } = await told(child);
    expect(code).toBe(2);
    expect(stderr).toContain('the current folder no longer exists');
  });
});

describe('secrets', { concurrent: true }, () => {
  it('are known by any word of a variable’s name', async () => {
    using place = project();
    const env = { DB_PASS: 'hunter2-hunter2', my_api_key: 'lower-case-value', AUTH_TOKEN_2: 'second-value' };
    place.config(
      `[env]\npass = ${JSON.stringify(Object.keys(env))}\n[contestants.env]\nagent = "command"\ncommand = ["env"]\n`,
    );
    const { stdout } = await place.joust(['ask', '-c', 'env', 'hi'], { env });
    for (const [name, value] of Object.entries(env)) {
      expect(stdout).toContain(`${name}=[redacted ${name}]`);
      expect(stdout).not.toContain(value);
    }
  });

  it('are all values that the config sets or passes, whatever their names, but plain words, paths and addresses', async () => {
    using place = project();
    const secret = 'correct-horse-battery-staple';
    place.config(
      `[env]\npass = ["LOGIN"]\n[contestants.env]\nagent = "command"\ncommand = ["env"]\n` +
        `environment = { GREETING = "${secret}", NODE_ENV = "production", SERVER = "http://localhost:8080/v1" }\n`,
    );
    const { stdout } = await place.joust(['ask', '-c', 'env', 'hi'], { env: { LOGIN: 'ann:opensesame1' } });
    expect(stdout).not.toContain(secret);
    expect(stdout).not.toContain('opensesame1');
    expect(stdout).toContain('GREETING=[redacted GREETING]');
    expect(stdout).toContain('LOGIN=[redacted LOGIN]');
    expect(stdout).toContain('NODE_ENV=production');
    expect(stdout).toContain('SERVER=http://localhost:8080/v1');
    const { stdout: log } = await place.joust(['show', '--log', 'env']);
    expect(log).not.toContain(secret);
  });

  it('stay out of what checks print', async () => {
    using place = racePlace();
    const greeting = 'correct-horse-battery-staple';
    place.contestants(
      { ann: [...solve, { edit: 'notes.txt', content: `It is ${greeting}.\n` }] },
      `[env]\npass = ["API_KEY"]\n[contestants.eve]\nagent = "command"\ncommand = ["true"]\nenvironment = { GREETING = "${greeting}" }\n`,
    );
    const env = { API_KEY: 'hunter2-hunter2-hunter2' };
    const race = ['--check', 'test=env; cat notes.txt; node --test --test-isolation=none'];
    await place.race(['ann', 'eve'], race, { env });
    const { stdout } = await place.joust(['show', '--log', 'check/ann/test']);
    expect(stdout).toContain('It is [redacted GREETING].');
    expect(stdout).toContain('API_KEY=[redacted API_KEY]');
    expect(stdout).not.toContain(env.API_KEY);
  });
});

async function runTo(target: string, place: Project, args: readonly string[]) {
  const child = spawn(process.execPath, [cliProgram, 'ask', ...args], {
    cwd: place.folder,
    env: place.env,
    stdio: ['ignore', openSync(target, 'w'), 'pipe'],
  });
  return await told(child);
}

async function told(child: ReturnType<typeof spawn>) {
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8');
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stderr };
}
