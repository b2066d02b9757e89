import { describe, expect, it } from 'vitest';
import { type ContainerRun, containerArgv, type Engine, removalArgvs } from './container-argv.ts';

const gib = 1024 ** 3;
const docker: Engine = {
  name: 'docker',
  program: '/usr/bin/docker',
  isRootless: false,
  memoryBytes: 16 * gib,
  variables: ['HOME=/home/me', 'DOCKER_HOST=unix:///run/docker.sock'],
};
const podman: Engine = {
  name: 'podman',
  program: '/usr/bin/podman',
  variables: ['HOME=/home/me'],
  isRootless: true,
};
const run: ContainerRun = {
  engine: docker,
  settings: { image: 'agents' },
  name: 'joust-x',
  user: '1000:1000',
  network: 'open',
  mounts: [
    { source: '/data/ws/tree', target: '/data/ws/tree', isReadOnly: false },
    { source: '/repo,1/.git/objects', target: '/repo,1/.git/objects', isReadOnly: true },
  ],
  cwd: '/data/ws/tree',
  env: ['OPENAI_API_KEY', 'HOME=/home/me'],
};

/** What stands behind an option, each time. */
function values(argv: readonly string[], option: string): readonly (string | undefined)[] {
  return argv.flatMap((word, at) => (word === option ? [argv[at + 1]] : []));
}

describe('containerArgv', () => {
  it('is this for docker', () => {
    expect(containerArgv(['claude', '--print'], run)).toEqual([
      '/usr/bin/env',
      'HOME=/home/me',
      'DOCKER_HOST=unix:///run/docker.sock',
      '/bin/sh',
      '-c',
      '"$1" network create "$2" >/dev/null && shift 2 && exec "$@"',
      'sh',
      '/usr/bin/docker',
      'joust-x',
      '/usr/bin/docker',
      'run',
      '--rm',
      '--init',
      '--interactive',
      '--name',
      'joust-x',
      '--pull',
      'never',
      '--log-driver',
      'none',
      '--cap-drop',
      'ALL',
      '--security-opt',
      'no-new-privileges',
      '--read-only',
      '--user',
      '1000:1000',
      '--security-opt',
      'label=disable',
      '--network',
      'joust-x',
      '--pids-limit',
      '512',
      '--ulimit',
      'nofile=4096:8192',
      '--oom-score-adj',
      '500',
      '--memory',
      '2147483648b',
      '--memory-swap',
      '2147483648b',
      '--cpus',
      '1',
      '--mount',
      'type=bind,source=/data/ws/tree,target=/data/ws/tree',
      '--mount',
      'type=bind,"source=/repo,1/.git/objects","target=/repo,1/.git/objects",readonly',
      '--env',
      'OPENAI_API_KEY',
      '--env',
      'HOME=/home/me',
      '--workdir',
      '/data/ws/tree',
      '--entrypoint',
      'claude',
      'agents',
      '--print',
    ]);
  });

  it('is the same user for podman without root, on a network that nobody shares anyway', () => {
    const argv = containerArgv(['sh'], { ...run, engine: podman });
    expect(argv.slice(0, 4)).toEqual(['/usr/bin/env', 'HOME=/home/me', '/usr/bin/podman', 'run']);
    expect(values(argv, '--userns')).toEqual(['keep-id']);
    expect(values(argv, '--network')).toEqual(['private']);
  });

  it.each([docker, podman])('has no network where none is wanted, and makes none for it', (engine) => {
    const argv = containerArgv(['sh'], { ...run, engine, network: 'none' });
    expect(values(argv, '--network')).toEqual(['none']);
    expect(argv).not.toContain('/bin/sh');
  });

  it.each([
    [{}, 64, [[], [], '512']],
    [{}, 8, [[`${2 * gib}b`], ['1'], '512']],
    [{}, 7, [[`${gib}b`], ['0.5'], '512']],
    [{}, undefined, [[`${2 * gib}b`], ['1'], '512']],
    [{ profile: 'small' }, 64, [[`${gib}b`], ['0.5'], '512']],
    [{ profile: 'large', memory: '3GB' }, 4, [['3000000000b'], [], '512']],
    [{ cpus: 4, pids: 99 }, 8, [[`${2 * gib}b`], ['4'], '99']],
  ] as const)('%j on a machine of %s GiB is limited to %j', (settings, memory, expected) => {
    const { memoryBytes: _usual, ...rest } = docker;
    const engine = { ...rest, ...(memory !== undefined && { memoryBytes: memory * gib }) };
    const argv = containerArgv(['sh'], { ...run, engine, settings: { image: 'agents', ...settings } });
    const swap = values(argv, '--memory-swap');
    expect([swap, values(argv, '--cpus'), values(argv, '--pids-limit')[0]]).toEqual(expected);
    expect(values(argv, '--memory')).toEqual(swap);
  });

  it('takes what the user adds last, before the image', () => {
    const argv = containerArgv(['sh'], { ...run, settings: { image: 'agents', args: ['--runtime=runc'] } });
    expect(argv.slice(-4)).toEqual(['--runtime=runc', '--entrypoint', 'sh', 'agents']);
  });
});

describe('removalArgvs', () => {
  it('takes the container and its own network away', () => {
    const words = (engine: Engine) => removalArgvs({ ...run, engine }).map((argv) => argv.join(' '));
    expect(words(docker)).toEqual([
      '/usr/bin/env HOME=/home/me DOCKER_HOST=unix:///run/docker.sock /usr/bin/docker rm --force --volumes joust-x',
      '/usr/bin/env HOME=/home/me DOCKER_HOST=unix:///run/docker.sock /usr/bin/docker network rm joust-x',
    ]);
    expect(words(podman)).toEqual([
      '/usr/bin/env HOME=/home/me /usr/bin/podman rm --force --volumes --time 0 joust-x',
    ]);
  });
});
