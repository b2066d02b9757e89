// The sandbox os with real processes: what is refused, what still works, and that nothing outlives it.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { carries, listProcesses, readProcess, signalProcess } from '../../src/process/tree/process-list.ts';
import { endTree } from '../../src/process/tree/process-tree.ts';
import { findTrees } from '../../src/process/tree/tree-scan.ts';
import { checkPolicy, contestantPolicy } from '../../src/workspace/sandbox/policy.ts';
import type { Argv, SandboxPolicy } from '../../src/workspace/sandbox/sandbox.ts';
import { until } from '../setup/until.ts';
import { type SandboxPlace, sandboxPlace, users } from './sandbox-place.ts';

interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const children: ChildProcess[] = [];
const ours = `JOUST_ATTEMPT_sandbox_${process.pid}_`;
let count = 0;
let place: SandboxPlace | undefined;

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const row of listProcesses()) if (environmentOf(row.pid).includes(ours)) signalProcess(row, 'SIGKILL');
  place?.remove();
  place = undefined;
});

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
}

const sh = (script: string): Argv => ['/bin/sh', '-c', script];

describe.each(users)('played by %s', (user) => {
  let at: SandboxPlace['at'];
  let surroundings: SandboxPlace['surroundings'];
  let wrapped: SandboxPlace['wrapped'];

  beforeEach(async (context) => {
    place = await sandboxPlace(user, context);
    ({ at, surroundings, wrapped } = place);
  });

  function inside(script: string, policy: SandboxPolicy = contestantPolicy(surroundings())): Ran {
    const [program, ...args] = wrapped(sh(script), policy);
    const env = { PATH: `${at('home/.local/bin')}:${process.env['PATH']}`, HOME: at('home') };
    const ran = spawnSync(program, args, { encoding: 'utf8', timeout: 100_000, env });
    return { code: ran.status, stdout: ran.stdout, stderr: ran.stderr };
  }

  it('writes its workspace, its temporary folder, its cache and its own state', async () => {
    const script = `pwd && echo a >file && echo b >"$HOME/data/ws/one/tmp/b" && echo c >"$HOME/data/ws/one/cache/c" &&
      echo d >"$HOME/data/ws/one/git/d" && echo e >"$HOME/data/spools/x/scratch/answer" && cat "$HOME/data/spools/x/scratch/prompt.txt" &&
      echo new >"$HOME/.fake/auth.json" && echo new >"$HOME/.fake.json" && echo f >"$HOME/.local/share/fake/state" && echo g >/tmp/g && echo h >/var/tmp/h`;
    expect(inside(script)).toEqual({
      code: 0,
      stdout: `${at('home/data/ws/one/tree')}\nprompt`,
      stderr: '',
    });
    const read = (path: string) => readFileSync(at(`home/${path}`), 'utf8').trim();
    expect(['data/ws/one/tree/file', 'data/ws/one/tmp/b', 'data/ws/one/cache/c'].map(read)).toEqual([
      'a',
      'b',
      'c',
    ]);
    expect(['.fake/auth.json', '.fake.json', '.local/share/fake/state'].map(read)).toEqual([
      'new',
      'new',
      'f',
    ]);
    // What is everybody's outside is the workspace's own inside.
    expect(['data/ws/one/tmp/g', 'data/ws/one/tmp/h'].map(read)).toEqual(['g', 'h']);
    expect(existsSync('/tmp/g') || existsSync('/var/tmp/h')).toBe(false);
  });

  it.for([
    'home/file',
    'home/.config/tool/settings',
    'home/.local/bin/tool',
    'home/.ssh/new',
    'home/data/new',
    'home/data/ws/new',
    'home/data/spools/x/end',
    'home/.codex/auth.json',
    'home/.npmrc',
    'repo/.git/objects/ab/new',
    'repo/file',
    '/etc/joust-new',
    '/run/joust-new',
    '/dev/../joust-new',
  ])('does not write %s', async (path) => {
    const target = path.startsWith('/') ? path : at(path);
    const content = () => (existsSync(target) ? readFileSync(target, 'utf8') : undefined);
    const before = content();
    expect(inside(`echo ran; echo changed >'${target}'`).stdout).toBe('ran\n');
    expect(content()).toBe(before);
  });

  it('reads programs and settings of the home folder, and none of its secrets', async () => {
    const seen = (script: string) => inside(script).stdout.trim();
    expect(seen('cd "$HOME" && tool && cat .config/tool/settings')).toBe('the tool ran\nplain');
    expect(seen('cat "$HOME/.fake/auth.json"')).toBe('own login');
    expect(seen(`cat ${at('repo/.git/objects/ab/cd')}`)).toBe('object');
    const secrets = [
      '.ssh/id_ed25519',
      '.npmrc',
      '.config/gh/hosts.yml',
      '.codex/auth.json',
      'config/joust/config.toml',
      'data/ledger.db',
      'data/spools/x/claim',
      'data/ws/two/tree/rival.txt',
    ];
    for (const path of secrets) {
      const { code, stdout } = inside(`cat "$HOME/${path}"`);
      expect({ path, stdout, refused: code !== 0 }).toEqual({ path, stdout: '', refused: true });
    }
    expect(seen('ls "$HOME/data/ws" "$HOME/.ssh" /run')).not.toMatch(/two|id_|dbus|docker/);
  });

  it('cannot take the cover off, neither as it is nor as root of a namespace of its own', async () => {
    const script = `umount "$HOME/.ssh"; mount -o remount,rw / ; umount "$HOME/data"
      unshare -Urm sh -c 'umount "$HOME/.ssh"; umount "$HOME/data"; mount -o remount,rw,bind /; echo x >"$HOME/new"; cat "$HOME/data/ledger.db" "$HOME/.ssh/id_ed25519"'
      cat "$HOME/data/ledger.db" "$HOME/.ssh/id_ed25519"`;
    expect(inside(script).stdout).toBe('');
    expect(existsSync(at('home/new'))).toBe(false);
  });

  it('can write nothing of the kernel, neither as it is nor in namespaces of its own, and is never root', async () => {
    // What belongs to the namespaces of the sandbox itself may be writable, and is nobody else's.
    const own = ['/pressure', '/sys/user', '/mqueue'].map((path) => `-path '*${path}' -prune -o`).join(' ');
    const names = ['auto_msgmni', 'msgm*', 'ns_last_pid', 'pid_max', 'sem', 'shm*'];
    const find = `find "$@" -path '*/proc/[0-9]*' -prune -o ${own} -type f ${names.map((name) => `-not -name '${name}'`).join(' ')} -writable -exec test -f {} ';' -print`;
    const script = `id -u; echo mine >made; mkdir /tmp/proc /tmp/sys
      cat >writable.sh <<'END'
${find}
END
      sh writable.sh /proc /sys
      unshare -Urpmf sh -c 'mount -t proc proc /tmp/proc && sh writable.sh /tmp/proc'
      unshare -Urnm sh -c 'mount -t sysfs sysfs /tmp/sys && sh writable.sh /tmp/sys/kernel'
      cat /proc/kmsg /proc/vmallocinfo /proc/slabinfo | head -c 100`;
    const { stdout } = inside(script);
    expect(stdout.replace(/^\d+/, (uid) => (uid === '0' ? 'root' : 'somebody'))).toBe('somebody\n');
    const owner = statSync(at('home/data/ws/one')).uid;
    expect(statSync(at('home/data/ws/one/tree/made')).uid).toBe(owner);
  });

  it('keeps the command line small', () => {
    expect(wrapped(sh('true'), contestantPolicy(surroundings())).join(' ').length).toBeLessThan(16 * 1024);
  });

  it('sees no process but its own, and passes the exit code on', async () => {
    const { code, stdout } = inside('ls -d /proc/[0-9]* | wc -l; exit 7');
    expect(Number(stdout)).toBeLessThan(8);
    expect(code).toBe(7);
  });

  it('has a loopback of its own without the network, and the one of the machine with it', async () => {
    const server = createServer((socket) => socket.end('the server outside\n'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const script = `const net = require('node:net');
      const say = (port) => new Promise((done) => net.connect(port, '127.0.0.1').on('data', (text) => done(String(text).trim())).on('error', (error) => done(error.code)));
      const own = net.createServer((socket) => socket.end('the server inside')).listen(0, '127.0.0.1', async () => {
        console.log(await say(own.address().port)); console.log(await say(${port})); process.exit(); });`;
    const policies = [checkPolicy(surroundings(), { network: 'none' }), contestantPolicy(surroundings())];
    const said: string[] = [];
    for (const policy of policies) {
      const words = wrapped([process.execPath, '-e', script], policy);
      const [program, ...args] = words;
      const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      children.push(child);
      child.stdout.on('data', (text) => said.push(String(text)));
      await once(child, 'close');
    }
    server.close();
    expect(said.join('').trim().split('\n')).toEqual([
      'the server inside',
      'ECONNREFUSED',
      'the server inside',
      'the server outside',
    ]);
  });

  /** Programs that leave their session, and one that clears its environment. */
  const crowd = `${process.execPath} -e 'setInterval(() => {}, 1000)' & setsid sleep 300 & env -i setsid sleep 300 & echo ready; wait`;

  async function start(): Promise<{ child: ChildProcess; marker: string; gone: Promise<unknown> }> {
    count += 1;
    const name = `JOUST_ATTEMPT_sandbox_${process.pid}_${count}`;
    const words = wrapped(sh(crowd), contestantPolicy(surroundings()));
    const [program, ...args] = words;
    const child = spawn(program, args, {
      env: { PATH: process.env['PATH'], HOME: at('home'), [name]: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    children.push(child);
    const gone = once(child, 'exit');
    await once(child.stdout, 'data');
    return { child, marker: `${name}=1`, gone };
  }

  it('is found from outside by its marker, and ended with all it started', async () => {
    const { child, marker, gone } = await start();
    const tree = { leader: undefined, marker };
    const find = () => findTrees([tree], new Set());
    // One of them has cleared its environment by then, and is found as a descendant.
    await until(() => find().length >= 6 && find().some(({ pid }) => !carries(pid, marker)));
    const found = find();
    expect(found.filter(({ pid }) => pid !== child.pid && carries(pid, marker))).not.toEqual([]);
    await endTree([tree]);
    await gone;
    await until(() => found.every(({ pid, startTime }) => readProcess(pid)?.startTime !== startTime));
  });

  it('leaves nothing when bwrap itself is killed', async () => {
    const { child, marker, gone } = await start();
    const tree = { leader: undefined, marker };
    await until(() => findTrees([tree], new Set()).length >= 6);
    const found = findTrees([tree], new Set());
    child.kill('SIGKILL');
    await gone;
    await until(() => found.every(({ pid, startTime }) => readProcess(pid)?.startTime !== startTime));
  });

  it('finds its folders by the names it was given, though links lead there', async () => {
    symlinkSync(at('home'), at('link'));
    const policy = contestantPolicy({ ...surroundings(at('link')), readable: [at('home')] });
    const script = `echo x >new && cat ${at('link/data/spools/x/scratch/prompt.txt')} && echo y >${at('link/.fake/y')}; cat ${at('link/data/ledger.db')} ${at('home/data/ledger.db')}`;
    const { stdout } = inside(script, policy);
    expect(stdout).toBe('prompt');
    expect(readFileSync(at('home/data/ws/one/tree/new'), 'utf8')).toBe('x\n');
    expect(readFileSync(at('home/.fake/y'), 'utf8')).toBe('y\n');
  });

  it('gains nothing by links that it planted in what it may write', async () => {
    const policy = () => {
      const around = surroundings();
      const bin = at('home/data/ws/one/tree/bin');
      const env = {
        PATH: `${bin}:${at('home/.fake/bin')}:${around.env['PATH']}`,
        XDG_CACHE_HOME: around.workspace.cache,
      };
      return contestantPolicy({
        ...around,
        agentState: [...around.agentState, '$XDG_CACHE_HOME/fake/'],
        env,
      });
    };
    const links =
      'ln -s "$HOME/.ssh" bin; ln -s "$HOME/.ssh" "$HOME/.fake/bin"; rm -rf ../cache/fake; ln -s "$HOME" ../cache/fake; echo planted';
    expect(inside(links, policy()).stdout).toBe('planted\n');
    const use = 'cat bin/* "$HOME/.fake/bin/"*; echo x >"$HOME/new"; echo x >../cache/fake/new; echo used';
    expect(inside(use, policy()).stdout).toBe('used\n');
    expect(existsSync(at('home/new'))).toBe(false);
  });

  it('runs where neither secrets nor state nor a cache are there yet', async () => {
    for (const path of ['.ssh', '.npmrc', '.config', '.codex', '.fake', '.fake.json', 'data/ws/one/cache'])
      rmSync(at(`home/${path}`), { recursive: true });
    const { code, stderr } = inside('echo x >"$HOME/.fake/new" && echo y >"$HOME/data/ws/one/cache/y"');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(existsSync(at('home/.fake/new'))).toBe(true);
    expect(existsSync(at('home/.codex'))).toBe(false);
  });
});
