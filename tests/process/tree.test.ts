// Ending trees and telling processes apart: nobody else is touched, and a reused pid is nobody we know.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type Moment, momentNow } from '../../src/process/tree/moment.ts';
import { carries, listProcesses, readProcess, signalProcess } from '../../src/process/tree/process-list.ts';
import { endTree } from '../../src/process/tree/process-tree.ts';
import { findTrees } from '../../src/process/tree/tree-scan.ts';
import { until } from '../setup/until.ts';

const children: ChildProcess[] = [];
let count = 0;

/** Everything a test started carries a marker of this file, whatever the test was about. */
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const row of listProcesses()) if (isOurs(row.pid)) signalProcess(row, 'SIGKILL');
});

function isOurs(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`JOUST_ATTEMPT_tree_${process.pid}_`);
  } catch {
    return false;
  }
}

interface Started {
  readonly pid: number;
  readonly marker: string;
  readonly gone: Promise<unknown>;
  /** Its first words. */
  readonly said: string;
}

/** Resolves when the script said that it is ready. */
async function start(
  script: string,
  options: { marker?: string; detached?: boolean } = {},
): Promise<Started> {
  count += 1;
  const { marker = `JOUST_ATTEMPT_tree_${process.pid}_${count}=1`, detached = false } = options;
  const [name = ''] = marker.split('=');
  const child = spawn('/bin/sh', ['-c', script], {
    env: { PATH: process.env['PATH'], [name]: '1' },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached,
  });
  children.push(child);
  const gone = once(child, 'exit');
  const [said] = await once(child.stdout, 'data');
  return { pid: child.pid ?? 0, marker, gone, said: String(said).trim() };
}

function leaderOf(pid: number) {
  return { pid, startTime: readProcess(pid)?.startTime ?? '' };
}

describe('endTree', () => {
  it('ends several trees at once, by the marker alone, and leaves a third one', async () => {
    const [one, two, other] = await Promise.all([1, 2, 3].map(() => start('echo ready; sleep 300')));
    await endTree([one, two].map((tree) => ({ leader: undefined, marker: tree?.marker ?? '' })));
    expect(findTrees([{ leader: undefined, marker: one?.marker ?? '' }], new Set())).toEqual([]);
    expect(readProcess(one?.pid ?? 0)).toBeUndefined();
    expect(readProcess(two?.pid ?? 0)).toBeUndefined();
    expect(readProcess(other?.pid ?? 0)).toBeDefined();
  });

  it('asks before it kills: a child may clean up within the grace', async () => {
    const tree = await start('trap "exit 9" TERM; echo ready; while :; do sleep 0.05; done');
    await endTree([{ leader: undefined, marker: tree.marker }], { graceMs: 60_000 });
    expect(await tree.gone).toEqual([9, null]);
  });

  it('asks a program that a shell became while it was asked', async () => {
    const tree = await start('trap "exec sleep 600" TERM; echo ready; while :; do sleep 0.01; done');
    await endTree([{ leader: leaderOf(tree.pid), marker: tree.marker }], { graceMs: 600_000 });
    await tree.gone;
  });

  it('kills after the grace what ignores the question', async () => {
    const tree = await start('trap "" TERM; echo ready; while :; do sleep 0.05; done');
    await endTree([{ leader: undefined, marker: tree.marker }], { graceMs: 100 });
    expect(await tree.gone).toEqual([null, 'SIGKILL']);
  });

  it('spares whom it is told to spare, and ends the rest', async () => {
    const tree = await start('sleep 300 & echo $!; wait');
    await endTree([{ leader: undefined, marker: tree.marker }], { spare: new Set([tree.pid]) });
    expect(findTrees([{ leader: undefined, marker: tree.marker }], new Set([tree.pid]))).toEqual([]);
    // The shell goes by itself once its child is gone.
    expect(await tree.gone).toEqual([0, null]);
  });

  it('lets nobody fork its way out, a session a generation', async () => {
    const chain = 'sleep 0.02; setsid sh -c "$chain" >/dev/null 2>&1 & exit 0';
    const chains = await Promise.all(
      Array.from({ length: 6 }, () => start(`export chain='${chain}'; setsid sh -c "$chain" & echo ready`)),
    );
    for (const [at, { marker }] of chains.entries()) {
      await endTree([{ leader: undefined, marker }], { graceMs: at % 2 === 0 ? 0 : 200 });
      // One that got away would be met in some of many looks.
      for (let looks = 0; looks < 20; looks += 1) {
        expect(findTrees([{ leader: undefined, marker }], new Set())).toEqual([]);
        await sleep(5);
      }
    }
  });

  it('wakes who was stopped, and asks it first', async () => {
    const tree = await start('trap "exit 9" TERM; echo ready; kill -STOP $$; while :; do sleep 0.05; done');
    await until(() => readFileSync(`/proc/${tree.pid}/stat`, 'utf8').includes(') T '));
    await endTree([{ leader: undefined, marker: tree.marker }], { graceMs: 60_000 });
    expect(await tree.gone).toEqual([9, null]);
  });

  // Only root can start what its own next process must not end.
  it('gives up what it must not end, and names it', async (context) => {
    if (process.getuid?.() !== 0) return context.skip('only root can start a process as somebody else');
    const nobody = { uid: 65_534, gid: 65_534, cwd: '/', encoding: 'utf8' } as const;
    if (spawnSync(process.execPath, ['--version'], nobody).status !== 0)
      return context.skip(`nobody cannot reach ${process.execPath}, which lies in a private folder`);
    const tree = await start('echo ready; sleep 300', { detached: true });
    const [list, ending] = ['process-list', 'process-tree'].map((name) =>
      JSON.stringify(new URL(`../../src/process/tree/${name}.ts`, import.meta.url).href),
    );
    const script = `const { endTree } = await import(${ending}); const { processNames } = await import(${list});
      const trees = [{ leader: ${JSON.stringify(leaderOf(tree.pid))}, marker: 'JOUST_ATTEMPT_nobody=1' }];
      console.log(processNames(await endTree(trees, { graceMs: 0, giveUpMs: 100 })));`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], nobody);
    expect(stdout).toContain(`process ${tree.pid} (sh)`);
  });

  it('leaves a group alone whose leader was given the pid of ours', async () => {
    const other = await start('echo ready; sleep 300', { detached: true });
    const { startTime } = leaderOf(other.pid);
    const ours = { pid: other.pid, startTime: String(Number(startTime) - 1) };
    expect(await endTree([{ leader: ours, marker: 'JOUST_ATTEMPT_nobody=1' }], { graceMs: 0 })).toEqual([]);
    expect(readProcess(other.pid)).toBeDefined();
  });

  it('is done at once with a tree that is not there', async () => {
    await endTree([{ leader: { pid: 2 ** 22 + 5, startTime: '1' }, marker: 'JOUST_ATTEMPT_nobody=1' }]);
    await endTree([]);
    expect(findTrees([{ leader: undefined, marker: 'JOUST_ATTEMPT_nobody=1' }], new Set())).toEqual([]);
  });
});

