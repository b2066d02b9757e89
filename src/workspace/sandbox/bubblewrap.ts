// The command line of bubblewrap: the whole system read-only, with the places of a policy laid over it.
import type { Place } from './places.ts';
import type { Argv, SandboxPolicy } from './sandbox.ts';

export interface Bubblewrap extends Pick<SandboxPolicy, 'network' | 'cwd'> {
  readonly program: string;
  readonly asRoot: boolean;
  readonly places: readonly Place[];
}

export function bubblewrapArgv(argv: Argv, { program, asRoot, places, network, cwd }: Bubblewrap): Argv {
  return [
    program,
    // Not a session of its own: whoever ends the attempt also finds it by its session, and there is no terminal.
    ...['--die-with-parent', '--unshare-pid', '--unshare-ipc'],
    // bubblewrap itself starts the loopback of the new network.
    ...(network === 'none' ? ['--unshare-net'] : []),
    ...(asRoot ? rootsRights : []),
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...places.flatMap(mount),
    // Only now, for the places inside had to be made there.
    ...places.flatMap(closed),
    // They lead to sockets that are hidden; programs do without them, but not with one that is missing.
    ...lostSockets.flatMap((name) => ['--unsetenv', name]),
    ...['--chdir', cwd, '--'],
    ...argv,
  ];
}

/** Root would keep the right to take every mount away again. Unpacking an archive as root sets owners. */
const rootsRights = ['--cap-drop', 'ALL', '--cap-add', 'CAP_CHOWN', '--cap-add', 'CAP_FOWNER'];

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
