// A plain folder to work in, with given files copied into it; what is left there is sealed as files on their own.
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { JoustError } from '../../domain/joust-error.ts';
import { removeFolder, unlockFolders } from '../../process/files/folder.ts';
import { readInside } from '../../process/files/read-inside.ts';
import { failpoint } from '../../process/machine.ts';
import { whyNoPath } from '../apply/apply-change.ts';
import type { Workspace } from '../workspace.ts';
import { type FolderPlan, isBelow, sealFolder } from './seal-folder.ts';

export function plainFolderAt(plan: FolderPlan): Workspace {
  const { root } = plan;
  const tree = join(root, 'tree');
  const [tmp, cache] = [join(root, 'tmp'), join(root, 'cache')];
  const workspace: Workspace = {
    root,
    tree,
    folder: tree,
    tmp,
    cache,
    borrowed: [],
    originals: [],
    enter: (argv) => argv,
    read: (path, maxBytes) => readInside(tree, path, maxBytes),
    isMade: () => existsSync(join(root, 'whole')),
    make: async () => {
      if (workspace.isMade()) return;
      refuseUnfit(plan);
      await removeFolder(root);
      for (const folder of [tree, tmp, cache]) await mkdir(folder, { recursive: true, mode: 0o700 });
      await lay(tree, plan);
      failpoint('folder laid');
      writeFileSync(join(root, 'whole'), '');
    },
    restore: async () => {
      // Who takes its own folder away has nothing that could pass.
      if (!isFolder(tree)) return;
      for (const name of readdirSync(tree)) await removeFolder(join(tree, name));
      await lay(tree, plan);
    },
    seal: async () => {
      const isThere = [root, tree].every(isFolder);
      if (isThere) await unlockFolders(tree);
      return await sealFolder(isThere ? tree : undefined, plan);
    },
    clear: () => removeFolder(root),
  };
  return workspace;
}

/** Before anything is written: what is given comes from whoever wrote the task. */
function refuseUnfit({ given, required }: FolderPlan): void {
  for (const path of [...given.map((file) => file.path), ...required]) {
    const why = whyNoPath(path);
    if (why !== undefined)
      throw new JoustError(`"${path}" cannot be a file of a workspace: ${why}`, {
        code: 'usage',
        hint: 'Give paths below the folder, with forward slashes.',
      });
  }
}

async function lay(tree: string, { given, readOnly, folders = [] }: FolderPlan): Promise<void> {
  for (const folder of folders) mkdirSync(join(tree, folder), { recursive: true, mode: 0o700 });
  const locked = new Set<string>();
  for (const { path, mode, content } of given) {
    const isLocked = isBelow(path, readOnly);
    const place = join(tree, path);
    mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
    const rights = (mode === '100755' ? 0o755 : 0o644) & (isLocked ? 0o555 : 0o777);
    writeFileSync(place, await content(), { flag: 'wx', mode: rights });
    for (let folder = dirname(path); isLocked && isBelow(folder, readOnly); folder = dirname(folder))
      locked.add(folder);
  }
  // The deepest first: in a locked folder nothing can be changed any more.
  for (const folder of [...locked].toSorted((one, other) => other.length - one.length))
    chmodSync(join(tree, folder), 0o555);
}

/** A link in its place could lead to what the contestant itself must not read. */
function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
