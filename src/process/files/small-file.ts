// Small files: read and replaced whole, or read inside a folder that is not trusted.
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, sep } from 'node:path';

export function readSmallFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Written beside and renamed, so that nobody ever reads half of it. */
export function replaceFile(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const beside = `${path}.${process.pid}.new`;
  try {
    writeFileSync(beside, content, { mode: 0o600 });
    renameSync(beside, path);
  } finally {
    rmSync(beside, { force: true });
  }
}

/** A file of a folder that others write to: never one outside of it, whatever links lie there. Undefined: not there, not a plain file of the folder, or longer than `maxBytes`. */
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
