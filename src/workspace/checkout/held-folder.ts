// Folders that contests share, stores and layers: each that uses one has a mark in it, and it is taken away when nobody has.
import {
  closeSync,
  constants,
  existsSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { putAway, removeFolder } from '../../process/files/folder.ts';

/** The contests that use it. */
export function usersOf(folder: string): readonly string[] {
  try {
    return readdirSync(join(folder, 'users'));
  } catch {
    return [];
  }
}

export function isHeldBy(folder: string, user: string): boolean {
  return existsSync(join(folder, 'users', user));
}

/** False: it is not there, or somebody is taking it away. */
export function holdFolder(folder: string, user: string): boolean {
  try {
    closeSync(openSync(join(folder, 'users', user), mark));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return false;
  }
}

/** Without waiting for anybody, should a pipe lie there. */
const mark =
  constants.O_WRONLY |
  constants.O_CREAT |
  constants.O_TRUNC |
  (constants.O_NOFOLLOW ?? 0) |
  (constants.O_NONBLOCK ?? 0);

export function letGoOfFolder(folder: string, user: string): void {
  rmSync(join(folder, 'users', user), { force: true });
}

/** When it was last held or let go. */
export function usedAtMs(folder: string): number {
  return statSync(join(folder, 'users'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Nobody can use it any more: it is being taken away, or whoever did that was killed. */
export function isShut(folder: string): boolean {
  return existsSync(folder) && !existsSync(join(folder, 'users'));
}

/** Unless somebody besides those that are over uses it, or another one takes it away. Returns where it may be removed. */
export function takeAway(folder: string, over: readonly string[] = []): string | undefined {
  for (const user of over) letGoOfFolder(folder, user);
  if (!shut(folder)) return undefined;
  const away = putAway(folder);
  if (away === undefined || away === folder || !existsSync(join(away, 'users'))) return away;
  // Another one was put in its place meanwhile.
  if (!existsSync(folder)) renameSync(away, folder);
  return undefined;
}

/** Nothing can be put into a folder that is removed: who comes later finds none to put a mark in. */
function shut(folder: string): boolean {
  try {
    rmdirSync(join(folder, 'users'));
    return true;
  } catch {
    return isAbandoned(folder);
  }
}

/** To take it away takes a moment, once it is shut. */
const takingMs = 1000;

/** Shut, and whoever did that is not about to take it away any more. */
function isAbandoned(folder: string): boolean {
  if (!isShut(folder)) return false;
  const shutAtMs = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return /^[.]|[.]gone$/.test(basename(folder)) || Math.abs(Date.now() - shutAtMs) > takingMs;
}

export async function removeUnheld(folder: string, over: readonly string[] = []): Promise<void> {
  const away = takeAway(folder, over);
  if (away !== undefined) await removeFolder(away);
}

/** For whoever wants to put another one in its place; after a while they try without. */
export async function untilTakenAway(folder: string): Promise<void> {
  const looks = 50;
  for (let look = 0; look < 2 * looks && isShut(folder); look += 1) {
    await removeUnheld(folder);
    if (isShut(folder)) await pause(takingMs / looks);
  }
}
