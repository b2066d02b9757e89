// All files of a folder that has many, as processes of their own list them: mostly nothing changed since, which is found without a list.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import {
  type Folders,
  hashFigures,
  isAnyYounger,
  listFolders,
  youngestIn,
} from '../../process/files/file-figures.ts';
import { randomName } from '../../process/machine.ts';

export interface ListOptions {
  /** joust's own folder. */
  readonly except: string;
  readonly allowedMs: number;
  /** Those that changed after this moment are marked. */
  readonly since?: number;
  /** Where nothing changed since, it is the same list. */
  readonly known?: Listed;
}

/** Kept in a file, for whoever has to know more than whether it is the same. */
export interface Listed {
  readonly sha256: string;
  readonly file: string;
  /** By which the next look finds at once that nothing changed; absent: it could not. */
  readonly quick?: QuickLook;
}

interface QuickLook {
  readonly folders: Folders;
  /** The last time at which anything changed. */
  readonly moment: string;
}

/** Undefined: nobody could, or not in time. */
export async function listFiles(top: string, options: ListOptions): Promise<Listed | undefined> {
  const { except, allowedMs, since, known } = options;
  const around = { away: ['.git', relative(top, except)], timeoutMs: allowedMs };
  if (known?.quick !== undefined) {
    const { folders, moment } = known.quick;
    if (!(await isAnyYounger(top, { ...around, folders, than: { moment } }))) return known;
  }
  const file = join(existsSync(except) ? except : tmpdir(), `.watched-${randomName(16)}`);
  const hash = await hashFigures(top, {
    ...around,
    folders: false,
    kept: file,
    // The other list has no marks, so that the two are not the same.
    since,
  });
  if (hash === undefined) rmSync(file, { force: true });
  if (hash === undefined) return undefined;
  const quick = since === undefined ? undefined : await quickLook(top, { ...around, file, since });
  return { sha256: hash, file, quick };
}

/** Some file systems count in seconds, or two. */
const clockMs = 2000;

/**
 * Whoever changes something gives it a time after all that are there, by the clock of its file system, whatever ours says. Undefined:
 * the last change is so young that the next may have the same time.
 */
async function quickLook(
  top: string,
  { file, since, ...around }: { file: string; since: number; away: readonly string[]; timeoutMs: number },
): Promise<QuickLook | undefined> {
  const folders = await listFolders(top, around);
  if (folders === undefined) return undefined;
  const [one, other] = [youngestIn(readFileSync(file)) ?? '', folders.changedAt];
  const moment = one > other ? one : other;
  return Number(moment) * 1000 > since - clockMs ? undefined : { folders, moment };
}
