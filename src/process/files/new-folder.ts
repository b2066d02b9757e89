// A folder that appears whole or not at all: written beside its place, then renamed into it.
import { createHash } from 'node:crypto';
import { mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { JoustError } from '../../domain/joust-error.ts';

export interface NewFolder {
  /** Returns what was written. The path is relative, with `/`. */
  write(
    path: string,
    content: string | Uint8Array,
  ): Promise<{ readonly sha256: string; readonly bytes: number }>;
}

export interface NewFolderOptions {
  readonly path: string;
  /** Readable for nobody else. */
  readonly isPrivate: boolean;
  /** Unguessable, for the name of what is not whole yet. */
  readonly nonce: string;
}

/** Refused where there is something already; an empty folder is taken. False: `fill` gave up, and there is nothing. */
export async function makeFolder(
  { path, isPrivate, nonce }: NewFolderOptions,
  fill: (folder: NewFolder) => Promise<boolean>,
): Promise<boolean> {
  const target = await freePlace(path);
  const beside = join(dirname(target), `.joust-export-${nonce}`);
  try {
    await mkdir(beside, { mode: isPrivate ? 0o700 : 0o777 });
    if (!(await fill({ write: (name, content) => writeFile(join(beside, name), content) }))) return false;
    await rename(beside, target).catch((cause) => {
      throw isTaken(cause) ? occupied(path, cause) : cause;
    });
    return true;
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
}

async function freePlace(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) {
    const above = await stat(dirname(path)).catch(() => undefined);
    if (above?.isDirectory() === true) return path;
    throw new JoustError(`the folder ${dirname(path)} does not exist`, {
      code: 'usage',
      hint: 'Make it first, or name another place.',
    });
  }
  if (!found.isDirectory() || (await readdir(path)).length > 0) throw occupied(path);
  const real = await realpath(path);
  if (real !== (await realpath('.'))) return real;
  throw new JoustError('the current folder would be replaced', {
    code: 'usage',
    hint: 'Name a new folder in it: joust export ID ./contest',
  });
}

async function writeFile(
  path: string,
  content: string | Uint8Array,
): Promise<{ readonly sha256: string; readonly bytes: number }> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  await mkdir(dirname(path), { recursive: true });
  await using file = await open(path, 'wx');
  await file.writeFile(bytes);
  await file.sync();
  return { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length };
}

function isTaken(cause: unknown): boolean {
  const { code } = cause as NodeJS.ErrnoException;
  return code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'ENOTDIR';
}

function occupied(path: string, cause?: unknown): JoustError {
  return new JoustError(`${path} is there already and is not an empty folder`, {
    code: 'usage',
    hint: 'Name a new or an empty folder; nothing was written.',
    cause,
  });
}
