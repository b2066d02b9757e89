// An index with files laid over it, without a git for each: what git would write, but for what it keeps in it to be quick.
import { createHash } from 'node:crypto';

export interface LaidEntry {
  readonly path: string;
  /** Absent: it is taken away. */
  readonly file?: { readonly mode: string; readonly oid: string };
}

/** Times, device, inode, mode, owner and size stand before the name of the object. */
const [headBytes, modeAt, statBytes, oidBytes] = [12, 24, 40, 20];
const nameAt = statBytes + oidBytes + 2;

/** An index that others are made of. */
export interface ReadIndex {
  readonly content: Buffer;
  readonly entries: IndexEntries;
}

/** Undefined: it is written in a way this does not know. */
export function readIndex(content: Buffer): ReadIndex | undefined {
  const entries = entriesIn(content);
  return entries && { content, entries };
}

/** In parts, one behind the other: most of them are those of the index it is made of. */
export function laidIndex(
  { content: index, entries }: ReadIndex,
  laid: readonly LaidEntry[],
): readonly Buffer[] {
  const { starts } = entries;
  const { gone, added } = placed(entries, laid);
  const parts: Buffer[] = [];
  let done = 0;
  const keepTo = (at: number) => {
    if (at > done) parts.push(index.subarray(starts[done], starts[at]));
    done = at;
  };
  for (const at of [...new Set([...gone, ...added.keys()])].toSorted((one, other) => one - other)) {
    keepTo(at);
    for (const entry of added.get(at) ?? []) parts.push(entry);
    if (gone.has(at)) done = at + 1;
  }
  keepTo(starts.length - 1);
  const head = Buffer.from(index.subarray(0, headBytes));
  const inserted = [...added.values()].reduce((sum, some) => sum + some.length, 0);
  head.writeUInt32BE(starts.length - 1 - gone.size + inserted, 8);
  const hash = createHash('sha1');
  for (const part of [head, ...parts]) hash.update(part);
  return [head, ...parts, hash.digest()];
}

interface Placed {
  /** Entries of the index that fall away. */
  readonly gone: ReadonlySet<number>;
  /** New entries, by the entry of the index that they come before. */
  readonly added: ReadonlyMap<number, readonly Buffer[]>;
}

function placed({ from, isAt }: IndexEntries, laid: readonly LaidEntry[]): Placed {
  const [gone, added, looked] = [new Set<number>(), new Map<number, Buffer[]>(), new Set<string>()];
  const take = (path: string) => {
    const at = from(path);
    if (isAt(at, path)) gone.add(at);
  };
  for (const { path, file } of inOrder(laid)) {
    take(path);
    if (file === undefined) continue;
    // A file replaces a folder of its name, and every file that has the name of one of its folders.
    for (let at = from(`${path}/`), end = from(`${path}0`); at < end; at += 1) gone.add(at);
    for (const folder of foldersAbove(path)) {
      if (looked.has(folder)) break;
      looked.add(folder);
      take(folder);
    }
    const at = from(path);
    const before = added.get(at);
    if (before === undefined) added.set(at, [entryOf(path, file)]);
    else before.push(entryOf(path, file));
  }
  return { gone, added };
}

/** The deepest first. */
function* foldersAbove(path: string): Generator<string> {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
    yield path.slice(0, end);
}

interface IndexEntries {
  /** Where each begins, and where the last one ends. */
  readonly starts: Uint32Array;
  /** Which one is the first that is not before this path. */
  from(path: string): number;
  isAt(at: number, path: string): boolean;
}

