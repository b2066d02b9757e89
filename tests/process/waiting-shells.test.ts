// Shells that wait for runs: what they become is what would have been forked, and none is left.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectRuns } from '../../src/process/spawn/waiting-shells.ts';
import { listProcesses } from '../../src/process/tree/process-list.ts';
import { type SpoolPlace, spoolPlace } from '../setup/spool-place.ts';
import { until } from '../setup/until.ts';

const onLinux = describe.runIf(process.platform === 'linux');
const module = new URL('../../src/process/spawn/waiting-shells.ts', import.meta.url).href;

/** Of a process: shells that lead a session and have nothing to do yet. */
function waitingOf(parent: number): readonly number[] {
  return listProcesses()
    .filter(
      ({ ppid, pid, session }) =>
        ppid === parent && session === pid && words(pid) === '/bin/sh\0-s\0joust-waits\0',
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
