// Takes a folder away whatever was done to its permissions; out of sight at once, since deleting many files takes time.
import { existsSync } from 'node:fs';
import { chmod, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

export async function removeFolder(path: string): Promise<void> {
  if (!existsSync(path)) return;
  const trash = `${path}.gone`;
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
    await unlock(path);
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Folders that may not be listed or written keep what is in them. */
async function unlock(folder: string): Promise<void> {
  await chmod(folder, 0o700).catch(() => undefined);
  const found = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of found) if (entry.isDirectory()) await unlock(join(folder, entry.name));
}
