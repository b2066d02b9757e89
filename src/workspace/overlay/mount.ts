// Overlays: whether they can be mounted here, and the command line that mounts one, in a mount namespace of the program's own, before
// the program runs in it. Nobody keeps it alive but its processes, and with them it is gone.
import { existsSync, lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeFolder } from '../../process/files/folder.ts';
import { currentUser, type Machine } from '../../process/machine.ts';
import { runProbe } from '../../process/spawn/probe.ts';
import { findProgram } from '../../process/spawn/programs.ts';
import type { Argv, NoSandbox } from '../sandbox/sandbox.ts';

export interface OverlayMount {
  /** The folder with `tree`, `upper` and `work` in it. */
  readonly root: string;
  /** Topmost first and relative to the root: names of ours alone, so that nothing in them has to be quoted. */
  readonly lowers: readonly string[];
  /** Where the program starts, below the tree; made where it is missing. */
  readonly below: string;
}

export interface Overlays {
  readonly tier: 'overlay';
  /** How they are mounted. */
  readonly about: string;
  enter(argv: Argv, mount: OverlayMount): Argv;
}

type Host = Pick<Machine, 'platform' | 'env' | 'cwd' | 'asRoot' | 'random'>;

/** `home`: where workspaces are made. Tried as a whole: a container may allow some of it, and not every file system takes an upper layer. */
export async function findOverlays(host: Host, home: string): Promise<Overlays | NoSandbox> {
  if (host.platform !== 'linux') return { unavailable: `there are no overlays on ${host.platform}`, hint };
  const lookup = { path: `${host.env['PATH'] ?? ''}:/usr/bin:/bin:/usr/sbin:/sbin`, cwd: host.cwd };
  const [unshare, mount] = ['unshare', 'mount'].map((name) => findProgram(name, lookup));
  if (unshare === undefined || mount === undefined)
    return { unavailable: 'unshare and mount are not installed', hint: 'Install util-linux.' };
  const programs = { unshare, mount };
  const ways = [
    ...(host.asRoot ? [{ about: 'mounted by root', enter: byRoot(programs) }] : []),
    { about: 'mounted in a user namespace', enter: byUser(programs, host.asRoot) },
  ];
  const whys: string[] = [];
  for (const way of ways) {
    const why = await tried(way, { home, nonce: host.random(12), path: lookup.path });
    if (why === undefined) return { tier: 'overlay', ...way };
    whys.push(`${way.about}: ${why}`);
  }
  return { unavailable: whys.join('; '), hint };
}

const hint =
  'Races use whole checkouts here. Overlays need Linux, unprivileged user namespaces (or root) and a home of joust (JOUST_HOME) on a file system such as ext4, xfs, btrfs or tmpfs.';

interface Programs {
  readonly unshare: string;
  readonly mount: string;
}

type Way = Pick<Overlays, 'about' | 'enter'>;

/** Folders that were renamed are copied, and no mark in an upper layer leads to another file: what is in it is all there is. */
const plain = 'redirect_dir=nofollow,metacopy=off,index=off';

/** A check that ends with this could not be run. */
const script = [
  'cd "$2" && "$1" -n -t overlay -o "$3" joust tree && cd tree && { [ -d "$4" ] || mkdir -p -- "$4"; } && cd "$4" ||',
  '{ echo "the workspace could not be mounted" >&2; exit 126; }',
  'shift 4; exec "$@"',
].join('\n');

function mounting(
  { mount }: Programs,
  { root, lowers, below }: OverlayMount,
  extra: string,
): readonly string[] {
  const layers = `lowerdir=${lowers.join(':')},upperdir=upper,workdir=work,${plain}${extra}`;
  return ['/bin/sh', '-c', script, 'joust-overlay', mount, root, layers, below === '' ? '.' : below];
}

const own = ['--mount', '--propagation', 'slave'];

function byRoot(programs: Programs): Overlays['enter'] {
  return (argv, mount) => [programs.unshare, ...own, ...mounting(programs, mount, ''), ...argv];
}

/**
 * Root of a namespace mounts it; the program is the user again in another one inside, without a capability, so that it can neither
 * lift the mount nor make one beside it.
 */
function byUser(programs: Programs, asRoot: boolean): Overlays['enter'] {
  const [user, group] = currentUser().split(':');
  const again = [programs.unshare, '--user', `--map-user=${user}`, `--map-group=${group}`, '--'];
  return (argv, mount) => [
    ...([programs.unshare, '--user', '--map-root-user', ...own] as const),
    ...mounting(programs, mount, ',userxattr'),
    ...(asRoot ? [] : again),
    ...argv,
  ];
}

/** What a workspace needs: reading, writing, deleting, a folder in the place of another; whiteouts made from outside; a look for what changed. */
const trial =
  'test -f d/x && test ! -e w && rm -r d && mkdir d && test ! -e d/x && echo x >new && test "$(id -u)" = "$0"';

/** Why not; undefined: it works. */
async function tried(
  { enter }: Way,
  { home, nonce, path }: { readonly home: string; readonly nonce: string; readonly path: string },
): Promise<string | undefined> {
  const root = join(home, `.overlay-${nonce}`);
  const run = async (argv: Argv) => {
    const { code, output } = await runProbe(argv, { env: { PATH: path } });
    return code === 0 ? undefined : output.trim().split('\n')[0] || `exit code ${code}`;
  };
  try {
    for (const folder of ['base/d', 'change', 'tree', 'upper', 'work'])
      mkdirSync(join(root, folder), { recursive: true, mode: 0o700 });
    for (const file of ['base/d/x', 'base/w']) writeFileSync(join(root, file), 'x');
    const [user = ''] = currentUser().split(':');
    const why =
      (await run(['mknod', join(root, 'change/w'), 'c', '0', '0'])) ??
      (await run(['find', root, '-cnewer', join(root, 'base/w'), '-print', '-quit'])) ??
      (await run(enter(['/bin/sh', '-c', trial, user], { root, lowers: ['change', 'base'], below: '' })));
    if (why !== undefined) return why;
    return existsSync(join(root, 'upper/new')) && isWhiteoutFree(join(root, 'upper/d'))
      ? undefined
      : 'what is written does not reach the upper layer';
  } catch (error) {
    return (error as Error).message;
  } finally {
    await removeFolder(root).catch(() => undefined);
  }
}

function isWhiteoutFree(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
