// The command line of macOS's seatbelt: a profile in which the last rule that matches counts. Unverified: no Mac has run it yet.
import type { Place } from './places.ts';
import type { Argv, SandboxPolicy } from './sandbox.ts';

export interface Seatbelt extends Pick<SandboxPolicy, 'network'> {
  readonly program: string;
  readonly places: readonly Place[];
}

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
