// A folder as a whole: how much it holds, removed whatever lies in it, or there for a while only.

import { execFile } from 'node:child_process';
import { type Dirent, lstatSync, mkdtempSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { chmod, lstat, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomName } from '../machine.ts';
import { runFromShell } from '../spawn/starter.ts';

/** On disk, as far as it can be seen; stops counting once it is over a limit. */
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

/** Whatever was done to its permissions; out of sight at once, since deleting many files takes time. */
export async function removeFolder(path: string): Promise<void> {
  const target = putAway(path);
  if (target !== undefined) await removeAll(target);
}

/** Under a name that says that it may be removed. Undefined: there is nothing any more. */
export function putAway(path: string): string | undefined {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
  // What could not be removed before has the name already.
  if (path.endsWith('.gone')) return path;
  for (const trash of [`${path}.gone`, `${path}-${randomName(8)}.gone`])
    try {
      renameSync(path, trash);
      return trash;
    } catch (error) {
      // Somebody else was faster; and what comes in its place is not meant.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    }
  return path;
}

async function removeAll(path: string): Promise<void> {
  if (isSmall(path) && removeHere(path)) return;
  if (await removeFromShell([path])) return;
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    await unlockFolders(path);
    await removeByProgram(path);
  }
}

/** A program takes longer to start. */
const [smallEntries, smallBytes] = [64, 16 * 1024 * 1024];

function isSmall(folder: string): boolean {
  const waiting = [folder];
  let [entries, bytes] = [0, 0];
  try {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const found = readdirSync(next, { withFileTypes: true });
      entries += found.length;
      if (entries > smallEntries) return false;
      for (const entry of found) {
        const path = join(next, entry.name);
        if (entry.isDirectory()) waiting.push(path);
        else bytes += lstatSync(path).size;
      }
    }
  } catch {
    return false;
  }
  return bytes <= smallBytes;
}

function removeHere(path: string): boolean {
  try {
    rmSync(path, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}

/** By a process of its own, which needs no time of ours for each file. False: not all of it. */
export async function removeFromShell(paths: readonly string[]): Promise<boolean> {
  const argv = ['rm', '-rf', '--', ...paths];
  return (await runFromShell({ argv, cwd: '/', env: { PATH: '/usr/bin:/bin' } }))?.code === 0;
}

/** It goes down folder by folder, so that no path is too long for it. */
function removeByProgram(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile('rm', ['-rf', '--', path], (error) => (error === null ? resolve() : reject(error)));
  });
}

/** Folders that may not be listed or written keep what is in them. Returns what is neither file, folder nor link, met on the way. */
export async function unlockFolders(
  folder: string,
  isWanted: (entry: Dirent) => boolean = isStrange,
): Promise<readonly string[]> {
  const [wanted, waiting]: [string[], string[]] = [[], [folder]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    await chmodIfShut(next).catch(() => undefined);
    for (const entry of await readdir(next, { withFileTypes: true }).catch(() => [])) {
      const path = join(next, entry.name);
      if (entry.isDirectory()) waiting.push(path);
      else if (isWanted(entry)) wanted.push(path);
    }
  }
  return wanted;
}

export function isStrange(entry: Dirent): boolean {
  return !entry.isFile() && !entry.isSymbolicLink();
}

async function chmodIfShut(folder: string): Promise<void> {
  if ((lstatSync(folder).mode & 0o700) !== 0o700) await chmod(folder, 0o700);
}

/** Removed when it is disposed of. */
export function tempFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(realpathSync(tmpdir()), 'joust-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
