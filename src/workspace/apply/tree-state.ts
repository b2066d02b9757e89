// How the files of a change are in the user's tree: what became of them, and what git does not know of them and undo needs to be
// exact (permissions, and folders that were there).
import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Change } from '../../domain/change.ts';
import { sha256 } from '../../process/machine.ts';
import { isAt, readTreeFile } from './tree-files.ts';

interface TreeTraits {
  /** Permission bits by path. */
  readonly files: Readonly<Record<string, number>>;
  readonly folders: Readonly<Record<string, number>>;
}

/** Of what a change touches, as it is before. */
export function readTraits(top: string, { files }: Change): TreeTraits {
  const traits = { files: emptyRecord(), folders: emptyRecord() };
  for (const { path } of files) {
    const found = look(join(top, path));
    if (found?.isFile() === true) traits.files[path] = found.mode & 0o7777;
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
      const parent = look(join(top, folder));
      if (parent?.isDirectory() === true) traits.folders[folder] = parent.mode & 0o7777;
    }
  }
  return traits;
}

/** After the files are back. What is not as expected is left alone. */
export function restoreTraits(top: string, { files, folders }: TreeTraits): void {
  const byDepth = Object.entries(folders).toSorted(([one], [other]) => one.length - other.length);
  for (const [path, mode] of byDepth) {
    const place = join(top, path);
    if (look(place) === undefined && look(dirname(place))?.isDirectory() === true) mkdirSync(place);
    if (look(place)?.isDirectory() === true) chmodSync(place, mode);
  }
  for (const [path, mode] of Object.entries(files))
    if (look(join(top, path))?.isFile() === true) chmodSync(join(top, path), mode);
}

/** Any name is only a name. */
function emptyRecord(): Record<string, number> {
  return Object.create(null) as Record<string, number>;
}

function look(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** The change with `after` as it is now, and the contents that are new in it. */
export function applyStates(
  top: string,
  { files }: Change,
): { readonly change: Change; readonly contents: readonly Uint8Array[] } {
  const contents: Uint8Array[] = [];
  const read = files.map((file) => {
    const found = readTreeFile(top, file.path);
    if (isAt(found, file.after) || found.kind === 'folder' || found.kind === 'other') return file;
    const { after: _, ...rest } = file;
    if (found.kind === 'absent') return rest;
    contents.push(found.content);
    const content = { sha256: sha256(found.content), bytes: found.content.length };
    return { ...rest, after: { mode: found.mode, content } };
  });
  return { change: { files: read }, contents };
}

/** Whether every file is as the change leaves it. */
export function isThere(top: string, { files }: Change): boolean {
  return files.every(({ path, after }) => {
    const found = readTreeFile(top, path);
    // A folder may have come in the place of a file that went.
    return isAt(found, after) || (after === undefined && found.kind === 'folder');
  });
}
