// The base of a race as a snapshot: HEAD plus staged, unstaged and untracked work, written to a store of ours. The user's
// index, tree, stash and objects are only read.
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import type { Base } from '../../domain/change.ts';
import { folderBytes, freeBytes } from '../../process/files/folder.ts';
import { type GitPlace, git, gitText } from '../../process/git/git.ts';
import { failpoint } from '../../process/machine.ts';
import { makeStore, type Store, settleStore, storeFolder } from '../checkout/store.ts';
import { type Repository, refused } from './repository.ts';
import { type LeftOut, stageLimits, stageTree } from './stage-tree.ts';
import { type TreeFileChange, treeChange } from './tree-change.ts';

export interface TakenBase {
  readonly store: Store;
  readonly snapshot: string;
  readonly tree: string;
  /** The uncommitted work. */
  readonly change: readonly TreeFileChange[];
  readonly leftOut: readonly LeftOut[];
  readonly files: number;
  readonly bytes: number;
}

/** `home`: where stores are kept; `nonce`: unguessable. */
export async function takeBase(
  repository: Repository,
  { home, nonce }: { home: string; nonce: string },
): Promise<TakenBase> {
  mkdirSync(join(home, 'bases'), { recursive: true, mode: 0o700 });
  const made = makeStore(join(home, 'bases', `.new-${nonce}`), withoutOwn(repository, home));
  try {
    const index = join(made.gitDir, 'index');
    const place = { gitDir: made.gitDir, workTree: repository.top, index };
    await startIndex(place, repository);
    await refuseUnfit(place);
    const leftOut = await stageTree(place, stageLimits);
    const tree = await gitText(place, ['write-tree']);
    const headTree = await gitText(made, ['rev-parse', `${repository.head}^{tree}`]);
    const isClean = tree === headTree;
    const snapshot = isClean
      ? repository.head
      : await gitText(made, ['commit-tree', '-p', repository.head, '-m', 'Uncommitted work', tree]);
    const change = isClean ? [] : await treeChange(made, headTree, tree);
    const sizes = await sizeOf(made, tree);
    rmSync(index, { force: true });
    failpoint('base taken');
    const store = await settleStore(made, storeFolder(home, snapshot));
    return { store, snapshot, tree, change, leftOut, ...sizes };
  } finally {
    rmSync(made.gitDir, { recursive: true, force: true });
  }
}

/** joust's own data may lie in the repository; it is nobody's work. */
function withoutOwn(repository: Repository, home: string): Repository {
  const inside = relative(repository.top, home);
  if (inside === '' || inside.startsWith('..') || isAbsolute(inside)) return repository;
  return { ...repository, excludes: `${repository.excludes}\n/${inside.split(sep).join('/')}/` };
}

/** A copy of the user's index knows which files are unchanged; where it cannot be read alone, all are looked at. */
async function startIndex(place: GitPlace & { index: string }, { gitDir, head }: Repository): Promise<void> {
  const own = join(gitDir, 'index');
  if (existsSync(own)) {
    copyFileSync(own, place.index);
    // git tells by the index's time which files may have changed in the second it was written.
    const { atime, mtime } = statSync(own);
    utimesSync(place.index, atime, mtime);
    // A split index names a part that lies beside it.
    for (const name of readdirSync(gitDir).filter((one) => one.startsWith('sharedindex.')))
      copyFileSync(join(gitDir, name), join(place.gitDir, name));
    const readable = await git(place, ['ls-files', '--error-unmatch', '--cached', '-z', '--', '.']).then(
      () => true,
      () => false,
    );
    if (readable) return;
    rmSync(place.index, { force: true });
  }
  await git(place, ['read-tree', head]);
}

export async function refuseUnfit(place: GitPlace): Promise<void> {
  const entries = (await git(place, ['ls-files', '--stage', '-z'])).toString('utf8').split('\0');
  const named = (test: (mode: string, stage: string) => boolean) =>
    entries.flatMap((entry) => {
      const [, mode = '', stage = '', path = ''] = /^(\d+) [0-9a-f]+ (\d)\t(.*)$/s.exec(entry) ?? [];
      return path !== '' && test(mode, stage) ? [path] : [];
    });
  const modules = named((mode) => mode === '160000');
  if (modules.length > 0)
    throw refused(
      `it has submodules (${some(modules)})`,
      'Race in the submodule, or in a repository without any.',
    );
  const unmerged = named((_mode, stage) => stage !== '0');
  if (unmerged.length > 0)
    throw refused(
      `a merge is unfinished (${some([...new Set(unmerged)])})`,
      'Finish or abort the merge first.',
    );
  const attributes = named(() => true).filter((path) => /(?:^|\/)\.gitattributes$/.test(path));
  if (attributes.length > 0) await refuseFilters(place);
}

/** Content that a program of the user's makes (Git LFS, git-crypt) cannot be taken or checked out without running it. */
async function refuseFilters(place: GitPlace): Promise<void> {
  const paths = await git(place, ['ls-files', '-z']);
  const said = await git(place, ['check-attr', '-z', '--stdin', 'filter'], paths);
  const fields = said.toString('utf8').split('\0');
  const found = new Map<string, string>();
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const value = fields[at + 2] ?? '';
    if (!['unspecified', 'unset', 'set', ''].includes(value)) found.set(fields[at] ?? '', value);
  }
  if (found.size === 0) return;
  const filters = [...new Set(found.values())].join(', ');
  throw refused(
    `some files pass through the filter ${filters} (${some([...found.keys()])})`,
    'Such files (Git LFS, git-crypt) would need programs of yours to run in private checkouts; that is not done.',
  );
}

function some(paths: readonly string[]): string {
  return paths.length <= 3
    ? paths.join(', ')
    : `${paths.slice(0, 3).join(', ')} and ${paths.length - 3} more`;
}

export async function sizeOf(store: Store, tree: string): Promise<{ files: number; bytes: number }> {
  const listed = (await git(store, ['ls-tree', '-r', '-l', '-z', tree])).toString('utf8').split('\0');
  const sizes = listed.flatMap((line) => {
    const size = /^\d+ blob [0-9a-f]+\s+(\d+)\t/.exec(line)?.[1];
    return size === undefined ? [] : [Number(size)];
  });
  return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** What a race will take on disk: workspaces of all who play, and one to measure in. */
interface DiskSpace {
  readonly needBytes: number;
  readonly eachBytes: number;
  /** Undefined: nobody can tell. */
  readonly freeBytes: number | undefined;
}

/** A file takes whole blocks, and its folders and index some more. */
const perFileBytes = 4096;

export async function diskSpaceFor({
  home,
  base,
  copy,
  runners,
  layered,
}: {
  readonly home: string;
  readonly base: Base;
  readonly copy: readonly string[];
  readonly runners: number;
  /** All share one. */
  readonly layered: boolean;
}): Promise<DiskSpace> {
  let eachBytes = base.bytes + base.files * perFileBytes;
  for (const pattern of copy)
    for (const path of globSync(pattern, { cwd: base.folder }))
      eachBytes += await folderBytes(join(base.folder, path));
  return {
    eachBytes,
    needBytes: layered ? eachBytes : eachBytes * (runners + 1),
    freeBytes: await freeBytes(home),
  };
}
