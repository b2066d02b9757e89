// Small files: read and replaced whole.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
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
