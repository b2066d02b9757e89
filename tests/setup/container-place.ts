// Podman with an image made of this machine's own programs, since none can be pulled: for tests that run containers.
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { findProgram } from '../../src/process/spawn/programs.ts';

export interface ContainerPlace extends Disposable {
  readonly image: string;
  /** What podman needs here, for [container] args. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Names of containers and networks that are there and begin with this; networks are everybody's. */
  left(prefix: string): string;
}

const image = 'localhost/joust-test';
const programs = ['sh', 'cat', 'ls', 'grep', 'id', 'sleep', 'stat', 'touch', 'true', 'setsid', 'git'];
/** Where containers are restricted: not every limit may be raised, and not every runtime takes its control groups. */
const restricted = ['--runtime=runc', '--cgroup-manager=cgroupfs', '--ulimit=nproc=4096:4096'];

/** Or why there is none. */
export function containerPlace(): ContainerPlace | string {
  const top = mkdtempSync(join(tmpdir(), 'joust-container-'));
  mkdirSync(join(top, 'home'));
  const storage = join(top, 'storage.conf');
  const roots = `graphroot = "${join(top, 'graph')}"\nrunroot = "${join(top, 'run')}"\n`;
  writeFileSync(storage, `[storage]\ndriver = "vfs"\n${roots}`);
  const env = { CONTAINERS_STORAGE_CONF: storage, HOME: join(top, 'home') };
  const podman = (args: readonly string[], input?: Buffer) =>
    spawnSync('podman', args, { env: { ...process.env, ...env }, encoding: 'utf8', ...(input && { input }) });
  const remove = () => {
    podman(['rm', '--all', '--force']);
    // Without root, files of other users inside are only podman's to remove.
    podman(['unshare', 'rm', '-rf', join(top, 'home/.local')]);
    rmSync(top, { recursive: true, force: true });
  };
  const { error, status, stderr } = podman(['--version']);
  if (status !== 0) {
    rmSync(top, { recursive: true });
    return `podman is not to be had: ${error?.message ?? stderr}`;
  }
  podman(['import', '-', image], fileSystem(join(top, 'root')));
  // Node is as large as the rest together is small: it is shown and not copied.
  const node = `--mount=type=bind,source=${process.execPath},target=/usr/bin/node,readonly`;
  const trial = ['run', '--rm', '--init', '--network=none', '--ulimit=nofile=4096:8192'];
  const tried = [[], restricted].map((args) => ({
    args: [...args, node],
    ...podman([...trial, ...args, node, image, 'node', '--version']),
  }));
  const found = tried.find(({ status }) => status === 0);
  if (found === undefined) {
    remove();
    return `podman cannot run here: ${tried.at(-1)?.stderr}`;
  }
  return {
    image,
    env,
    args: found.args,
    left: (prefix) =>
      [
        podman(['ps', '--all', '--format', '{{.Names}}']).stdout,
        podman(['network', 'ls', '--format', '{{.Name}}']).stdout,
      ]
        .join('')
        .split('\n')
        .filter((name) => name.startsWith(prefix))
        .join(' '),
    [Symbol.dispose]: remove,
  };
}

/** A tar of programs and the libraries they are linked with. */
function fileSystem(root: string): Buffer {
  for (const folder of ['bin', 'usr/bin', 'etc', 'tmp', 'proc', 'sys', 'dev'])
    mkdirSync(join(root, folder), { recursive: true });
  const lookup = { path: process.env['PATH'], cwd: '/' };
  const paths = programs.map((name) => findProgram(name, lookup) ?? name);
  for (const path of paths) copyFileSync(path, join(root, 'bin', basename(path)));
  const linked = spawnSync('ldd', [...paths, process.execPath], { encoding: 'utf8' }).stdout;
  for (const path of new Set(linked.match(/\/\S+(?=\s\(0x)/g))) {
    if (existsSync(join(root, path))) continue;
    mkdirSync(join(root, dirname(path)), { recursive: true });
    copyFileSync(path, join(root, path));
  }
  return execFileSync('tar', ['-C', root, '-c', '.'], { maxBuffer: 200_000_000 });
}
