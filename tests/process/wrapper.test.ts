// The wrapper and the spool: claims, ends, limits that hold without a player, and trees that are gone afterwards.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { follow } from '../../src/process/spawn/follow.ts';
import {
  endSpool,
  fillSpool,
  isRunning,
  type Spool,
  spoolAt,
  spoolEnd,
  spoolTree,
} from '../../src/process/spawn/spool.ts';
import { listProcesses, readProcess } from '../../src/process/tree/process-list.ts';
import { endTree } from '../../src/process/tree/process-tree.ts';
import { type SpoolPlace, spoolPlace } from '../setup/spool-place.ts';
import { until } from '../setup/until.ts';

let folder: string;
let spool: Spool;
let start: SpoolPlace['start'];
let marked: SpoolPlace['marked'];
let place: SpoolPlace;

beforeEach(() => {
  place = spoolPlace();
  ({ folder, spool, start, marked } = place);
});
afterEach(() => place[Symbol.asyncDispose]());

/** The claim is there before the streams are. */
function said(): string {
  return existsSync(spool.stdout) ? readFileSync(spool.stdout, 'utf8') : '';
}

describe('the wrapper', () => {
  it('hands stdin over, keeps both streams and records the code', async () => {
    await start('cat; echo oops >&2; exit 7');
    expect(readFileSync(spool.stdout, 'utf8')).toBe('the prompt\n');
    expect(readFileSync(spool.stderr, 'utf8')).toBe('oops\n');
    const end = spoolEnd(spool);
    expect(end).toMatchObject({ cause: 'exited', code: 7 });
    expect(end?.startedAt?.getTime()).toBeLessThanOrEqual(end?.endedAt.getTime() ?? 0);
    await until(() => marked().length === 0);
  });

  it('keeps the spool private', async () => {
    await start('true');
    for (const path of [spool.stdin, spool.stdout, spool.stderr, join(spool.path, 'end')]) {
      expect(statSync(path).mode & 0o077).toBe(0);
    }
  });

  it('starts nothing when the claim is taken', async () => {
    await Promise.all([start('echo once >>ran'), start('echo once >>ran'), start('echo once >>ran')]);
    expect(readFileSync(join(folder, 'ran'), 'utf8')).toBe('once\n');
  });

  it('gives the child default signals, not ignored ones', async () => {
    await start('grep SigIgn /proc/self/status');
    const ignored = Number.parseInt(readFileSync(spool.stdout, 'utf8').split(/\s+/)[1] ?? 'f', 16);
    const [hup, int, term] = [1, 2, 15].map((signal) => (ignored >> (signal - 1)) & 1);
    expect([hup, int, term]).toEqual([0, 0, 0]);
  });

  it('outlives a signal to its group and still records the end', async () => {
    const gone = start('trap "exit 9" TERM; echo ready; while :; do sleep 0.05; done');
    await until(() => said() === 'ready\n');
    process.kill(-(spoolTree(spool).leader?.pid ?? 0), 'SIGTERM');
    await gone;
    expect(spoolEnd(spool)).toMatchObject({ cause: 'exited', code: 9 });
  });

  it('ends the tree at the deadline with no player about, TERM ignored', async () => {
    await start('trap "" TERM; echo started; sleep 100 & sleep 100', { timeoutMs: 300 });
    expect(spoolEnd(spool)).toMatchObject({ cause: 'timed-out' });
    await until(() => marked().length === 0);
  });

  it('ends a silent one, and lets one that talks go on', async () => {
    await start('echo hello; sleep 100', { idleMs: 400 });
    expect(spoolEnd(spool)).toMatchObject({ cause: 'idle' });
    await using other = spoolPlace();
    await other.start('for i in 1 2 3 4 5 6 7 8; do echo $i; sleep 0.6; done', { idleMs: 4000 });
    expect(spoolEnd(other.spool)).toMatchObject({ cause: 'exited', code: 0 });
  });

  it('ends one that floods', async () => {
    await start('yes flood', { outputBytes: 1_000_000 });
    expect(spoolEnd(spool)).toMatchObject({ cause: 'output-cap' });
    await until(() => marked().length === 0);
  });
});