describe('findTrees', () => {
  it('finds by session and group what cleared its environment', async () => {
    const tree = await start('env -i sleep 300 & echo ready; wait', { detached: true });
    const found = () =>
      findTrees([{ leader: leaderOf(tree.pid), marker: 'JOUST_ATTEMPT_nobody=1' }], new Set());
    await until(() => found().some(({ pid }) => pid !== tree.pid && !carries(pid, tree.marker)));
    expect(found().map(({ pid }) => pid)).toContain(tree.pid);
    await endTree([{ leader: leaderOf(tree.pid), marker: tree.marker }], { graceMs: 0 });
  });

  it('takes nobody who is older than the leader, whatever group it is in', async () => {
    const tree = await start('echo ready; exec sleep 300', { detached: true });
    const later = { pid: tree.pid, startTime: String(Number(readProcess(tree.pid)?.startTime) + 1e6) };
    expect(findTrees([{ leader: later, marker: tree.marker }], new Set())).toEqual([]);
  });

  it('finds the same among the young as among all, where it knows how many were born since', async () => {
    const now = momentNow() ?? { born: 0, ticks: 0 };
    const tree = await start('env -i setsid sleep 300 & setsid sleep 300 & echo ready; wait', {
      detached: true,
    });
    const by = (after: Moment) =>
      findTrees([{ leader: leaderOf(tree.pid), marker: tree.marker, after }], new Set())
        .map(({ pid }) => pid)
        .toSorted();
    const all = { born: 0, ticks: 0 };
    await until(() => by(all).length >= 3);
    expect(now.born).toBeGreaterThan(0);
    expect(by(now)).toEqual(by(all));
    // A leader whose pid is not given yet says that the turn has come round: everybody is looked at.
    const later = { pid: tree.pid + 1_000_000, startTime: 'gone' };
    const found = findTrees([{ leader: later, marker: tree.marker, after: now }], new Set());
    expect(found.length).toBeGreaterThan(0);
    // Nobody who is older than it is one of its.
    const young = { ...now, ticks: now.ticks + 1e6 };
    expect(by(young)).toEqual([]);
    await endTree([{ leader: leaderOf(tree.pid), marker: tree.marker }], { graceMs: 0 });
  });

  it('takes a marker only whole', async () => {
    const tree = await start('echo ready; sleep 300');
    const [name = ''] = tree.marker.split('=');
    expect(carries(tree.pid, tree.marker)).toBe(true);
    for (const other of [`${name}=`, `${name}=11`, name.slice(1), `${tree.marker.slice(6)}`]) {
      expect(carries(tree.pid, other)).toBe(false);
      expect(findTrees([{ leader: undefined, marker: other }], new Set())).toEqual([]);
    }
  });
});

describe('who a process is', () => {
  it('is not mistaken for a new one with the same pid when it is signalled', async () => {
    const { pid, gone } = await start('echo ready; sleep 300');
    signalProcess({ pid, startTime: '1' }, 'SIGKILL');
    expect(readProcess(pid)).toBeDefined();
    signalProcess(leaderOf(pid), 'SIGTERM');
    expect(await gone).toEqual([null, 'SIGTERM']);
    expect(() => signalProcess({ pid, startTime: '1' }, 'SIGKILL')).not.toThrow();
  });

  it('is read right whatever the program is called', async () => {
    const { pid } = await start('printf "a) Z 1 (b" >/proc/$$/comm; echo ready; sleep 300');
    expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain('(a) Z 1 (b)');
    expect(readProcess(pid)).toMatchObject({ pid, ppid: process.pid });
    expect(listProcesses().filter((row) => row.pid === pid)).toHaveLength(1);
  });

  it('is gone when it is a zombie', async () => {
    // The shell becomes a program that never waits for the child it had.
    const { said } = await start('sleep 0.2 & echo $!; exec sleep 300');
    await until(() => / \(sleep\) Z /.test(readFileSync(`/proc/${said}/stat`, 'utf8')));
    expect(readProcess(Number(said))).toBeUndefined();
    expect(listProcesses().some(({ pid }) => pid === Number(said))).toBe(false);
  });
});
