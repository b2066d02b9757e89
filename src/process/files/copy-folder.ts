// Copies a folder as it is: by reference where the file system can, never by hard links, since an edit of the copy must
// not change the original.
import { execFile } from 'node:child_process';
import { constants, existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
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

/** Files of a virtual environment that name its own place. */
const named = [
  'pyvenv.cfg',
  'bin/*',
  'lib/python*/site-packages/*.{pth,egg-link}',
  'lib/python*/site-packages/__editable__*.py',
];
const mostBytes = 1_000_000;

/**
 * Makes the copy of a Python environment one of its own: its scripts name their interpreter, and packages installed from the project
 * itself name its folder, both by absolute paths. As they were, checks would measure the user's own files. `original` and `copy`: the
 * tops of the two trees.
 */
export function turnVenv(
  folder: string,
  { original, copy }: { readonly original: string; readonly copy: string },
): void {
  for (const path of venvFiles(folder, original))
    writeFileSync(path, turnedText(path, { original, copy }), 'latin1');
}

/** Files of a Python environment in which the folder it was made in is named; none where it is something else. */
export function venvFiles(folder: string, original: string): readonly string[] {
  if (!existsSync(join(folder, 'pyvenv.cfg'))) return [];
  return globSync(named, { cwd: folder, withFileTypes: true })
    .filter((found) => found.isFile())
    .map((found) => join(found.parentPath, found.name))
    .filter((path) => {
      const text = statSync(path).size > mostBytes ? '' : readFileSync(path, 'latin1');
      return !text.includes('\0') && text.includes(latin(original));
    });
}

/** As latin1, byte by byte. */
export function turnedText(
  path: string,
  { original, copy }: { readonly original: string; readonly copy: string },
): string {
  return readFileSync(path, 'latin1').replaceAll(latin(original), latin(copy));
}

function latin(text: string): string {
  return Buffer.from(text).toString('latin1');
}
