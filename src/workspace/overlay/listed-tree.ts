// What a base has, as `git ls-tree -r -t -z` lists it: searched where it stands, so that nothing is read of it that nobody asks for,
// however many files there are.
import { isUtf8 } from 'node:buffer';
import { dirname } from 'node:path';

export interface TreeEntry {
  /** 040000: a folder. */
  readonly mode: string;
  readonly oid: string;
  readonly path: string;
}

/** What is tracked; folders are there by what is in them. */
export interface Tracked {
  has(path: string): boolean;
  /** Files, at any depth. */
  below(folder: string): Iterable<string>;
  isFolder(path: string): boolean;
}

const [tab, slash] = [9, 47];
export const folderMode = '040000';
/** Of what lies in folders that were asked for. */
const mostKept = 50_000;

export class ListedTree implements Tracked {
  /** Every name can be written as text. */
  readonly isText: boolean;
  readonly #lines: Buffer;
  /** That were asked for. Mostly many files lie in few of them, and what lies in none of the tree's is not searched for. */
  readonly #folders = new Map<string, boolean>([['.', true]]);
  /** Every entry of a race is made of the same few. */
  readonly #inside = new Map<string, readonly TreeEntry[]>();
  #kept = 0;

  constructor(lines: Buffer) {
    this.isText = isUtf8(lines);
    this.#lines = lines;
  }

  has(path: string): boolean {
    if (!this.#knows(dirname(path))) return false;
    const found = this.#at(this.#from(path));
    return found?.path === path && found.mode !== folderMode;
  }

  isFolder(path: string): boolean {
    if (path === '') return this.#lines.length > 0;
    return this.#knows(dirname(path)) && this.#at(this.#from(`${path}/`))?.path === path;
  }

  #knows(folder: string): boolean {
    const known = this.#folders.get(folder) ?? this.isFolder(folder);
    this.#folders.set(folder, known);
    return known;
  }

  *below(folder: string): Generator<string> {
    if (!this.isFolder(folder)) return;
    const start = folder === '' ? '' : `${folder}/`;
    for (let at = this.#from(start); ; at = this.#end(at) + 1) {
      const found = this.#at(at);
      if (found === undefined || !`${found.path}/`.startsWith(start)) return;
      if (found.mode !== folderMode) yield found.path;
    }
  }

  /** What lies right in it. */
  in(folder: string): readonly TreeEntry[] {
    const known = this.#inside.get(folder);
    if (known !== undefined) return known;
    const found = [...this.#listed(folder)];
    this.#kept += found.length;
    if (this.#kept <= mostKept) this.#inside.set(folder, found);
    return found;
  }

  *#listed(folder: string): Generator<TreeEntry> {
    const start = folder === '' ? '' : `${folder}/`;
    let at = this.#from(start);
    // The folder itself comes first.
    if (folder !== '' && this.#at(at)?.path === folder) at = this.#end(at) + 1;
    for (let found = this.#at(at); found?.path.startsWith(start) === true; found = this.#at(at)) {
      yield found;
      // '0' comes right after '/'.
      at = found.mode === folderMode ? this.#from(`${found.path}0`) : this.#end(at) + 1;
    }
  }

  /** Files of this name, wherever they lie. */
  *named(name: string): Generator<TreeEntry> {
    const wanted = Buffer.from(`${name}\0`);
    for (let at = this.#lines.indexOf(wanted); at >= 0; at = this.#lines.indexOf(wanted, at + 1)) {
      const before = this.#lines[at - 1];
      if (before !== tab && before !== slash) continue;
      const found = this.#at(this.#lines.lastIndexOf(0, at) + 1);
      if (found !== undefined && found.mode !== folderMode) yield found;
    }
  }

  #end(at: number): number {
    const end = this.#lines.indexOf(0, at);
    return end < 0 ? this.#lines.length : end;
  }

  #at(at: number): TreeEntry | undefined {
    if (at >= this.#lines.length) return undefined;
    const [, mode = '', oid = '', path = ''] =
      /^(\d+) \w+ ([0-9a-f]+)\t([\s\S]+)$/.exec(this.#lines.toString('utf8', at, this.#end(at))) ?? [];
    return { mode, oid, path };
  }

  /** Where the first entry stands that is not before this path; those of folders end with a slash, as git sorts them. */
  #from(path: string): number {
    const wanted = Buffer.from(path);
    let [low, high] = [0, this.#lines.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const at = middle === 0 ? 0 : this.#lines.lastIndexOf(0, middle - 1) + 1;
      const end = this.#end(at);
      if (this.#compare(at, end, wanted) < 0) low = end + 1;
      else high = at;
    }
    return low;
  }

  #compare(at: number, end: number, wanted: Buffer): number {
    const start = this.#lines.indexOf(tab, at) + 1;
    const shared = Math.min(end - start, wanted.length);
    const order = this.#lines.compare(wanted, 0, shared, start, start + shared);
    if (order !== 0) return order;
    const isFolder = this.#lines.toString('latin1', at, at + folderMode.length) === folderMode;
    const length = end - start + (isFolder ? 1 : 0);
    if (isFolder && shared < wanted.length && wanted[shared] !== slash) return slash - (wanted[shared] ?? 0);
    return length - wanted.length;
  }
}

/** With files laid over it; those that are taken away have none. */
export function laidOver(
  base: Tracked,
  overlay: readonly { readonly path: string; readonly file?: unknown }[],
): Tracked {
  if (overlay.length === 0) return base;
  const laid = new Set(overlay.flatMap(({ path, file }) => (file === undefined ? [] : [path])));
  const away = new Set(overlay.map(({ path }) => path));
  const tracked: Tracked = {
    has: (path) => laid.has(path) || (!away.has(path) && base.has(path)),
    *below(folder) {
      const start = folder === '' ? '' : `${folder}/`;
      for (const path of base.below(folder)) if (!away.has(path)) yield path;
      for (const path of laid) if (path.startsWith(start)) yield path;
    },
    isFolder: (path) => tracked.below(path)[Symbol.iterator]().next().done !== true,
  };
  return tracked;
}
