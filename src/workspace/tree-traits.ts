// What git does not know of files and folders, and undo needs to be exact: permissions, and folders that were there.
import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Change } from '../domain/change.ts';

export interface TreeTraits {
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
