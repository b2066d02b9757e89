// Single files of the user's tree, read and replaced whole; never through a symbolic link, never half written.
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { FileMode, FileState } from '../../domain/change.ts';
import { ownInside } from '../../process/files/read-inside.ts';
import { failpoint, sha256 } from '../../process/machine.ts';

export type TreeFile =
  /** `behind`: a file stands where one of its folders would be. */
  | { readonly kind: 'absent'; readonly behind?: string }
  | { readonly kind: 'file'; readonly mode: FileMode; readonly content: Buffer }
  | { readonly kind: 'folder' }
  | { readonly kind: 'other'; readonly why: string };

export function readTreeFile(top: string, path: string): TreeFile {
  const parts = path.split('/');
  for (let depth = 1; depth < parts.length; depth += 1) {
    const folder = parts.slice(0, depth).join('/');
    const found = look(join(top, folder));
    if (found === undefined) return { kind: 'absent' };
    if (found.isSymbolicLink()) return { kind: 'other', why: `its folder ${folder} is a symbolic link` };
    if (!found.isDirectory()) return { kind: 'absent', behind: folder };
  }
  const place = join(top, path);
  const found = look(place);
  if (found === undefined) return { kind: 'absent' };
  if (found.isDirectory()) return { kind: 'folder' };
  if (found.isSymbolicLink())
    return { kind: 'file', mode: '120000', content: readlinkSync(place, { encoding: 'buffer' }) };
  if (!found.isFile()) return { kind: 'other', why: 'it is neither a file nor a link' };
  const read = ownInside(top, path, found.size);
  if ('why' in read) return { kind: 'other', why: read.why };
  return { kind: 'file', mode: (read.stat.mode & 0o100) === 0 ? '100644' : '100755', content: read.content };
}

export function isAt(file: TreeFile, state: FileState | undefined): boolean {
  if (state === undefined) return file.kind === 'absent';
  if (file.kind !== 'file' || file.mode !== state.mode) return false;
  return file.content.length === state.content.bytes && sha256(file.content) === state.content.sha256;
}

/** All that is no folder, below a folder, by paths from the top. */
export function filesBelow(top: string, folder: string): readonly string[] {
  return readdirSync(join(top, folder), { withFileTypes: true }).flatMap((found) => {
    const path = `${folder}/${found.name}`;
    return found.isDirectory() ? filesBelow(top, path) : [path];
  });
}

export interface FileToWrite {
  readonly path: string;
  readonly mode: FileMode;
  readonly content: Uint8Array;
  /** The name it is written under until it is whole; what has that name is taken for a leftover. */
  readonly beside: string;
}

/** Keeps what of the permissions a git mode does not tell. The folders on the way were looked at before. */
export function writeTreeFile(top: string, { path, mode, content, beside }: FileToWrite): void {
  const place = join(top, path);
  const folder = dirname(place);
  mkdirSync(folder, { recursive: true });
  const half = join(folder, beside);
  rmSync(half, { force: true });
  try {
    const before = look(place);
    if (mode === '120000') symlinkSync(Buffer.from(content), half);
    else writeWhole(half, content, permissions(mode, before));
    failpoint('file written beside');
    if (before?.isDirectory() === true) removeEmptyFolders(place);
    renameSync(half, place);
  } finally {
    rmSync(half, { force: true });
  }
  syncFolder(folder);
}

/** With the folders that are empty without it, also where a killed process removed only the file. */
export function removeTreeFile(top: string, path: string): void {
  const { kind } = readTreeFile(top, path);
  if (kind === 'file') unlinkSync(join(top, path));
  else if (kind !== 'absent') return;
  let folder = dirname(path);
  while (folder !== '.' && isRemoved(join(top, folder))) folder = dirname(folder);
  syncFolder(join(top, folder));
}

/** Only an empty folder can be. */
function isRemoved(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

/** Whatever a killed process was writing there. */
export function removeLeftover(top: string, path: string, beside: string): void {
  if (look(join(top, dirname(path)))?.isDirectory() === true)
    rmSync(join(top, dirname(path), beside), { force: true });
}

function writeWhole(path: string, content: Uint8Array, mode: number | { readonly asNew: number }): void {
  const file = openSync(path, 'wx', typeof mode === 'number' ? 0o600 : mode.asNew);
  try {
    writeFileSync(file, content);
    if (typeof mode === 'number') fchmodSync(file, mode);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function permissions(mode: FileMode, before: Stats | undefined): number | { readonly asNew: number } {
  const runs = mode === '100755';
  if (before?.isFile() !== true) return { asNew: runs ? 0o777 : 0o666 };
  const old = before.mode & 0o7777;
  if (((old & 0o100) !== 0) === runs) return old;
  // Whoever may read it may run it, as git has it.
  return runs ? old | ((old & 0o444) >> 2) : old & ~0o111;
}

/** Left by files that are gone; fails where there is anything else. */
function removeEmptyFolders(place: string): void {
  for (const found of readdirSync(place, { withFileTypes: true }))
    if (found.isDirectory()) removeEmptyFolders(join(place, found.name));
  rmdirSync(place);
}

function syncFolder(path: string): void {
  try {
    const folder = openSync(path, 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch {
    // Not every system can; the files themselves are on disk.
  }
}

function look(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw cause;
  }
}
