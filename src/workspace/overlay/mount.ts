// Overlays: whether they can be mounted here, and the command line that mounts one, in a mount namespace of the program's own, before
// the program runs in it. Nobody keeps it alive but its processes, and with them it is gone.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { removeFolder } from '../../process/files/folder.ts';
import { readSmallFile, removeFile, replaceFile } from '../../process/files/small-file.ts';
import { currentUser, type Machine, randomName } from '../../process/machine.ts';
import { fingerprint, runProbe } from '../../process/spawn/probe.ts';
import { findProgram } from '../../process/spawn/programs.ts';
import { hostIdentity } from '../../process/tree/process-list.ts';
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
  /** What was written in one is not brought to the disk when it ends: a workspace is no place to keep anything. */
  readonly unsynced: boolean;
  enter(argv: Argv, mount: OverlayMount): Argv;
}

type Host = Pick<Machine, 'platform' | 'env' | 'cwd' | 'asRoot' | 'random'>;

/** What was seen to work in this home by the same user with the same rights; else, or with `anew`, it is tried. */
export async function knownOverlays(
  host: Host,
  home: string,
  { anew = false }: { readonly anew?: boolean } = {},
): Promise<Overlays | NoSandbox> {
  const programs = programsOn(host);
  if ('unavailable' in programs) return programs;
  const ways = waysOf(programs, host.asRoot);
  const [path, known] = [triedFile(home), anew ? undefined : readSmallFile(triedFile(home))];
  const way = ways.find((one) => known === circumstances(home, { ...one, ...programs }));
  if (way !== undefined) return { tier: 'overlay', ...way };
  const found = await findOverlays(host, home);
  try {
    if ('tier' in found) replaceFile(path, circumstances(home, { ...found, ...programs }));
    else removeFile(path);
  } catch {
    // Nothing can be written there, and it is tried each time.
  }
  return found;
}

/** `home`: where workspaces are made. Tried as a whole: a container may allow some of it, and not every file system takes an upper layer. */
export async function findOverlays(host: Host, home: string): Promise<Overlays | NoSandbox> {
  const programs = programsOn(host);
  if ('unavailable' in programs) return programs;
  const whys = new Set<string>();
  for (const way of waysOf(programs, host.asRoot)) {
    const why = await tried(way, { home, nonce: host.random(12), path: lookupPath(host) });
    if (why === undefined) return { tier: 'overlay', ...way };
    whys.add(`not ${way.about}: ${why}`);
  }
  return { unavailable: [...whys].join('; '), hint };
}

function programsOn(host: Host): Programs | NoSandbox {
  if (host.platform !== 'linux') return { unavailable: `there are no overlays on ${host.platform}`, hint };
  const lookup = { path: lookupPath(host), cwd: host.cwd };
  const [unshare, mount] = ['unshare', 'mount'].map((name) => findProgram(name, lookup));
  if (unshare !== undefined && mount !== undefined) return { unshare, mount };
  const lacking = Object.entries({ unshare, mount }).filter(([, program]) => program === undefined);
  const names = lacking.map(([name]) => name).join(' and ');
  return {
    unavailable: `${names} ${lacking.length === 1 ? 'is' : 'are'} not installed`,
    hint: `Install util-linux. ${hint}`,
  };
}

function lookupPath({ env }: Host): string {
  return `${env['PATH'] ?? ''}:/usr/bin:/bin:/usr/sbin:/sbin`;
}

/** Older kernels know no mounts that are not written to the disk when they are lifted. */
function waysOf(programs: Programs, asRoot: boolean): readonly Way[] {
  return [...(asRoot ? [byRoot] : []), byUser(asRoot)].flatMap((by) =>
    [true, false].map((unsynced) => by(programs, unsynced)),
  );
}

function triedFile(home: string): string {
  return join(home, 'overlays-tried');
}

/** All that decides whether it works, as far as it can be looked at. */
function circumstances(home: string, way: Programs & Pick<Way, 'about' | 'unsynced'>): string {
  const rights = /^(?:Cap|NoNewPrivs|Seccomp)\w*:.*$/gm;
  return JSON.stringify([
    way.about,
    way.unsynced,
    fingerprint(way.unshare),
    fingerprint(way.mount),
    currentUser(),
    hostIdentity(),
    statSync(home, { throwIfNoEntry: false })?.dev,
    ...['user', 'mnt'].map((name) => readlinkSync(`/proc/self/ns/${name}`)),
    readFileSync('/proc/self/status', 'utf8').match(rights),
    readSmallFile('/proc/self/attr/current'),
    ...limits.map((name) => readSmallFile(`/proc/sys/${name}`)),
  ]);
}

const limits = [
  'kernel/unprivileged_userns_clone',
  'kernel/apparmor_restrict_unprivileged_userns',
  'user/max_user_namespaces',
  'user/max_mnt_namespaces',
];

const hint =
  'Races use whole checkouts here. Overlays need Linux, unprivileged user namespaces (or root) and a home of joust (JOUST_HOME) on a file system such as ext4, xfs, btrfs or tmpfs.';

interface Programs {
  readonly unshare: string;
  readonly mount: string;
}

