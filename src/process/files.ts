// Small files, read and replaced whole.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

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
