// Programs that a small shell runs: what they get is exactly what was asked for, and nothing is lost where the shell is.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProgram } from '../../src/process/spawn/run-program.ts';
import { runFromShell } from '../../src/process/spawn/starter.ts';
import { listProcesses, readProcess } from '../../src/process/tree/process-list.ts';
import { temporaryFolder } from '../setup/temporary.ts';
import { until } from '../setup/until.ts';

const onLinux = describe.runIf(process.platform === 'linux');
const path = { PATH: '/usr/bin:/bin' };
const starter = new URL('../../src/process/spawn/starter.ts', import.meta.url).href;

function shell(script: string, ...words: string[]) {
  return { argv: ['/bin/sh', '-c', script, 'sh', ...words], cwd: '/', env: path };
}

onLinux('a program that is run', () => {
  it.each([
    ['quotes', `'"\`$HOME\\ $(id) '\\''`],
    ['lines', 'one\ntwo\n\nthree'],
    ['other letters', 'é – 漢 🏇'],
    ['nothing', ''],
    ['an option', '-n'],
    ['a pattern', '* ? [a] ~ !'],
  ])('gets %s as they are: as a word, a variable and its input', async (_, text) => {
    const argv = ['/bin/sh', '-c', 'printf "%s|%s|" "$1" "$TEXT"; cat', 'sh', text];
    const ran = await runFromShell({ argv, cwd: '/', env: { ...path, TEXT: text } }, { input: text });
    expect(ran).toEqual({ code: 0, stdout: Buffer.from(`${text}|${text}|${text}`), stderr: '' });
  });

  it('gets its folder and all of its environment, and none of anybody else', async () => {
    const cwd = join(temporaryFolder('starter'), "it's a folder");
    mkdirSync(cwd);
    const env = { ...path, ONE: '1', PWD: '/elsewhere', EMPTY: '', absent: undefined };
    const found = await runFromShell({ argv: ['/usr/bin/env', '-0'], cwd, env });
    expect(new Set(String(found?.stdout).split('\0'))).toEqual(
      new Set(['ONE=1', 'PWD=/elsewhere', 'EMPTY=', 'PATH=/usr/bin:/bin', '']),
    );
    const bare = await runFromShell({ argv: ['/usr/bin/env'], cwd, env: {} });
    expect(String(bare?.stdout)).toBe('');
    expect(String((await runFromShell({ argv: ['pwd'], cwd, env: path }))?.stdout)).toBe(`${cwd}\n`);
  });

  it('says how it ended, what it said, and that with any bytes', async () => {
    expect(await runFromShell(shell('printf "\\0\\377"; echo no >&2; exit 3'))).toEqual({
      code: 3,
      stdout: Buffer.from([0, 255]),
      stderr: 'no\n',
    });
    expect(await runFromShell(shell('kill -9 $$'))).toMatchObject({ code: 137 });
  });

  it('does not mix what it says with what others say', async () => {
    const many = Array.from({ length: 40 }, (_, at) =>
      runFromShell(shell('sleep 0.0$1; echo $1', String(at % 10))),
    );
    expect((await Promise.all(many)).map((ran) => String(ran?.stdout))).toEqual(
      many.map((_, at) => `${at % 10}\n`),
    );
  });

  it('is not started where it is missing, or where a shell would not hand it on as it is', async () => {
    expect(await runFromShell({ argv: ['/no/such/program'], cwd: '/', env: {} })).toBeUndefined();
    expect(
      await runFromShell({ argv: ['true'], cwd: '/', env: { ...path, 'BASH_FUNC_x%%': '1' } }),
    ).toBeUndefined();
    expect(await runFromShell({ argv: ['true'], cwd: '/', env: { ...path, OPTIND: 'x' } })).toBeUndefined();
    expect(await runFromShell({ argv: ['echo', 'a\0b'], cwd: '/', env: path })).toBeUndefined();
    const odd = { argv: ['/usr/bin/env', '-0'], cwd: '/', env: { ...path, 'a-b': '1' } };
    expect(String((await runProgram(odd)).stdout).split('\0')).toContain('a-b=1');
    await expect(runProgram({ argv: ['/no/such/program'], cwd: '/', env: {} })).rejects.toThrow('ENOENT');
  });

  it('is killed when it takes too long', async () => {
    expect(await runFromShell(shell('sleep 600'), { timeoutMs: 100 })).toMatchObject({ code: null });
    expect(await runFromShell(shell('echo next'))).toMatchObject({ code: 0, stdout: Buffer.from('next\n') });
  });
});

