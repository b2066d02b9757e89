// Takes a folder away whatever was done to its permissions; out of sight at once, since deleting many files takes time.
import { execFile } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { chmod, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

export async function removeFolder(path: string): Promise<void> {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return;
  // What could not be removed before has the name already.
  const trash = path.endsWith('.gone') ? path : `${path}.gone`;
  const target = await rename(path, trash).then(
    () => trash,
    () => path,
  );
  await removeAll(target);
}

async function removeAll(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    await unlockFolders(path);
    await removeByProgram(path);
  }
}

/** It goes down folder by folder, so that no path is too long for it. */
function removeByProgram(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile('rm', ['-rf', '--', path], (error) => (error === null ? resolve() : reject(error)));
  });
}

/** Folders that may not be listed or written keep what is in them. */
export async function unlockFolders(folder: string): Promise<void> {
  const rights = lstatSync(folder, { throwIfNoEntry: false })?.mode ?? 0;
  if ((rights & 0o700) !== 0o700) await chmod(folder, 0o700).catch(() => undefined);
  const found = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of found) if (entry.isDirectory()) await unlockFolders(join(folder, entry.name));
}
