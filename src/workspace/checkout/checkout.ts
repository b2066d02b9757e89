// A private checkout: a working tree with a git directory of its own, in which no rival's work can be seen, and folders
// for temporary files and caches. joust keeps the index it seals with elsewhere.
import { copyFileSync, existsSync, lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { removeFolder, unlockFolders } from '../../process/files/folder.ts';
import { git, gitText } from '../../process/git/git.ts';
import { failpoint } from '../../process/machine.ts';
import { type LeftOut, type StageLimits, stageTree } from '../base/stage-tree.ts';
import { type TreeFileChange, treeChange, treePatch } from '../base/tree-change.ts';
import { configText, excludeText, type Store } from './store.ts';

export interface Workspace {
  readonly root: string;
  readonly tree: string;
  readonly tmp: string;
  readonly cache: string;
  /** What was checked out, with what is needed to see quickly which files changed since. */
  readonly index: string;
}

interface CheckoutPlan {
  readonly store: Store;
  /** The folder to make; its name tells nothing. */
  readonly root: string;
  /** What is checked out. */
  readonly tree: string;
  /** What its history shows as the last commit. */
  readonly commit: string;
}

export function workspaceAt(root: string, store: Store): Workspace {
  return {
    root,
    tree: join(root, 'tree'),
    tmp: join(root, 'tmp'),
    cache: join(root, 'cache'),
    index: join(store.gitDir, 'seal', basename(root)),
  };
}

export function isWhole({ root, index }: Workspace): boolean {
  return existsSync(join(root, 'whole')) && existsSync(index);
}

/** What was begun and not finished is made anew. */
export async function checkOut({ store, root, tree, commit }: CheckoutPlan): Promise<Workspace> {
  const workspace = workspaceAt(root, store);
  if (isWhole(workspace)) return workspace;
  await removeWorkspace(workspace);
  for (const folder of [workspace.tree, workspace.tmp, workspace.cache])
    await mkdir(folder, { recursive: true, mode: 0o700 });
  const place = { gitDir: store.gitDir, workTree: workspace.tree, index: workspace.index };
  await git(place, ['read-tree', '--reset', '-u', tree]);
  makeOwnGit(join(workspace.tree, '.git'), { store, index: workspace.index, commit });
  return workspace;
}

/** As it was checked out, but for what is ignored: dependencies and what was built. */
export async function restoreTree(store: Store, { tree, index }: Workspace): Promise<void> {
  // Who takes its own checkout away has nothing that could pass.
  if (lstatSync(tree, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  const place = { gitDir: store.gitDir, workTree: tree, index };
  const restore = async () => {
    await git(place, ['clean', '-ffdq']);
    await git(place, ['checkout-index', '--all', '--force', '--quiet']);
  };
  // A check may have taken rights away, as tests of such cases do.
  await restore().catch(async () => {
    await unlockFolders(tree);
    await restore();
  });
}

/** Only now somebody may work in it. */
export function markWhole({ root }: Workspace): void {
  writeFileSync(join(root, 'whole'), '');
}

export async function removeWorkspace({ root, index }: Workspace): Promise<void> {
  for (const path of [index, `${index}.lock`]) rmSync(path, { force: true });
  await removeFolder(root);
}

/** One branch, the base's history, no remote: nothing of anybody else. */
function makeOwnGit(
  folder: string,
  { store, index, commit }: { store: Store; index: string; commit: string },
): void {
  for (const each of ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags', 'info'])
    mkdirSync(join(folder, each), { recursive: true });
  writeFileSync(join(folder, 'HEAD'), 'ref: refs/heads/work\n');
  writeFileSync(join(folder, 'refs/heads/work'), `${commit}\n`);
  writeFileSync(join(folder, 'config'), configText(store.repository, false));
  writeFileSync(join(folder, 'info/exclude'), excludeText(store.repository));
  writeFileSync(join(folder, 'objects/info/alternates'), `${store.objects.join('\n')}\n`);
  if (store.repository.shallow !== undefined)
    writeFileSync(join(folder, 'shallow'), store.repository.shallow);
  copyFileSync(index, join(folder, 'index'));
}

interface SealedTree {
  readonly tree: string;
  readonly change: readonly TreeFileChange[];
  /** Absent: nothing changed. */
  readonly patch?: Uint8Array;
  readonly leftOut: readonly LeftOut[];
}

/**
 * Everything a contestant left, as a change against the base. Only joust's own git directory and index are used: what the contestant
 * did to its `.git` does not matter.
 */
export async function sealWorkspace(
  store: Store,
  workspace: Workspace,
  { base, limits }: { base: string; limits: StageLimits },
): Promise<SealedTree> {
  if (![workspace.root, workspace.tree].every(isFolder))
    return { tree: base, change: [], leftOut: [{ path: '.', why: 'its folder is not there any more' }] };
  await unlockFolders(workspace.tree);
  const place = { gitDir: store.gitDir, workTree: workspace.tree, index: workspace.index };
  const leftOut = await stageTree(place, limits);
  failpoint('tree staged');
  const tree = await gitText(place, ['write-tree']);
  if (tree === base) return { tree, change: [], leftOut };
  const change = await treeChange(store, base, tree);
  return { tree, change, patch: await treePatch(store, base, tree), leftOut };
}

/** A link in its place could lead to what the contestant itself must not read. */
function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