function entriesIn(index: Buffer): IndexEntries | undefined {
  const starts = startsIn(index);
  if (starts === undefined) return undefined;
  const count = starts.length - 1;
  const compare = (at: number, wanted: Buffer) => {
    const start = starts[at] ?? 0;
    return index.compare(wanted, 0, wanted.length, start + nameAt, start + nameAt + nameBytes(index, start));
  };
  const from = (path: string) => {
    const wanted = Buffer.from(path);
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(middle, wanted) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return { starts, from, isAt: (at, path) => at < count && compare(at, Buffer.from(path)) === 0 };
}

/** Only as git writes it unless it is asked for something else: whole, with no stage of an unfinished merge and no flags of its own. */
function startsIn(index: Buffer): Uint32Array | undefined {
  if (index.toString('latin1', 0, 4) !== 'DIRC' || index.readUInt32BE(4) !== 2) return undefined;
  const count = index.readUInt32BE(8);
  const starts = new Uint32Array(count + 1);
  let start = headBytes;
  for (let at = 0; at < count; at += 1) {
    const length = nameBytes(index, start);
    // Longer ones are not counted.
    if ((index.readUInt16BE(start + nameAt - 2) & 0x7000) !== 0 || length === 0xfff) return undefined;
    starts[at] = start;
    start += (nameAt + length + 8) & ~7;
  }
  starts[count] = start;
  // What is written small behind the entries has to be understood: a part that lies elsewhere, folders in the place of their files.
  for (let at = start; at + oidBytes < index.length; at += 8 + index.readUInt32BE(at + 4))
    if (/[a-z]/.test(index.toString('latin1', at, at + 1))) return undefined;
  return starts;
}

function nameBytes(index: Buffer, start: number): number {
  return index.readUInt16BE(start + nameAt - 2) & 0xfff;
}

export interface IndexFacts {
  /** As submodules are. */
  readonly linksCommits: boolean;
  /** Of all that is in it, where git has kept it since nothing was changed; undefined: git has to make it. */
  readonly tree: KeptTree | undefined;
  readonly hasAttributes: boolean;
  /** Those that git is told to take for unchanged. */
  readonly hidden: readonly string[];
  /** As the files were when git looked at them; undefined: of some it does not know. */
  readonly size: { readonly files: number; readonly bytes: number } | undefined;
}

interface KeptTree {
  readonly oid: string;
  /** All below the top. */
  readonly folders: readonly string[];
}

/** Undefined: it is empty, or written in a way this does not know. */
export function indexFacts(index: Buffer): IndexFacts | undefined {
  const starts = startsIn(index);
  if (starts === undefined || starts.length === 1) return undefined;
  return {
    linksCommits: starts.subarray(0, -1).some((start) => index.readUInt32BE(start + modeAt) === 0o160000),
    tree: keptTree(index, starts.at(-1) ?? index.length),
    hasAttributes: index.includes('.gitattributes'),
    hidden: hiddenIn(index, starts.subarray(0, -1)),
    size: sizeIn(index, starts.subarray(0, -1)),
  };
}

const assumedUnchanged = 0x8000;

function hiddenIn(index: Buffer, starts: Uint32Array): readonly string[] {
  const names: string[] = [];
  for (const start of starts)
    if ((index.readUInt16BE(start + nameAt - 2) & assumedUnchanged) !== 0)
      names.push(index.toString('utf8', start + nameAt, start + nameAt + nameBytes(index, start)));
  return names;
}

const emptyBlob = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';
const sizeAt = 36;

/** git writes 0 where it has to look at the content again. */
function sizeIn(index: Buffer, starts: Uint32Array): IndexFacts['size'] {
  let bytes = 0;
  for (const start of starts) {
    const size = index.readUInt32BE(start + sizeAt);
    if (size === 0 && index.toString('hex', start + statBytes, start + statBytes + oidBytes) !== emptyBlob)
      return undefined;
    bytes += size;
  }
  return { files: starts.length, bytes };
}

function keptTree(index: Buffer, after: number): KeptTree | undefined {
  for (let at = after; at + oidBytes < index.length; at += 8 + index.readUInt32BE(at + 4))
    if (index.toString('latin1', at, at + 4) === 'TREE')
      return treeOf(index.subarray(at + 8, at + 8 + index.readUInt32BE(at + 4)));
  return undefined;
}

/** Of every folder, the top first: its name, how many files it holds (-1: its tree is to be made anew), how many folders, its tree. */
function treeOf(kept: Buffer): KeptTree | undefined {
  const folders: string[] = [];
  /** Those in which some are still to come. */
  const open: { readonly path: string; left: number }[] = [];
  let top: string | undefined;
  for (let at = 0; at < kept.length; ) {
    const [cut, end] = [kept.indexOf(0, at), kept.indexOf(10, at)];
    const [, within] = /^\d+ (\d+)$/.exec(kept.toString('latin1', cut + 1, end)) ?? [];
    if (within === undefined || end + oidBytes >= kept.length + 1) return undefined;
    while (open.at(-1)?.left === 0) open.pop();
    const around = open.at(-1);
    const name = kept.toString('utf8', at, cut);
    const path = around === undefined || around.path === '' ? name : `${around.path}/${name}`;
    if (around === undefined) top ??= kept.toString('hex', end + 1, end + 1 + oidBytes);
    else {
      around.left -= 1;
      folders.push(path);
    }
    open.push({ path, left: Number(within) });
    at = end + 1 + oidBytes;
  }
  return top === undefined ? undefined : { oid: top, folders };
}

/** git knows nothing of the file on disk yet, and looks. */
function entryOf(path: string, { mode, oid }: NonNullable<LaidEntry['file']>): Buffer {
  const name = Buffer.from(path);
  const entry = Buffer.alloc((nameAt + name.length + 8) & ~7);
  entry.writeUInt32BE(Number.parseInt(mode, 8), modeAt);
  entry.write(oid, statBytes, 'hex');
  entry.writeUInt16BE(Math.min(name.length, 0xfff), nameAt - 2);
  name.copy(entry, nameAt);
  return entry;
}

/** By the bytes of their paths, as git sorts them. */
function inOrder(laid: readonly LaidEntry[]): readonly LaidEntry[] {
  const named = laid.map((entry) => ({ entry, name: Buffer.from(entry.path) }));
  return named.toSorted((one, other) => Buffer.compare(one.name, other.name)).map(({ entry }) => entry);
}
