// How much a folder holds on disk, as far as it can be seen; stops counting once it is over a limit.
import { lstat, readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';

export async function folderBytes(folder: string, limit = Number.POSITIVE_INFINITY): Promise<number> {
  let bytes = 0;
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined && bytes <= limit; next = waiting.pop()) {
    const here = next;
    const entries = await readdir(here, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = join(here, entry.name);
      if (entry.isDirectory()) waiting.push(path);
      else bytes += ((await lstat(path).catch(() => undefined))?.blocks ?? 0) * 512;
      if (bytes > limit) break;
    }
  }
  return bytes;
}

/** Bytes that may still be written where the folder is; undefined: nobody can tell. */
export async function freeBytes(folder: string): Promise<number | undefined> {
  const found = await statfs(folder).catch(() => undefined);
  return found === undefined ? undefined : found.bavail * found.bsize;
}
