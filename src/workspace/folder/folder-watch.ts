// Tells whether a folder changed while contestants were only meant to read it: a cheap scan before and after.
import { fstatSync, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { bytesInside } from '../../process/files/read-inside.ts';
import { sha256 } from '../../process/machine.ts';

export interface FolderChanges {
  /** False: the folder was too large for the time allowed, and nothing can be said. */
  readonly verified: boolean;
  /** Paths relative to the folder, in order. */
  readonly changed: readonly FolderChange[];
}

export interface FolderChange {
  readonly path: string;
  readonly how: 'created' | 'modified' | 'deleted';
  /** sha256 of the content as it is now; absent for what is gone, large or unreadable. */
  readonly sha256?: string;
}

export interface FolderWatch {
  /** Scans again and compares. */
  finish(): Promise<FolderChanges>;
}

/** Both scans together. */
const budgetMs = 2000;
const sliceMs = 8;
const hashLimitBytes = 16 * 1024 * 1024;
/** Git rewrites its index and objects when it is only read; of its folder the rest counts. */
const passedOver = /(?:^|\/)\.git\/(?:.*\/)?(?:objects|logs|index|index\.lock|FETCH_HEAD|gc\.pid)(?:$|\/)/;

interface Scan {
  readonly entries: ReadonlyMap<string, string>;
  /** Entries that had already changed when the scan came to them. */
  readonly late: ReadonlySet<string>;
  readonly complete: boolean;
  readonly tookMs: number;
}

interface ScanOptions {
  readonly except: string;
  /** Files that joust itself writes. */
  readonly own: ReadonlySet<string>;
  readonly allowedMs: number;
}

/**
 * Starts at once and does not keep anybody waiting: contestants may start while the first scan runs. What they change
 * before it gets there has a change time after its start and counts as changed. `except` is joust's own folder; `outputs`
 * are its open streams, which the shell may have led to a file in there (`> out.md`).
 */
export function watchFolder(
  folder: string,
  except: string,
  outputs: readonly number[] = [1, 2],
): FolderWatch {
  const top = realPath(folder);
  const around = { except: realPath(except), own: new Set(outputs.flatMap(fileBehind)) };
  const before = scan(top, { ...around, allowedMs: budgetMs });
  return {
    async finish() {
      const first = await before;
      const second = first.complete
        ? await scan(top, { ...around, allowedMs: budgetMs - first.tookMs })
        : first;
      if (!second.complete) return { verified: false, changed: [] };
      return { verified: true, changed: compare(top, first, second) };
    },
  };
}

/** Paths are compared as the system knows them: a home folder may be a link. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

function fileBehind(stream: number): readonly string[] {
  try {
    const found = fstatSync(stream);
    return found.isFile() ? [identity(found)] : [];
  } catch {
    return [];
  }
}

function identity({ dev, ino }: { readonly dev: number; readonly ino: number }): string {
  return `${dev} ${ino}`;
}

async function scan(folder: string, { except, own, allowedMs }: ScanOptions): Promise<Scan> {
  const startedAt = performance.now();
  const since = Date.now();
  const entries = new Map<string, string>();
  const late = new Set<string>();
  let sliceEnd = startedAt + sliceMs;
  for (const entry of walk(folder, except)) {
    if (own.has(entry.identity)) continue;
    entries.set(entry.name, entry.stamp);
    if (entry.changedAtMs > since) late.add(entry.name);
    if (performance.now() < sliceEnd) continue;
    const tookMs = performance.now() - startedAt;
    if (tookMs > allowedMs) return { entries, late, complete: false, tookMs };
    await nextTurn();
    sliceEnd = performance.now() + sliceMs;
  }
  return { entries, late, complete: true, tookMs: performance.now() - startedAt };
}

interface Entry {
  readonly name: string;
  readonly path: string;
  readonly isFolder: boolean;
  readonly identity: string;
  readonly stamp: string;
  readonly changedAtMs: number;
}

/** Files, links and the like; a folder changes with its entries, which are looked at themselves. */
function* walk(top: string, except: string): Generator<Entry> {
  const open = top === except ? [] : [top];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const entry of entriesOf(folder, top)) {
      if (entry.path === except || passedOver.test(entry.name)) continue;
      if (entry.isFolder) open.push(entry.path);
      else yield entry;
    }
  }
}

function* entriesOf(folder: string, top: string): Generator<Entry> {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return;
  }
  for (const file of names) {
    const path = join(folder, file);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) continue;
    const isFolder = found.isDirectory();
    const stamp = `${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs} ${found.mode}`;
    yield {
      ...{ name: relative(top, path), path, isFolder, stamp },
      identity: identity(found),
      changedAtMs: found.ctimeMs,
    };
  }
}

function compare(folder: string, before: Scan, after: Scan): FolderChange[] {
  const changes: FolderChange[] = [];
  for (const [path, stamp] of after.entries) {
    const known = before.entries.get(path);
    if (known === stamp && !before.late.has(path)) continue;
    changes.push({ path, how: known === undefined ? 'created' : 'modified', ...hashOf(folder, path) });
  }
  for (const path of before.entries.keys())
    if (!after.entries.has(path)) changes.push({ path, how: 'deleted' });
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function hashOf(folder: string, path: string): { sha256?: string } {
  const read = bytesInside(folder, path, hashLimitBytes);
  return 'why' in read ? {} : { sha256: sha256(read.content) };
}
