// A folder's files as those who look for checks read them: small ones, and none that a link leads out of it to.
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readInside } from '../../process/files/small-file.ts';

const maxBytes = 1_000_000;

/** `below`: the folder of the tree that counts as its top. */
export function diskTree(top: string, below: string): TreeReader {
  const folder = join(top, below);
  return {
    exists: (path) => lstatSync(join(folder, path), { throwIfNoEntry: false }) !== undefined,
    read: (path) => readInside(folder, path, maxBytes),
    list(path) {
      try {
        return readdirSync(join(folder, path));
      } catch {
        return [];
      }
    },
  };
}

export interface TreeReader {
  exists(path: string): boolean;
  /** Undefined: not there, or not to be read. */
  read(path: string): string | undefined;
  /** The names in a folder; none where there is no such folder. */
  list(path: string): readonly string[];
}
