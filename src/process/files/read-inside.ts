// Reads what lies where others can write: regular files only, none that a link of either kind leads out to, never more than is wanted, and never
// waiting for anybody (a pipe, a device). Everything a contestant can write is read through here.
import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import { join, sep } from 'node:path';

/** Why there is nothing to read, as the end of a sentence about the file. */
export interface Unread {
  readonly why: string;
  /** There is nothing of that name. */
  readonly absent?: true;
}

export interface OpenFile extends Disposable {
  readonly file: number;
  readonly stat: Stats;
}

/** Most that is read of what a contestant printed, whatever became of the limit that it was to be kept to. */
export const maxStreamBytes = 1024 ** 3;

/** As the system tells it: to ask for each folder on the way from here takes ten times as long. */
const realPath = realpathSync.native;

const readOnly = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Its text; undefined: not there, not a plain file of the folder, or longer than `maxBytes`. */
export function readInside(folder: string, path: string, maxBytes: number): string | undefined {
  const read = bytesInside(folder, path, maxBytes);
  return 'why' in read ? undefined : read.content.toString('utf8');
}

export function bytesInside(
  folder: string,
  path: string,
  maxBytes: number,
): { readonly content: Buffer; readonly stat: Stats } | Unread {
  return wholeOf(openInside(folder, path), maxBytes);
}

/** The same, and no link on the way to it either: what lies elsewhere in the folder has a path of its own. */
export function plainInside(folder: string, path: string, maxBytes: number): ReturnType<typeof bytesInside> {
  return wholeOf(openInside(folder, path, { mayLink: false }), maxBytes);
}

/** A file of the user's own folders, which may have other names elsewhere: copies of whole trees are made that way. */
export function ownInside(folder: string, path: string, maxBytes: number): ReturnType<typeof bytesInside> {
  return wholeOf(openInside(folder, path, { mayShare: true }), maxBytes);
}

export function wholeOf(opened: OpenFile | Unread, maxBytes: number): ReturnType<typeof bytesInside> {
  if ('why' in opened) return opened;
  using source = opened;
  const content = source.stat.size > maxBytes ? undefined : bytesOf(source.file, maxBytes);
  if (content === undefined) return { why: `it is longer than ${maxBytes} bytes` };
  return { content, stat: source.stat };
}

interface InsideRules {
  /** Symbolic links are followed as far as they stay in the folder. */
  readonly mayLink?: boolean;
  /** It may have other names (hard links), wherever. */
  readonly mayShare?: boolean;
}

/** For what is read in pieces. */
export function openInside(
  folder: string,
  path: string,
  { mayLink = true, mayShare = false }: InsideRules = {},
): OpenFile | Unread {
  try {
    const top = realPath(folder);
    const real = realIn(top, path);
    if (!real.startsWith(top + sep)) return { why: 'it is a link that leads out of its folder' };
    if (!mayLink && real !== join(top, path)) return { why: 'it is a link' };
    const opened = openPlain(real);
    if ('why' in opened || mayShare || opened.stat.nlink < 2) return opened;
    closeSync(opened.file);
    return { why: isHardLink };
  } catch (error) {
    return unread(error);
  }
}

/** Who gives a file from elsewhere a name in here would have it read along. */
export const isHardLink = 'it is a hard link, another name of a file that may lie elsewhere';

const mostLooked = 200_000;

/** Tells whether a file has more names than the folder holds; hard links within it are harmless. One walk answers for all files. */
export function outsideNames(folder: string): (file: Stats) => boolean {
  let names: ReadonlyMap<number, number> | undefined;
  return ({ nlink, ino }) => {
    if (nlink < 2) return false;
    names ??= sharedIn(folder);
    return (names.get(ino) ?? 0) < nlink;
  };
}

/** How many names each file has there that has several anywhere. */
function sharedIn(folder: string): ReadonlyMap<number, number> {
  const names = new Map<number, number>();
  const { dev } = lstatSync(folder);
  const waiting = [folder];
  let looked = 0;
  for (let next = waiting.pop(); next !== undefined && looked < mostLooked; next = waiting.pop())
    for (const entry of entriesIn(next)) {
      looked += 1;
      if (entry.isDirectory()) waiting.push(join(next, entry.name));
      const found = entry.isFile() ? lstatSync(join(next, entry.name), { throwIfNoEntry: false }) : undefined;
      if (found !== undefined && found.nlink > 1 && found.dev === dev)
        names.set(found.ino, (names.get(found.ino) ?? 0) + 1);
    }
  return names;
}

function entriesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Where it leads. What stands right in a real folder and is no link leads nowhere else, which most are. */
function realIn(top: string, path: string): string {
  const there = join(top, path);
  const isDirect = !path.includes(sep) && path !== '..' && path !== '.';
  return isDirect && lstatSync(there, { throwIfNoEntry: false })?.isFile() === true ? there : realPath(there);
}

/** A file wherever it is, for those whose place is not a contestant's but may be touched by one: links are followed. */
export function readPlain(path: string, maxBytes: number): string | undefined {
  try {
    const opened = openPlain(realPath(path));
    if ('why' in opened) return undefined;
    using source = opened;
    return bytesOf(source.file, maxBytes)?.toString('utf8');
  } catch {
    return undefined;
  }
}

/** No more than its beginning. */
export function startOfPlain(path: string, bytes: number): string | undefined {
  try {
    const opened = openPlain(realPath(path));
    if ('why' in opened) return undefined;
    using source = opened;
    const start = Buffer.alloc(bytes);
    return start.toString('utf8', 0, readSync(source.file, start, 0, bytes, 0));
  } catch {
    return undefined;
  }
}

/** A path without links in it. What was put in its place while it was opened is noticed: it is another file then. */
function openPlain(real: string): OpenFile | Unread {
  const seen = lstatSync(real);
  // Merely opening a device may do something.
  if (!seen.isFile()) return { why: 'it is not a file' };
  const file = openSync(real, readOnly);
  const stat = fstatSync(file);
  if (stat.isFile() && (pathOf(file) === real || isStillAt(real, stat)))
    return { file, stat, [Symbol.dispose]: () => closeSync(file) };
  closeSync(file);
  return { why: 'it was exchanged while it was read' };
}

/** Where an open file lies, as Linux tells it, whichever way it was opened; undefined: nobody tells. */
function pathOf(file: number): string | undefined {
  try {
    return process.platform === 'linux' ? readlinkSync(`/proc/self/fd/${file}`) : undefined;
  } catch {
    return undefined;
  }
}

function isStillAt(real: string, { ino, dev }: Stats): boolean {
  if (realPath(real) !== real) return false;
  const again = lstatSync(real);
  return again.ino === ino && again.dev === dev;
}

function unread(error: unknown): Unread {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return { why: 'it is not there', absent: true };
  return { why: code === 'ELOOP' ? 'it is a link that leads nowhere' : 'it cannot be read' };
}

const pieceBytes = 64 * 1024;

/** It may grow meanwhile; undefined once it is too long. */
function bytesOf(file: number, maxBytes: number): Buffer | undefined {
  const pieces: Buffer[] = [];
  for (let total = 0; total <= maxBytes; ) {
    const piece = Buffer.allocUnsafe(Math.min(pieceBytes, maxBytes - total + 1));
    const bytes = readSync(file, piece);
    if (bytes === 0) return Buffer.concat(pieces);
    pieces.push(piece.subarray(0, bytes));
    total += bytes;
  }
  return undefined;
}
