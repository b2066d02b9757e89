// Shells that wait for runs: what they become is what would have been forked, and none is left.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startWrapper } from '../../src/process/spawn/start.ts';
import { expectRuns } from '../../src/process/spawn/waiting-shells.ts';
import { listProcesses } from '../../src/process/tree/process-list.ts';
import { type SpoolPlace, spoolPlace } from '../setup/spool-place.ts';
import { until } from '../setup/until.ts';

const onLinux = describe.runIf(process.platform === 'linux');
const [module, starting] = ['waiting-shells', 'start'].map(
  (name) => new URL(`../../src/process/spawn/${name}.ts`, import.meta.url).href,
);

/** Of a process: shells that lead a session and have nothing to do yet. Another one has made them. */
function waitingOf(parent: number): readonly number[] {
  const all = listProcesses();
  const makers = new Set(all.filter(({ ppid }) => ppid === parent).map(({ pid }) => pid));
  return all
    .filter(
      ({ ppid, pid, session }) =>
        makers.has(ppid) && session === pid && words(pid) === '/bin/sh\0-s\0joust-waits\0',
    )
    .map(({ pid }) => pid);
}

function words(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}

/** Other tests of this process may have left some. */
async function noneWaits(): Promise<void> {
  while (waitingOf(process.pid).length > 0) {
    await using place = spoolPlace();
    await place.start(':');
  }
}

/** One that waits, at least. */
async function oneWaits(): Promise<readonly number[]> {
  expectRuns(1, 0);
  await until(() => waitingOf(process.pid).length > 0);
  return waitingOf(process.pid);
}

const tell =
  'env -0 | sort -z | tr "\\0" "\\n" | sed "s/JOUST_ATTEMPT.*/marker/; s/^spool=.*//; s/joust wrapper.*/here/"; pwd | sed "s/joust wrapper.*/here/"; umask; ' +
  'grep -E "Sig(Ign|Blk|Cgt)" /proc/self/status; ls /proc/self/fd; cat; ps -o tty= -p $$';

async function toldBy(place: SpoolPlace): Promise<string> {
  await place.start(tell);
  return readFileSync(place.spool.stdout, 'utf8');
}

onLinux('a run that a waiting shell becomes', () => {
  it('is in all it can see what a forked one is, and its wrapper is that shell', async () => {
    await using forked = spoolPlace();
    await using waited = spoolPlace();
    await noneWaits();
    const usual = await toldBy(forked);
    const shells = await oneWaits();
    expect(await toldBy(waited)).toBe(usual);
    expect(usual).toContain('marker\n');
    expect(usual).toContain('the prompt\n');
    expect(shells).toContain(Number(readFileSync(join(waited.spool.path, 'claim'), 'utf8')));
    expect(readFileSync(join(waited.spool.path, 'end'), 'utf8')).toBe('0\n');
  });

  it('is found and ended by its spool with all it started', async () => {
    await using place = spoolPlace();
    await oneWaits();
    const gone = place.start('setsid sleep 300 & sleep 300');
    await until(() => place.marked().length >= 3);
    await place[Symbol.asyncDispose]();
    await gone;
    expect(place.marked()).toEqual([]);
  });

  it('is forked where its words are too long for a pipe', async () => {
    await using place = spoolPlace();
    const [shell] = await oneWaits();
    expect(await place.start(`: ${'x'.repeat(40_000)}; echo done`)).toBe(true);
    expect(readFileSync(place.spool.stdout, 'utf8')).toBe('done\n');
    expect(Number(readFileSync(join(place.spool.path, 'claim'), 'utf8'))).not.toBe(shell);
  });

  it.each([
    ['says when limits are watched', ''],
    // Before it could say so.
    ['is killed at once', "process.kill(process.pid, 'SIGKILL');"],
  ])('is kept to its limits where whoever started it %s', async (_, then) => {
    await using place = spoolPlace();
    const options = {
      argv: ['/bin/sh', '-c', 'sleep 300'],
      cwd: place.folder,
      env: { PATH: process.env['PATH'], [place.spool.marker.split('=')[0] ?? '']: '1' },
      limits: { timeoutMs: 300, idleMs: 0, outputBytes: 1e9 },
    };
    const program = `import { expectRuns } from ${JSON.stringify(module)};
      import { startWrapper } from ${JSON.stringify(starting)};
      expectRuns(1, 0);
      process.once('SIGUSR2', () => {
        void startWrapper(${JSON.stringify(place.spool)}, ${JSON.stringify(options)});
        ${then}
      });
      setInterval(() => undefined, 1000);`;
    const host = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' });
    await until(() => waitingOf(host.pid ?? 0).length === 1);
    const shells = waitingOf(host.pid ?? 0);
    host.kill('SIGUSR2');
    await until(() => existsSync(join(place.spool.path, 'end')));
    host.kill('SIGKILL');
    expect(readFileSync(join(place.spool.path, 'cause'), 'utf8')).toBe('timed-out\n');
    expect(shells).toContain(Number(readFileSync(join(place.spool.path, 'claim'), 'utf8')));
    await until(() => place.marked().length === 0);
  });

  it('is nothing, as a forked one is, where its folder is gone', async () => {
    await using place = spoolPlace();
    const options = {
      argv: ['/bin/sh', '-c', ':'] as const,
      cwd: join(place.folder, 'gone'),
      env: {},
      limits: { timeoutMs: 60_000, idleMs: 0, outputBytes: 1e9 },
    };
    await noneWaits();
    expect(await startWrapper(place.spool, options)).toBe(false);
    await oneWaits();
    expect(await startWrapper(place.spool, options)).toBe(false);
    expect(existsSync(join(place.spool.path, 'claim'))).toBe(false);
  });

  it('is known to be gone where it was killed', async () => {
    await using place = spoolPlace();
    await oneWaits();
    const gone = place.start('kill -9 $PPID; sleep 300');
    expect(await gone).toBe(false);
  });

  it('never comes where whoever expected it is killed', async () => {
    const program = `import { expectRuns } from ${JSON.stringify(module)}; expectRuns(2, 0); setInterval(() => undefined, 1000);`;
    const host = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' });
    await until(() => waitingOf(host.pid ?? 0).length === 2);
    const shells = waitingOf(host.pid ?? 0);
    host.kill('SIGKILL');
    await once(host, 'exit');
    await until(() => shells.every((pid) => words(pid) === ''));
  });
});
