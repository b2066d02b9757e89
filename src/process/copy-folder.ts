// Copies a folder as it is: by reference where the file system can, never by hard links, since an edit of the copy must
// not change the original.
import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { cp, lstat, mkdir, readdir, readlink, rm, symlink } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative } from 'node:path';

export async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  const byCp = process.platform === 'darwin' ? ['-cRpH'] : ['-aH', '--reflink=auto'];
  const copied = await new Promise<boolean>((resolve) => {
    execFile('cp', [...byCp, '--', from, to], { maxBuffer: 1024 * 1024 }, (error) => resolve(error === null));
  });
  if (copied) return;
  await rm(to, { recursive: true, force: true });
  await cp(from, to, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
}

/** Links in `folder` that lead into `original` by an absolute path lead to the same place in `copy` afterwards. */
export async function turnLinks(
  folder: string,
  { original, copy }: { readonly original: string; readonly copy: string },
): Promise<void> {
  const found = await lstat(folder).catch(() => undefined);
  if (found === undefined || !found.isDirectory()) return;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const target = await readlink(path);
    const inside = isAbsolute(target) ? relative(original, target) : '..';
    if (inside.startsWith('..') || isAbsolute(inside)) continue;
    await rm(path);
    await symlink(join(copy, inside), path);
  }
}
