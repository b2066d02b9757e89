// A walk through the upper layer of an overlay: what lies there, by kind, whatever its names and rights are.
import { type Dirent, lstatSync } from 'node:fs';
import { chmod, readdir } from 'node:fs/promises';
import { isTooDeep, type LeftOut, tooDeep } from '../base/stage-tree.ts';
import { isReadByGit, takeUnfitPatterns } from '../base/unfit-patterns.ts';

/** Paths are those of the tree. */
export interface Upper {
  readonly files: Set<string>;
  /** Taken away. */
  readonly whiteouts: Set<string>;
  /** Pipes, sockets, devices. */
  readonly strange: Set<string>;
  /** With the names in each; '' is the top. */
  readonly folders: Map<string, ReadonlySet<string>>;
  /** Not looked at, or taken out of git's way. */
  readonly leftOut: LeftOut[];
}

/** Takes rights away from nobody, and gives the owner those that are needed to look. Names need not be text. */
export async function lookAtUpper(top: string): Promise<Upper> {
  const upper: Upper = {
    files: new Set(),
    whiteouts: new Set(),
    strange: new Set(),
    folders: new Map(),
    leftOut: [],
  };
  const waiting: Buffer[] = [Buffer.alloc(0)];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const entries = isTooDeep(folder.toString()) ? undefined : await listed(below(Buffer.from(top), folder));
    if (entries === undefined) {
      upper.leftOut.push({ path: shortened(folder.toString()), why: tooDeep });
      continue;
    }
    upper.folders.set(folder.toString(), new Set(entries.map(({ name }) => name.toString())));
    for (const entry of entries) {
      const path = below(folder, entry.name);
      // The contestant's own repository.
      if (path.toString() === '.git') continue;
      if (entry.isDirectory()) waiting.push(path);
      else noteEntry(upper, entry, { path: path.toString(), at: below(Buffer.from(top), path) });
    }
  }
  return upper;
}

type RawEntry = Dirent<Buffer>;

function below(folder: Buffer, name: Buffer): Buffer {
  return folder.length === 0 || name.length === 0
    ? Buffer.concat([folder, name])
    : Buffer.concat([folder, Buffer.from('/'), name]);
}

const mostShown = 200;

function shortened(path: string): string {
  return path.length > mostShown ? `${path.slice(0, mostShown)}…` : path;
}

/** Undefined: no system call takes a path of this length. */
async function listed(folder: Buffer): Promise<readonly RawEntry[] | undefined> {
  try {
    if ((lstatSync(folder).mode & 0o700) !== 0o700) await chmod(folder, 0o700);
    return await readdir(folder, { withFileTypes: true, encoding: 'buffer' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENAMETOOLONG') return undefined;
    throw error;
  }
}

function noteEntry(
  upper: Upper,
  entry: RawEntry,
  { path, at }: { readonly path: string; readonly at: Buffer },
): void {
  const kind = kindOf(entry, at);
  const why = kind !== 'whiteouts' && isReadByGit(path) ? takeUnfitPatterns(at) : undefined;
  if (kind === 'files' && why !== undefined) upper.leftOut.push({ path, why });
  else upper[kind].add(path);
}

function kindOf(entry: RawEntry, at: Buffer): 'files' | 'whiteouts' | 'strange' {
  if (entry.isFile() || entry.isSymbolicLink()) return 'files';
  return entry.isCharacterDevice() && isWhiteout(at) ? 'whiteouts' : 'strange';
}

function isWhiteout(at: Buffer): boolean {
  try {
    return lstatSync(at).rdev === 0;
  } catch {
    return false;
  }
}
