// Containers of podman in the wrapper's tree: what is seen inside, who may do what there, and that nothing of them stays.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import { thisMachine } from '../../src/process/machine.ts';
import { type Followed, follow } from '../../src/process/spawn/follow.ts';
import { endSpool, fillSpool, type Spool, spoolAt, spoolProcess } from '../../src/process/spawn/spool.ts';
import { type Limits, startWrapper } from '../../src/process/spawn/start.ts';
import { listProcesses, signalProcess } from '../../src/process/tree/process-list.ts';
import {
  type Container,
  type ContainerPolicy,
  findContainer,
} from '../../src/workspace/sandbox/container.ts';
import type { ContainerSettings } from '../../src/workspace/sandbox/container-argv.ts';
import { type ContainerPlace, containerPlace } from '../setup/container-place.ts';
import { until } from '../setup/until.ts';

let podman: ContainerPlace | string;
beforeAll(() => {
  podman = containerPlace();
});
afterAll(() => {
  if (typeof podman !== 'string') podman[Symbol.dispose]();
});

function needed(context: TestContext): ContainerPlace {
  return typeof podman === 'string' ? context.skip(podman) : podman;
}

function find({ env, image, args }: ContainerPlace, settings: ContainerSettings = {}) {
  const machine = thisMachine();
  return findContainer({ ...machine, env: { ...machine.env, ...env } }, { image, args, ...settings });
}

describe('an attempt in a container', () => {
  let top: string;
  let place: ContainerPlace;
  let container: Container | undefined;
  let spool: Spool;
  const at = (path: string) => join(top, path);
  const left = () => place.left(`joust-${basename(spool.path)}`);
  const marker = () => spool.marker.split('=')[0] ?? '';

  beforeEach(async (context) => {
    place = needed(context);
    const found = container ?? (await find(place));
    if ('unavailable' in found) throw new Error(found.unavailable);
    container = found;
    top = mkdtempSync(join(tmpdir(), 'joust-contained-'));
    for (const path of ['ws/tree', 'ws/tmp', 'home/.fake', 'spools', 'repo/objects'])
      mkdirSync(at(path), { recursive: true, mode: 0o755 });
    writeFileSync(at('home/.fake/auth.json'), 'own login', { mode: 0o644 });
    writeFileSync(at('home/secret'), 'secret');
    writeFileSync(at('repo/objects/one'), 'object');
    chmodSync(top, 0o755);
    spool = spoolAt(at(`spools/test-${Math.random().toString(36).slice(2)}`));
    fillSpool(spool, { stdin: 'the prompt\n', files: [], answerFile: 'answer' });
  });
  afterEach(async () => {
    if (spool === undefined) return;
    await endSpool(spool);
    rmSync(top, { recursive: true, force: true });
  });

  async function start(
    script: string,
    more: Partial<ContainerPolicy & { readonly limits: Partial<Limits> }> = {},
  ): Promise<boolean> {
    const env = { PATH: process.env['PATH'] ?? '', API_KEY: 'the key', SHELL: '/bin/zsh', [marker()]: '1' };
    const argv = (await container?.wrap(['sh', '-c', script], {
      spool,
      env,
      cwd: at('ws/tree'),
      tmp: at('ws/tmp'),
      private: at('ws/home'),
      home: at('home'),
      writable: [at('ws/tree'), `${at('ws/cache')}/`, spool.scratch],
      readable: [at('repo/objects')],
      network: 'none',
      login: [at('home/.fake/auth.json'), at('home/.fake/none.json')],
      ...more,
    })) ?? ['false'];
    const limits = { timeoutMs: 60_000, idleMs: 0, outputBytes: 1e9, ...more.limits };
    return startWrapper(spool, { argv, cwd: at('ws/tree'), env, limits });
  }

  async function played(...args: Parameters<typeof start>): Promise<string> {
    const seen: Followed[] = [];
    for await (const output of follow(spool, { wrapperGone: start(...args) })) seen.push(output);
    return seen
      .map((one) => (one.type === 'end' ? `${one.end.cause} ${one.end.code}` : one.lines.join('\n')))
      .join('\n');
  }

  it('sees its workspace and a copy of its login, as an ordinary user without a right', async () => {
    const output = await played(
      `exec 2>&1; cat; id -u; grep -E 'CapEff|CapBnd|NoNewPrivs' /proc/self/status; pwd
       cat ${at('home/.fake/auth.json')}; stat -c ' %a' ~/.fake/auth.json; echo "$API_KEY$SHELL"
       cat ${at('repo/objects/one')}; echo x > ${at('repo/objects/two')}
       cat ${at('home/secret')} ${process.cwd()}/package.json; ls -A ~; touch /made
       echo a > made; echo b > ${join(spool.scratch, 'answer')}; echo c > /tmp/t; echo new > ~/.fake/auth.json
       ls /sys/class/net; exit 7`,
    );
    const user = process.getuid?.() === 0 ? 65_534 : process.getuid?.();
    expect(output.replaceAll('\t', ' ')).toContain(
      [
        'the prompt',
        String(user),
        'CapEff: 0000000000000000',
        'CapBnd: 0000000000000000',
        'NoNewPrivs: 1',
        at('ws/tree'),
        'own login 600',
        'the key',
        'object',
      ].join('\n'),
    );
    expect(output).toMatch(/\n\.fake\n/);
    expect(output).toMatch(/\nlo\nexited 7$/);
    for (const refused of [
      'two: Read-only file system',
      'secret: No such file',
      'package.json: No such file',
    ])
      expect(output).toContain(refused);
    expect(output).toMatch(/\/made.*Read-only file system/);
    expect(['ws/tree/made', 'ws/tmp/t'].map((path) => readFileSync(at(path), 'utf8'))).toEqual([
      'a\n',
      'c\n',
    ]);
    expect(readFileSync(join(spool.scratch, 'answer'), 'utf8')).toBe('b\n');
    // What it did to the copy stays there, and that is gone once it was cleared away.
    expect(readFileSync(at('home/.fake/auth.json'), 'utf8')).toBe('own login');
    await endSpool(spool);
    expect(existsSync(at('ws/home'))).toBe(false);
    expect(left()).toBe('');
  });

  it('has a network of its own where it may have one, which goes with it', async () => {
    const output = await played('ls /sys/class/net', { network: 'open' });
    expect(output).toMatch(/^(?!lo$)\w+$/m);
    await endSpool(spool);
    expect(left()).toBe('');
  });

  it('is taken away with its network at the time limit, wherever it is in its start', async () => {
    const output = await played('setsid sleep 300 & sleep 300', {
      network: 'open',
      limits: { timeoutMs: 1000 },
    });
    expect(output).toContain('timed-out');
    await until(() => left() === '' && !existsSync(at('ws/home')));
  });

  it('outlives whoever is killed around it, and is ended by its spool all the same', async () => {
    void start('echo ready; sleep 300');
    await until(() => existsSync(spool.stdout) && readFileSync(spool.stdout, 'utf8') === 'ready\n');
    const wrapper = spoolProcess(spool, 'wrapper')?.pid;
    for (const row of listProcesses().filter(({ session }) => session === wrapper))
      signalProcess(row, 'SIGKILL');
    expect(left()).toMatch(/^joust-test-/);
    await endSpool(spool);
    expect(left()).toBe('');
  });
});

