// Tells whether a folder changed while contestants were only meant to read it: a cheap scan before and after. Many files are listed by
// a process of its own, whose two lists mostly are the same bytes.
import { fstatSync, lstatSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { listedEntries } from '../../process/files/file-figures.ts';
import { ownInside } from '../../process/files/read-inside.ts';
import { clockWatch, elapsedMs, sha256 } from '../../process/machine.ts';
import { type Listed, type ListOptions, listFiles } from './folder-list.ts';

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
  /** Once the first scan is over. */
  readonly scanned: Promise<unknown>;
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
  /** All that is not in a repository's own folder, as a process of its own lists it; absent: it is among the entries. */
  readonly listed?: Listed;
  readonly complete: boolean;
  readonly tookMs: number;
}

interface ScanOptions extends ListOptions {
  /** Files that joust itself writes. */
  readonly own: ReadonlySet<string>;
  /** More than this are listed. */
  readonly walkAtMost: number;
}

interface WatchOptions {
  /** joust's open streams, which the shell may have led to a file in there (`> out.md`). */
  readonly outputs?: readonly number[];
  /** To walk a few is quicker than to start a process. */
  readonly walkAtMost?: number;
}

/**
 * Starts at once and does not keep anybody waiting: contestants may start while the first scan runs. What they change
 * before it gets there has a change time after its start and counts as changed. `except` is joust's own folder.
 */
export function watchFolder(
  folder: string,
  except: string,
  { outputs = [1, 2], walkAtMost = 300 }: WatchOptions = {},
): FolderWatch {
  const top = realPath(folder);
  const around = { except: realPath(except), own: new Set(outputs.flatMap(fileBehind)) };
  const [since, isSetBack] = [Date.now(), clockWatch()];
  const before = scan(top, {
    ...around,
    since,
    allowedMs: budgetMs,
    walkAtMost: top === around.except ? all : walkAtMost,
  });
  return {
    scanned: before,
    async finish() {
      const first = await before;
      const allowedMs = budgetMs - first.tookMs;
      const again = {
        ...around,
        allowedMs,
        walkAtMost: first.listed === undefined ? all : 0,
        known: isSetBack() ? undefined : first.listed,
      };
      const second = first.complete ? await scan(top, again) : first;
      try {
        const whole = [first, second].map((one) =>
          first.listed?.sha256 === second.listed?.sha256 ? one : withListed(one, { ...around, since }),
        );
        const [one, other] = whole;
        if (one?.complete !== true || other?.complete !== true) return { verified: false, changed: [] };
        return { verified: true, changed: compare(top, one, other) };
      } finally {
        for (const { listed } of [first, second])
          if (listed !== undefined) rmSync(listed.file, { force: true });
      }
    },
  };
}

const all = Number.POSITIVE_INFINITY;

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

async function scan(top: string, options: ScanOptions): Promise<Scan> {
  const startedAt = elapsedMs();
  const told = ({ end, ...walked }: Walked, listed?: Listed): Scan => ({
    ...walked,
    complete: end === 'all',
    tookMs: elapsedMs() - startedAt,
    listed,
  });
  const walked = options.walkAtMost > 0 ? await walkAll([top], top, options) : undefined;
  if (walked !== undefined && walked.end !== 'many') return told(walked);
  const rest = { ...options, walkAtMost: all };
  const listed = await listFiles(top, options);
  // A find that knows less, or none.
  if (listed === undefined) return told(await walkAll([top], top, rest));
  return told(await walkAll([join(top, '.git')], top, rest), listed);
}

interface Walked extends Pick<Scan, 'entries' | 'late'> {
  readonly end: 'all' | 'many' | 'late';
}

async function walkAll(
  folders: readonly string[],
  top: string,
  { except, own, allowedMs, walkAtMost }: ScanOptions,
): Promise<Walked> {
  const startedAt = elapsedMs();
  const since = Date.now();
  const entries = new Map<string, string>();
  const late = new Set<string>();
  let sliceEnd = startedAt + sliceMs;
  for (const entry of walk(folders, { top, except })) {
    if (own.has(entry.identity)) continue;
    entries.set(entry.name, entry.stamp);
    if (entry.changedAtMs > since) late.add(entry.name);
    if (entries.size > walkAtMost) return { entries, late, end: 'many' };
    if (elapsedMs() < sliceEnd) continue;
    if (elapsedMs() - startedAt > allowedMs) return { entries, late, end: 'late' };
    await nextTurn();
    sliceEnd = elapsedMs() + sliceMs;
  }
  return { entries, late, end: 'all' };
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
function* walk(
  folders: readonly string[],
  { top, except }: { readonly top: string; readonly except: string },
): Generator<Entry> {
  const open = folders.filter((folder) => folder !== except);
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
      name: relative(top, path),
      path,
      isFolder,
      stamp,
      identity: identity(found),
      changedAtMs: found.ctimeMs,
    };
  }
}

/** Incomplete: somebody wrote in the list. */
function withListed(scan: Scan, { own, since }: Pick<ScanOptions, 'own'> & { readonly since: number }): Scan {
  const [entries, late] = [new Map(scan.entries), new Set(scan.late)];
  const list = scan.listed === undefined ? undefined : readFileSync(scan.listed.file);
  if (list === undefined || sha256(list) !== scan.listed?.sha256) return { ...scan, complete: false };
  for (const { name, line, identity, changedAtMs } of listedEntries(list)) {
    if (own.has(identity) || passedOver.test(name)) continue;
    entries.set(name, line);
    if (changedAtMs > since) late.add(name);
  }
  return { ...scan, entries, late };
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
  const read = ownInside(folder, path, hashLimitBytes);
  return 'why' in read ? {} : { sha256: sha256(read.content) };
}
