// Small files: read and replaced whole.
import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readPlain } from './read-inside.ts';

/** Far more than any of them has. */
const maxBytes = 32 * 1024 * 1024;

export function readSmallFile(path: string): string | undefined {
  return readPlain(path, maxBytes);
}

/** Written beside and renamed, so that nobody ever reads half of it. */
export function replaceFile(path: string, content: string, mode = 0o600): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const beside = `${path}.${process.pid}.new`;
  try {
    // Whatever lies there is of a process that died, or a trap: it is not written through.
    rmSync(beside, { force: true });
    writeFileSync(beside, content, { mode, flag: 'wx' });
    renameSync(beside, path);
  } finally {
    rmSync(beside, { force: true });
  }
}

export function removeFile(path: string): void {
  rmSync(path, { force: true });
}

/** The files of a folder, and how long ago each was written; none: there is no such folder. */
export function filesIn(folder: string): readonly { readonly path: string; readonly ageMs: number }[] {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found?.isFile() === true ? [{ path, ageMs: Date.now() - found.mtimeMs }] : [];
  });
}

/** A file of our own that nobody else may read. */
export function isPrivate(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  const isOurs = found?.uid === (process.getuid?.() ?? found?.uid);
  return found?.isFile() === true && isOurs && (process.platform === 'win32' || (found.mode & 0o077) === 0);
}
