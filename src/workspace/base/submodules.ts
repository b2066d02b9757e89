// Submodules of the user's repository: what is checked out of them is part of a tree like any other files; the commits they are
// pinned to are remembered beside it.
import { existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Base } from '../../domain/change.ts';
import { type GitPlace, git, gitText } from '../../process/git/git.ts';
import type { Store } from '../checkout/store.ts';
import type { IndexEntry } from './disk-content.ts';
import { openRepository, type Repository, refused } from './repository.ts';

export type Submodule = NonNullable<Base['submodules']>[number];

export interface FoundSubmodule {
  readonly path: string;
  /** The commit that the repository around it names. */
  readonly link: string;
  /** Absent: it is not checked out. Without a head: its files are there, and its repository is not. */
  readonly repository?: Repository;
}

/** In place of which there is no file or link. */
export async function submodulesIn(
  repository: Repository,
  entries: readonly IndexEntry[],
): Promise<readonly FoundSubmodule[]> {
  const found: FoundSubmodule[] = [];
  for (const { mode, path, oid } of entries) {
    if (mode !== '160000') continue;
    const kind = lstatSync(join(repository.top, path), { throwIfNoEntry: false });
    if (kind !== undefined && !kind.isDirectory()) continue;
    const inside = await repositoryOf(repository, path);
    found.push({ path, link: oid, repository: inside });
  }
  return found;
}

async function repositoryOf(around: Repository, path: string): Promise<Repository | undefined> {
  const top = join(around.top, path);
  if (!isInside(around.top, path) || readdirSync(top).length === 0) return undefined;
  const own = existsSync(join(top, '.git'))
    ? await openRepository(top, around.userHome).catch(() => undefined)
    : undefined;
  // Without a repository of its own git answers for the one around it.
  if (own === undefined || realpathSync(own.top) !== realpathSync(top))
    return { ...around, top, gitDir: join(top, '.git'), head: '', headTree: '' };
  if (own.objectFormat !== around.objectFormat)
    throw refused(
      `the submodule ${path} has hashes of another kind (${own.objectFormat})`,
      'Race in the submodule itself.',
    );
  return own;
}

/** Every folder on the way is one, and no link. */
function isInside(top: string, path: string): boolean {
  return path.split('/').every((_part, at, parts) => isFolder(join(top, parts.slice(0, at + 1).join('/'))));
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Puts trees in the place of submodules; without a tree there is nothing. */
export async function putTrees(
  place: GitPlace,
  modules: readonly { readonly path: string; readonly link: string; readonly tree?: string }[],
): Promise<void> {
  // What lies around comes before what lies in it.
  for (const { path, link, tree } of modules.toSorted((one, other) => (one.path < other.path ? -1 : 1))) {
    const none = '0'.repeat(link.length);
    await git(place, ['update-index', '-z', '--index-info'], `0 ${none}\t${path}\0`);
    if (tree !== undefined) await git(place, ['read-tree', `--prefix=${path}/`, tree]);
  }
}

/** The tree with the commits of its submodules in their places. */
export async function withSubmodules(
  store: Store,
  { tree, submodules, nonce }: { tree: string; submodules: readonly Submodule[]; nonce: string },
): Promise<string> {
  if (submodules.length === 0) return tree;
  const index = join(store.gitDir, `submodules-${nonce}`);
  // git wants a tree to work in, and writes nothing to it.
  const place = { gitDir: store.gitDir, workTree: store.gitDir, index };
  try {
    await git(place, ['read-tree', tree]);
    const trees = submodules.map(({ path, link, commit }) => ({
      path,
      link,
      tree: commit === undefined ? undefined : `${commit}^{tree}`,
    }));
    await putTrees(place, trees);
    return await gitText(place, ['write-tree']);
  } finally {
    rmSync(index, { force: true });
  }
}

/** A submodule that is not checked out is an empty folder, which no tree can tell. */
export function makeEmptyFolders(top: string, { submodules = [] }: Pick<Base, 'submodules'>): void {
  for (const { path, commit } of submodules) {
    const folders = path.split('/').map((_part, at, parts) => parts.slice(0, at + 1).join('/'));
    for (const folder of commit === undefined ? folders : [])
      if (dirname(folder) === '.' || isInside(top, dirname(folder))) makeFolder(join(top, folder));
  }
}

function makeFolder(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) mkdirSync(path);
}