type Way = Omit<Overlays, 'tier'>;

/** Folders that were renamed are copied, and no mark in an upper layer leads to another file: what is in it is all there is. */
const plain = 'redirect_dir=nofollow,metacopy=off,index=off';

/** A check that ends with this could not be run. */
const unmounted = '{ echo "the workspace could not be mounted" >&2; exit 126; }';

/**
 * Part by part from the top, since links on the way are a contestant's and nothing confines this yet: where one leads out there is
 * nothing to enter, and who put it there has failed. In a shell of its own, whose variables nobody gets.
 */
const makeBelow = [
  'cd -P . && top=$PWD || exit 126',
  'set -f; IFS=/',
  'for part in $4; do',
  '  [ -e "./$part" ] || [ -L "./$part" ] || mkdir -- "./$part" || exit 126',
  '  cd -P "./$part" 2>/dev/null || exit 1',
  '  case $PWD/ in "$top"/*) ;; *) exit 1 ;; esac',
  'done',
].join('\n');

const script = [
  `cd "$2" && "$1" -n -t overlay -o "$3" joust tree && cd ./tree || ${unmounted}`,
  `[ "$4" = . ] || ( ${makeBelow} ) && cd "./$4" || {`,
  `  [ $? = 1 ] || ${unmounted}`,
  '  echo "the folder $4 is not part of this work any more" >&2; exit 1',
  '}',
  'shift 4; exec "$@"',
].join('\n');

/** Each mount has a work folder of its own: the kernel takes none twice that was not brought to the disk. */
function mounting(
  { mount }: Programs,
  { root, lowers, below }: OverlayMount,
  extra: string,
): readonly string[] {
  const work = `work/${randomName(8)}`;
  mkdirSync(join(root, work), { recursive: true, mode: 0o700 });
  const layers = `lowerdir=${lowers.join(':')},upperdir=upper,workdir=${work},${plain}${extra}`;
  return ['/bin/sh', '-c', script, 'joust-overlay', mount, root, layers, below === '' ? '.' : below];
}

const own = ['--mount', '--propagation', 'slave'];

type By = (programs: Programs, unsynced: boolean) => Way;

const byRoot: By = (programs, unsynced) => ({
  about: 'mounted by root',
  unsynced,
  enter: (argv, mount) => [
    ...([programs.unshare, ...own] as const),
    ...mounting(programs, mount, unsynced ? ',volatile' : ''),
    ...argv,
  ],
});

/**
 * Root of a namespace mounts it; the program is the user again in another one inside, without a capability, so that it can neither
 * lift the mount nor make one beside it.
 */
function byUser(asRoot: boolean): By {
  const [user, group] = currentUser().split(':');
  return (programs, unsynced) => ({
    about: 'mounted in a user namespace',
    unsynced,
    enter: (argv, mount) => [
      ...([programs.unshare, '--user', '--map-root-user', ...own] as const),
      ...mounting(programs, mount, `,userxattr${unsynced ? ',volatile' : ''}`),
      ...(asRoot ? [] : [programs.unshare, '--user', `--map-user=${user}`, `--map-group=${group}`, '--']),
      ...argv,
    ],
  });
}

/** What a workspace needs: reading, writing, deleting, a folder in the place of another; whiteouts made from outside; a look for what changed. */
const trial =
  'test -f d/x && test ! -e w && rm -r d && mkdir d && test ! -e d/x && echo x >new && test "$(id -u)" = "$0"';

/** The first argument is to be a whiteout, the second a file with younger ones in the third; the rest mounts. */
const trials = 'mknod "$1" c 0 0 && find "$3" -cnewer "$2" -print -quit >/dev/null && shift 3 && exec "$@"';

/** Why not; undefined: it works. */
async function tried(
  { enter }: Way,
  { home, nonce, path }: { readonly home: string; readonly nonce: string; readonly path: string },
): Promise<string | undefined> {
  const root = join(home, `.overlay-${nonce}`);
  try {
    for (const folder of ['base/d', 'change', 'tree', 'upper'])
      mkdirSync(join(root, folder), { recursive: true, mode: 0o700 });
    for (const file of ['base/d/x', 'base/w']) writeFileSync(join(root, file), 'x');
    const [user = ''] = currentUser().split(':');
    const inside = enter(['/bin/sh', '-c', trial, user], { root, lowers: ['change', 'base'], below: '' });
    const places = [join(root, 'change/w'), join(root, 'base/w'), root];
    const { code, output } = await runProbe(['/bin/sh', '-c', trials, 'try', ...places, ...inside], {
      env: { PATH: path },
    });
    if (code !== 0) return said(output, root) || `exit code ${code}`;
    return existsSync(join(root, 'upper/new')) && isWhiteoutFree(join(root, 'upper/d'))
      ? undefined
      : 'what is written does not reach the upper layer';
  } catch (error) {
    return said((error as Error).message, root);
  } finally {
    await removeFolder(root).catch(() => undefined);
  }
}

/** Under a name that tells something, and is the same each time. */
function said(output: string, root: string): string {
  return output.trim().replaceAll(root, 'a trial folder in JOUST_HOME').split('\n')[0] ?? '';
}

function isWhiteoutFree(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