describe('ending a tree', () => {
  it('takes a daemon that left session, group and family behind', async () => {
    const gone = start('setsid sh -c "setsid sleep 100 & exit 0"; sleep 100');
    await until(() => marked().length >= 4);
    await endSpool(spool);
    await gone;
    await endTree([spoolTree(spool)]);
    expect(marked()).toEqual([]);
  });

  it('takes children whose environment was cleared, by session and descent', async () => {
    const gone = start('env -i sh -c "echo \\$\\$ >cleared; sleep 100" & sleep 100');
    await until(() => existsSync(join(folder, 'cleared')));
    const pid = Number(readFileSync(join(folder, 'cleared'), 'utf8'));
    await endSpool(spool);
    await gone;
    expect(listProcesses().some((row) => row.pid === pid)).toBe(false);
  });

  it('leaves strangers alone whose pid stands in the spool, also those of a session whose leader is gone', async () => {
    await start('true');
    const left = await orphaned();
    try {
      const strangers = [left.pid, process.ppid].map(readProcess);
      const forged = strangers.flatMap((row) => [
        `${row?.pid} 1\n`,
        `${row?.pid}\n`,
        `${row?.session}\n`,
        `${row?.pid} ${row?.startTime}\n`,
      ]);
      const another = spoolAt(`${spool.path}-of-another`);
      fillSpool(another, { stdin: '', files: [] });
      for (const claim of forged)
        for (const each of [spool, another]) {
          writeFileSync(join(each.path, 'claim'), claim);
          expect(isRunning(each)).toBe(false);
          await endSpool(each);
        }
      expect(strangers.map((row) => readProcess(row?.pid ?? 0)?.startTime)).toEqual(
        strangers.map((row) => row?.startTime),
      );
      expect(readProcess(left.session)).toBeUndefined();
    } finally {
      process.kill(left.pid, 'SIGKILL');
    }
  });
});

/** A process, younger than the spool's, whose session has no leader any more. */
async function orphaned() {
  const shell = spawn('/bin/sh', ['-c', 'sleep 300 >/dev/null 2>&1 & echo $!'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [said] = await Promise.all([once(shell.stdout, 'data'), once(shell, 'exit')]);
  return { pid: Number(String(said[0])), session: shell.pid ?? 0 };
}

describe('following', () => {
  it('yields every line once, the half line at the end too, and then the end', async () => {
    const wrapperGone = start(
      'printf "one\\ntwo\\n"; sleep 0.3; printf "thr"; sleep 0.2; printf "ee"; echo err >&2',
    );
    const seen = [];
    for await (const output of follow(spool, { wrapperGone })) seen.push(output);
    expect(
      seen.flatMap((output) => (output.type === 'lines' && output.stream === 'stdout' ? output.lines : [])),
    ).toEqual(['one', 'two', 'three']);
    expect(seen.at(-1)).toEqual({ type: 'end', end: { cause: 'exited', code: 0, stderrTail: 'err\n' } });
  });

  it('tells a lost attempt from one that lives: wrapper and child killed', async () => {
    const wrapperGone = start('echo half; sleep 100');
    await until(() => isRunning(spool) === true && said() === 'half\n');
    await endTree([spoolTree(spool)], { graceMs: 0 });
    const seen = [];
    for await (const output of follow(spool, { wrapperGone })) seen.push(output);
    expect(seen.at(-1)).toMatchObject({ type: 'end', end: { cause: 'lost', code: null } });
  });

  it('follows the child to its end when only the wrapper was killed', async () => {
    const wrapperGone = start('echo one; until [ -e go ]; do sleep 0.05; done; echo two');
    await until(() => isRunning(spool) === true && said() === 'one\n');
    process.kill(spoolTree(spool).leader?.pid ?? 0, 'SIGKILL');
    writeFileSync(join(folder, 'go'), '');
    const seen = [];
    for await (const output of follow(spool, { wrapperGone })) seen.push(output);
    expect(seen).toContainEqual({ type: 'lines', stream: 'stdout', lines: ['two'] });
    expect(seen.at(-1)).toMatchObject({ type: 'end', end: { cause: 'lost' } });
  });
});

describe('a spool from elsewhere', () => {
  it('from before a reboot is never taken for a living one, and nobody is signalled', async () => {
    const gone = start('echo half; sleep 100');
    await until(() => isRunning(spool) === true);
    const found = spoolAt(`${spool.path}.00000000.00000000`);
    symlinkSync(spool.path, found.path);
    expect(isRunning(found)).toBe(false);
    await endSpool(found);
    expect(marked().length).toBeGreaterThan(0);
    await endTree([spoolTree(spool)], { graceMs: 0 });
    await gone;
  });
});