describe('findContainer', () => {
  it('says which image is missing', async (context) => {
    const place = needed(context);
    expect(await find(place, { engine: 'podman', image: 'nowhere/none:1' })).toMatchObject({
      unavailable: 'podman has no image nowhere/none:1',
      hint: expect.stringContaining('docs/container.md'),
    });
  });

  it('says why an image cannot be run', async (context) => {
    const place = needed(context);
    expect(await find(place, { engine: 'podman', args: ['--runtime=none'] })).toMatchObject({
      unavailable: expect.stringMatching(/^podman cannot run localhost\/joust-test: .*none/),
    });
  });

  it('says that no image is named, and that no engine is there', async () => {
    const bare = { ...thisMachine(), env: { PATH: '/nowhere' } };
    expect(await findContainer(bare, {})).toMatchObject({ unavailable: 'no image is named' });
    expect(await findContainer(bare, { image: 'agents' })).toMatchObject({
      unavailable: 'podman is not installed; docker is not installed',
    });
  });

  it('says that docker has no daemon', async () => {
    const top = mkdtempSync(join(tmpdir(), 'joust-docker-'));
    writeFileSync(join(top, 'docker'), '#!/bin/sh\necho Cannot connect to the Docker daemon >&2; exit 1\n');
    spawnSync('chmod', ['755', join(top, 'docker')]);
    const host = { ...thisMachine(), env: { PATH: top } };
    expect(await findContainer(host, { image: 'agents', engine: 'docker' })).toMatchObject({
      unavailable: 'docker does not work here: Cannot connect to the Docker daemon',
    });
    rmSync(top, { recursive: true });
  });
});
