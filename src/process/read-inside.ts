// Reads a file of a folder that others write to: never one outside of it, whatever links lie there.
import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';

/** Undefined: not there, not a plain file of the folder, or longer than `maxBytes`. */
export function readInside(folder: string, path: string, maxBytes: number): string | undefined {
  try {
    const real = realpathSync(join(folder, path));
    if (!real.startsWith(realpathSync(folder) + sep)) return undefined;
    const file = openSync(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const found = fstatSync(file);
      return found.isFile() && found.size <= maxBytes ? readFileSync(file, 'utf8') : undefined;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}
