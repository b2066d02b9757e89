// Everything a contestant left in its workspace, as a change against the base. Only joust's own git directory and index
// are used: what the contestant did to its `.git` does not matter.

import { lstatSync } from 'node:fs';
import { unlockFolders } from '../process/files/folder.ts';
import { gitText } from '../process/git/git.ts';
import { failpoint } from '../process/machine.ts';
import type { Workspace } from './checkout.ts';
import { type LeftOut, type StageLimits, stageTree } from './stage-tree.ts';
import type { Store } from './store.ts';
import { type TreeFileChange, treeChange, treePatch } from './tree-change.ts';

export interface SealedTree {
  readonly tree: string;
  readonly change: readonly TreeFileChange[];
  /** Absent: nothing changed. */
  readonly patch?: Uint8Array;
  readonly leftOut: readonly LeftOut[];
}

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
