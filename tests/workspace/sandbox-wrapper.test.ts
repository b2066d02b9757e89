// The sandbox inside the wrapper's tree: it outlives the player, dies with the wrapper, and is looked for before it is used.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { thisMachine } from '../../src/process/machine.ts';
import { follow } from '../../src/process/spawn/follow.ts';
import {
  endSpool,
  fillSpool,
  type Spool,
  spoolAt,
  spoolProcess,
  spoolTree,
} from '../../src/process/spawn/spool.ts';
import { type StartOptions, startWrapper } from '../../src/process/spawn/start.ts';
import { carries, listProcesses, signalProcess } from '../../src/process/tree/process-list.ts';
import { endTree } from '../../src/process/tree/process-tree.ts';
import { findSandbox } from '../../src/workspace/sandbox/find-sandbox.ts';
import { contestantPolicy } from '../../src/workspace/sandbox/policy.ts';
import { until } from '../setup/until.ts';
import { type SandboxPlace, sandboxPlace, users } from './sandbox-place.ts';

const [user] = users;

describe('an attempt in the sandbox', () => {
  let place: SandboxPlace | undefined;
  let spool: Spool;
  let tree: string;

  beforeEach(async (context) => {
    place = await sandboxPlace(user, context);
    spool = spoolAt(place.at(`home/data/spools/test-${Math.random().toString(36).slice(2)}`));
    fillSpool(spool, { stdin: 'the prompt\n', files: [] });
    tree = place.surroundings().workspace.tree;
  });

  afterEach(async () => {
    if (place === undefined) return;
    await endTree([spoolTree(spool)], { graceMs: 0 });
    place.remove();
  });

  function options(script: string): StartOptions {
    const [marker = ''] = spool.marker.split('=');
    const argv = place?.wrapped(['/bin/sh', '-c', script], contestantPolicy(place.surroundings()));
    return {
      argv: argv ?? ['false'],
      cwd: tree,
      env: { PATH: process.env['PATH'] ?? '', [marker]: '1' },
      limits: { timeoutMs: 60_000, idleMs: 0, outputBytes: 1e9 },
    };
  }

  function marked(): readonly number[] {
    return listProcesses()
      .map(({ pid }) => pid)
      .filter((pid) => carries(pid, spool.marker));
  }

  async function followed(wrapperGone: Promise<unknown>, attached: boolean): Promise<readonly unknown[]> {
    const found: unknown[] = [];
    for await (const output of follow(spool, { wrapperGone, attached }))
      found.push(output.type === 'end' ? [output.end.cause, output.end.code] : output.lines);
    return found.flat();
  }

  it('has its streams although the spool is hidden from it', async () => {
    const gone = startWrapper(spool, options(`cat; echo again >>/dev/stdout; ls ${spool.path}; exit 7`));
    expect(await followed(gone, false)).toEqual(expect.arrayContaining(['the prompt', 'again', 'exited', 7]));
    await until(() => marked().length === 0);
  });

  it('plays on without its player, and another one hears all of it', async () => {
    const patient = 'echo first; while [ ! -e go ]; do sleep 0.05; done; echo last; exit 3';
    const started = JSON.stringify([spool, options(patient)]);
    const program = `import { startWrapper } from ${JSON.stringify(join(import.meta.dirname, '../../src/process/spawn/start.ts'))};
      setInterval(() => {}, 1000);
      await startWrapper(...${started});`;
    const player = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' });
    const left = once(player, 'exit');
    await until(() => spoolProcess(spool, 'child') !== undefined && marked().length > 2);
    player.kill('SIGKILL');
    await left;
    const heard = followed(new Promise(() => undefined), true);
    writeFileSync(join(tree, 'go'), '');
    expect(await heard).toEqual(['first', 'last', 'exited', 3]);
  });

  it('is ended from outside, with what it started, and its end is recorded', async () => {
    const gone = startWrapper(spool, options('setsid sleep 300 & echo ready; wait'));
    await until(() => marked().length > 4);
    await endSpool(spool);
    await gone;
    expect(existsSync(join(spool.path, 'end'))).toBe(true);
    await until(() => marked().length === 0);
  });

  it('does not outlive the wrapper', async () => {
    const gone = startWrapper(spool, options('setsid sleep 300 & echo ready; wait'));
    await until(() => marked().length > 4);
    const inside = marked().filter((pid) => pid !== spoolProcess(spool, 'wrapper')?.pid);
    signalProcess(spoolProcess(spool, 'wrapper') ?? { pid: 0, startTime: '' }, 'SIGKILL');
    await gone;
    // The watchdog is the wrapper's, and has no parent to die with.
    const child = spoolProcess(spool, 'child')?.pid ?? 0;
    expect(inside).toContain(child);
    await until(() => !listProcesses().some(({ pid, ppid }) => pid === child || ppid === child));
  });
});

describe('findSandbox', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'joust-find-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const host = (more: object) => ({ ...thisMachine(), platform: 'linux' as const, ...more });

  it('says what to install where bwrap is missing', async () => {
    expect(await findSandbox(host({ env: { PATH: folder } }))).toEqual({
      unavailable: 'bwrap is not installed',
      hint: expect.stringContaining('apt install bubblewrap'),
    });
  });

  it('says what bwrap said where it may not do its work', async () => {
    mkdirSync(join(folder, 'bin'));
    const program = join(folder, 'bin', 'bwrap');
    const complaint = 'bwrap: No permissions to create new namespace';
    writeFileSync(program, `#!/bin/sh\necho '${complaint}' >&2\nexit 1\n`);
    chmodSync(program, 0o755);
    expect(await findSandbox(host({ env: { PATH: join(folder, 'bin') } }))).toEqual({
      unavailable: `bwrap does not work here: ${complaint}`,
      hint: expect.stringContaining('user namespaces'),
    });
  });

  it('has none for other systems', async () => {
    expect(await findSandbox(host({ platform: 'win32' }))).toMatchObject({
      unavailable: expect.stringContaining('win32'),
    });
  });
});
