// The sandbox of this system, tried once before anybody relies on it, and the command lines of bubblewrap and seatbelt.
import { mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import type { Machine } from '../../process/machine.ts';
import { runProbe } from '../../process/spawn/probe.ts';
import { findProgram } from '../../process/spawn/programs.ts';
import { type Found, type Place, placesOf } from './places.ts';
import type { Argv, NoSandbox, Sandbox, SandboxPolicy } from './sandbox.ts';

type Host = Pick<Machine, 'platform' | 'env' | 'cwd' | 'asRoot'>;

export async function findSandbox(host: Host): Promise<Sandbox | NoSandbox> {
  switch (host.platform) {
    case 'linux':
      return await findBubblewrap(host);
    case 'darwin':
      return findSeatbelt(host);
    default:
      return {
        unavailable: `there is no sandbox os for ${host.platform}`,
        hint: 'Run joust on Linux or macOS, or with --sandbox none.',
      };
  }
}

async function findBubblewrap({ env, cwd, asRoot }: Host): Promise<Sandbox | NoSandbox> {
  const path = env['PATH'];
  const program = findProgram('bwrap', { path, cwd });
  if (program === undefined)
    return {
      unavailable: 'bwrap is not installed',
      hint: 'Install bubblewrap: apt install bubblewrap, dnf install bubblewrap or pacman -S bubblewrap.',
    };
  // The whole of it is tried: a container may allow some of the namespaces and not others.
  const kernel = asRoot ? kernelPlaces() : [];
  const tried = bubblewrapArgv(['true'], { program, asRoot, places: kernel, network: 'none', cwd: '/' });
  const { code, output } = await runProbe(tried, { env: { PATH: path ?? '' } });
  if (code !== 0)
    return {
      unavailable: `bwrap does not work here: ${output.trim().split('\n').at(-1) || 'it said nothing'}`,
      hint: 'It needs user namespaces: see sysctl kernel.unprivileged_userns_clone, user.max_user_namespaces and kernel.apparmor_restrict_unprivileged_userns; a container has to allow them.',
    };
  return {
    tier: 'os',
    wrap(argv, policy) {
      const { network, cwd: folder } = policy;
      const places = [...kernel, ...prepare(policy)];
      return bubblewrapArgv(argv, { program, asRoot, places, network, cwd: folder });
    },
  };
}

/**
 * The kernel asks only for the user outside, who is root, when a setting of the whole machine is written. What is not a
 * process is read-only, and what only root may read is hidden. A cover also keeps a fresh one from being mounted inside.
 */
function kernelPlaces(): readonly Place[] {
  const settings = readdirSync('/proc', { withFileTypes: true }).flatMap((entry): readonly Place[] => {
    const path = `/proc/${entry.name}`;
    if (/^\d/.test(entry.name) || entry.isSymbolicLink()) return [];
    if (entry.isDirectory()) return [{ target: path, access: 'read', isFolder: true }];
    const { mode } = statSync(path);
    if ((mode & 0o004) === 0) return [{ target: path, access: 'hide', isFolder: false }];
    return (mode & 0o222) === 0 ? [] : [{ target: path, access: 'read', isFolder: false }];
  });
  return [...settings, ...rootsOwn.flatMap((path) => hidden(path))];
}

/** Seen by root alone, outside; /sys itself is read-only with everything. */
const rootsOwn = [
  '/sys/kernel/debug',
  '/sys/kernel/tracing',
  '/sys/kernel/security',
  '/sys/firmware',
  '/sys/fs/bpf',
  '/sys/fs/pstore',
];

function hidden(path: string): readonly Place[] {
  const found = lookAt(path);
  return found === undefined ? [] : [{ target: path, access: 'hide', isFolder: found.isFolder }];
}

function findSeatbelt({ env, cwd }: Host): Sandbox | NoSandbox {
  const path = `${env['PATH'] ?? ''}:/usr/bin`;
  const program = findProgram('sandbox-exec', { path, cwd });
  if (program === undefined)
    return {
      unavailable: 'sandbox-exec is not there',
      hint: 'It is a part of macOS; look for it in /usr/bin.',
    };
  return {
    tier: 'os',
    wrap(argv, policy) {
      return seatbeltArgv(argv, { program, places: prepare(policy), network: policy.network });
    },
  };
}

function prepare(policy: SandboxPolicy): readonly Place[] {
  makeMissing([`${policy.tmp}/`, ...policy.writable]);
  return placesOf(policy, lookAt);
}

/** What a path of a policy is on the disk. Undefined for what is not there, or may not be looked at: whoever runs inside cannot reach that either. */
export function lookAt(path: string): Found | undefined {
  try {
    const real = realpathSync(path);
    return { real, isFolder: statSync(real).isDirectory() };
  } catch {
    return undefined;
  }
}

/** Inside, a folder that an agent would make in the home folder could not be made any more. */
export function makeMissing(paths: readonly string[]): void {
  for (const path of paths) {
    if (!path.endsWith('/')) continue;
    try {
      mkdirSync(path, { recursive: true, mode: 0o700 });
    } catch {
      // The agent would not have been able to either, and says so in its own words.
    }
  }
}

export interface Bubblewrap extends Pick<SandboxPolicy, 'network' | 'cwd'> {
  readonly program: string;
  readonly asRoot: boolean;
  readonly places: readonly Place[];
}

/** The command line of bubblewrap: the whole system read-only, with the places of a policy laid over it. */
export function bubblewrapArgv(argv: Argv, { program, asRoot, places, network, cwd }: Bubblewrap): Argv {
  return [
    program,
    // Not a session of its own: whoever ends the attempt also finds it by its session, and there is no terminal.
    '--die-with-parent',
    '--unshare-pid',
    '--unshare-ipc',
    // bubblewrap itself starts the loopback of the new network.
    ...(network === 'none' ? ['--unshare-net'] : []),
    ...(asRoot ? notRoot : []),
    '--ro-bind',
    '/',
    '/',
    '--dev',
    '/dev',
    '--proc',
    '/proc',
    ...places.flatMap(mount),
    // Only now, for the places inside had to be made there.
    ...places.flatMap(closed),
    // They lead to sockets that are hidden; programs do without them, but not with one that is missing.
    ...lostSockets.flatMap((name) => ['--unsetenv', name]),
    '--chdir',
    cwd,
    '--',
    ...argv,
  ];
}

/**
 * An ordinary user inside, without a capability: root would keep the right to take every mount away again. The files it makes
 * are root's outside. It is nobody, whom every system knows by name: programs that look themselves up would fail otherwise.
 */
const notRoot = ['--unshare-user', '--uid', '65534', '--gid', '65534', '--cap-drop', 'ALL'];

const lostSockets = ['XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS', 'SSH_AUTH_SOCK'];

function mount({ access, source, target, isFolder }: Place): readonly string[] {
  if (access === 'read') return ['--ro-bind', source ?? target, target];
  if (access === 'write' || source !== undefined) return ['--bind', source ?? target, target];
  // A device on such a mount cannot be opened, so that reading is refused.
  return isFolder ? ['--tmpfs', target] : ['--ro-bind', '/dev/null', target];
}

function closed({ access, source, target, isFolder }: Place): readonly string[] {
  return access === 'hide' && source === undefined && isFolder ? ['--remount-ro', target] : [];
}

export interface Seatbelt extends Pick<SandboxPolicy, 'network'> {
  readonly program: string;
  readonly places: readonly Place[];
}

/**
 * The command line of macOS's seatbelt: a profile in which the last rule that matches counts. Unverified: no Mac
 * has run it yet.
 */
export function seatbeltArgv(argv: Argv, { program, ...rules }: Seatbelt): Argv {
  return [program, '-p', seatbeltProfile(rules), ...argv];
}

export function seatbeltProfile({ places, network }: Omit<Seatbelt, 'program'>): string {
  // Links are followed before a rule is looked for, so a second name needs none.
  const real = places.filter(({ access, source, target }) => access === 'hide' || source === target);
  const rules = [
    '(version 1)',
    '(allow default)',
    '(deny signal)',
    '(allow signal (target same-sandbox))',
    '(deny file-write*)',
    `(allow file-write* ${devices.map((path) => `(literal ${quoted(path)})`).join(' ')} (regex #"^/dev/ttys"))`,
    ...(network === 'none' ? loopbackOnly : []),
    ...real.flatMap((place) => rulesOf(place, network)),
    // A path leads through folders whose content is hidden.
    '(allow file-read-metadata (vnode-type DIRECTORY))',
  ];
  return `${rules.join('\n')}\n`;
}

const devices = ['/dev/null', '/dev/zero', '/dev/tty', '/dev/ptmx', '/dev/dtracehelper', '/dev/fd'];

/** There is no network of its own here: servers of others on the loopback stay in reach. */
const loopbackOnly = [
  '(deny network*)',
  // Not "localhost": a socket for both kinds of addresses would not match it.
  '(allow network-bind (local ip "*:*"))',
  '(allow network-inbound (local ip "*:*"))',
  '(allow network-outbound (remote ip "localhost:*"))',
];

function rulesOf({ access, target }: Place, network: SandboxPolicy['network']): readonly string[] {
  const path = `(subpath ${quoted(target)})`;
  switch (access) {
    case 'hide':
      return [
        `(deny file-read* file-write* ${path})`,
        `(deny network-outbound (remote unix-socket ${path}))`,
      ];
    case 'read':
      return [`(allow file-read* ${path})`, `(allow network-outbound (remote unix-socket ${path}))`];
    case 'write':
      return [
        `(allow file-read* file-write* ${path})`,
        `(allow network-outbound (remote unix-socket ${path}))`,
        ...(network === 'none' ? [`(allow network-bind (local unix-socket ${path}))`] : []),
      ];
  }
}

function quoted(path: string): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