onLinux('whoever has such a shell', () => {
  it('does not wait for a program of which nobody will tell', async () => {
    const folder = temporaryFolder('starter');
    const waiting = runFromShell({ ...shell('echo $PPID $$ >pids; exec sleep 600'), cwd: folder });
    const pids = () => (existsSync(join(folder, 'pids')) ? readFileSync(join(folder, 'pids'), 'utf8') : '');
    await until(() => pids().endsWith('\n'));
    const [beside = 0, program = 0] = pids().trim().split(' ').map(Number);
    process.kill(beside, 'SIGKILL');
    process.kill(program, 'SIGKILL');
    expect(await waiting).toMatchObject({ code: null });
  });

  it('does not wait for one that is gone, and has the next one run the next program', async () => {
    const folder = temporaryFolder('starter');
    const waiting = runFromShell({ ...shell('echo $PPID >parent; sleep 600'), cwd: folder });
    await until(() => existsSync(join(folder, 'parent')) && readFileSync(join(folder, 'parent')).length > 1);
    // The shell beside it, and the one that started that.
    const beside = Number(readFileSync(join(folder, 'parent'), 'utf8'));
    const shellOf = readProcess(beside)?.ppid ?? 0;
    process.kill(shellOf, 'SIGKILL');
    expect(await waiting).toMatchObject({ code: null });
    process.kill(beside, 'SIGKILL');
    for (const { pid, group } of listProcesses()) if (group === shellOf) process.kill(pid, 'SIGKILL');
    expect(await runFromShell(shell('echo next'))).toMatchObject({ code: 0 });
  });

  it.each([
    ['lives as long as it waits for a program, and no longer', '', 0],
    ['leaves nothing behind, also where it is killed', "process.kill(process.pid, 'SIGKILL');", null],
  ])('%s', async (_, last, code) => {
    const tmp = join(temporaryFolder('starter'), `it's $(id) "here"`);
    mkdirSync(tmp);
    const program = `
      import { runFromShell } from '${starter}';
      const ran = await runFromShell({ argv: ['sh', '-c', 'sleep 0.2; echo done'], cwd: '/', env: { PATH: '/usr/bin:/bin' } });
      process.stdout.write(ran.stdout);
      ${last}
    `;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      env: { ...process.env, TMPDIR: tmp },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const said: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => said.push(chunk));
    const [exit] = await once(child, 'close');
    expect([exit, String(Buffer.concat(said))]).toEqual([code, 'done\n']);
    await until(() => readdirSync(tmp).filter((name) => name.startsWith('joust-')).length === 0);
  });

  it('runs a program from here where what it says has no place', async () => {
    const tmp = temporaryFolder('starter');
    const program = `
      import { runProgram } from '${new URL('../../src/process/spawn/run-program.ts', import.meta.url).href}';
      import { rmSync, readdirSync } from 'node:fs';
      const echo = { argv: ['echo', 'said'], cwd: '/', env: { PATH: '/usr/bin:/bin' } };
      await runProgram(echo);
      for (const name of readdirSync(process.env.TMPDIR)) rmSync(process.env.TMPDIR + '/' + name, { recursive: true });
      process.stdout.write((await runProgram(echo)).stdout);
    `;
    writeFileSync(join(tmp, 'program.mjs'), program);
    const env = { ...process.env, TMPDIR: join(tmp, 'tmp') };
    mkdirSync(env.TMPDIR);
    const said = execFileSync(process.execPath, [join(tmp, 'program.mjs')], { env, encoding: 'utf8' });
    expect(said).toBe('said\n');
  });
});
