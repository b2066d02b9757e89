// The tree an upper layer comes to, made of the base's listing and of what was changed: it costs what was changed, where git would
// read and write an index of all files three times.
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { failpoint } from '../../process/machine.ts';
import { entryLimits, sortOut } from '../base/stage-tree.ts';
import { diffAtHand } from '../base/tree-change.ts';
import { atHandIn, fileAt, sealedAs } from '../checkout/checkout.ts';
import { putObject, type Store } from '../checkout/store.ts';
import type { SealedWork } from '../workspace.ts';
import { folderMode, type ListedTree } from './listed-tree.ts';

interface UpperToSeal {
  /** The base's tree, its listing, and where its files lie. */
  readonly base: string;
  readonly listed: ListedTree;
  readonly before: string;
  readonly upper: string;
  /** Changed and new files; and those that are not there any more. */
  readonly paths: readonly string[];
  readonly gone: readonly string[];
}

/** Undefined: git has to be asked what it makes of it. */
export async function sealUpper(store: Store, sealing: UpperToSeal): Promise<SealedWork | undefined> {
  const { base, listed, before, upper, paths } = sealing;
  if (paths.length > mostFiles || !listed.isText || !takesAsTheyAre(store)) return undefined;
  const { take, gone, leftOut } = await sortOut(upper, paths, entryLimits);
  if (![...take, ...gone].every((path) => isPlainName(path))) return undefined;
  const changes = new Map<string, Leaf | undefined>(
    [...sealing.gone, ...gone].map((path) => [path, undefined]),
  );
  const objects = join(store.gitDir, 'objects');
  let left = mostBytes;
  for (const path of take) {
    const content = fileAt(upper, path);
    left -= content?.length ?? left;
    if (content === undefined || left < 0) return undefined;
    changes.set(path, { mode: modeOf(join(upper, path)), oid: putObject(store, objects, { content }) });
  }
  const tree =
    changes.size === 0
      ? base
      : (treeWith('', changes, { store, listed, objects }) ?? emptyTree(store, objects));
  failpoint('tree staged');
  const diff = await diffAtHand(store, { before: base, after: tree }, atHandIn({ before, after: upper }));
  return sealedAs(diff, { base, tree, leftOut });
}

/** git packs larger changes in a process of its own. */
const [mostFiles, mostBytes] = [2_000, 4_000_000];

/** Settings by which git takes modes, links and names otherwise than they lie there. */
function takesAsTheyAre({ repository: { settings } }: Store): boolean {
  const isTrue = (value: string | undefined, usual: string) => /^(?:true|yes|on|1)$/i.test(value ?? usual);
  return (
    isTrue(settings['core.filemode'], 'true') &&
    isTrue(settings['core.symlinks'], 'true') &&
    !isTrue(settings['core.ignorecase'], 'false')
  );
}

/** None that git might refuse, as one that could be taken for its own on some system. */
function isPlainName(path: string): boolean {
  return (
    /^[\w+@=,%#!&()[\]{}' ./-]+$/.test(path) &&
    !/(?:^|\/)(?:[.]git|[.]{1,2}(?:\/|$))|\/\/|[. ](?:\/|$)/i.test(path)
  );
}

interface Leaf {
  readonly mode: string;
  readonly oid: string;
}

function modeOf(path: string): string {
  const found = lstatSync(path);
  if (found.isSymbolicLink()) return '120000';
  return (found.mode & 0o100) === 0 ? '100644' : '100755';
}

interface Building {
  readonly store: Store;
  readonly listed: ListedTree;
  readonly objects: string;
}

type Changes = ReadonlyMap<string, Leaf | undefined>;

/** Its name; undefined: nothing is left in it. */
function treeWith(folder: string, changes: Changes, building: Building): string | undefined {
  const own = new Map<string, Leaf>();
  for (const { path, mode, oid } of building.listed.in(folder)) own.set(nameOf(path), { mode, oid });
  const { here, inside } = parted(folder, changes);
  for (const [name, leaf] of here) if (leaf === undefined) own.delete(name);
  for (const [name, some] of inside) {
    const oid = treeWith(folder === '' ? name : `${folder}/${name}`, some, building);
    if (oid !== undefined) own.set(name, { mode: folderMode, oid });
    else if (own.get(name)?.mode === folderMode) own.delete(name);
  }
  for (const [name, leaf] of here) if (leaf !== undefined) own.set(name, leaf);
  return own.size === 0 ? undefined : putTree(own, building);
}

/** Right in a folder, by name; and in folders in it. */
function parted(
  folder: string,
  changes: Changes,
): { readonly here: Changes; readonly inside: ReadonlyMap<string, Changes> } {
  const here = new Map<string, Leaf | undefined>();
  const inside = new Map<string, Map<string, Leaf | undefined>>();
  const start = folder === '' ? 0 : folder.length + 1;
  for (const [path, leaf] of changes) {
    const end = path.indexOf('/', start);
    if (end < 0) here.set(path.slice(start), leaf);
    else {
      const name = path.slice(start, end);
      inside.set(name, (inside.get(name) ?? new Map()).set(path, leaf));
    }
  }
  return { here, inside };
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Sorted as if the names of folders ended with a slash. */
function putTree(
  own: ReadonlyMap<string, Leaf>,
  { store, objects }: Pick<Building, 'store' | 'objects'>,
): string {
  const key = ([name, { mode }]: readonly [string, Leaf]) =>
    Buffer.from(mode === folderMode ? `${name}/` : name);
  const sorted = [...own].toSorted((one, other) => Buffer.compare(key(one), key(other)));
  const content = sorted.flatMap(([name, { mode, oid }]) => [
    Buffer.from(`${mode.replace(/^0/, '')} ${name}\0`),
    Buffer.from(oid, 'hex'),
  ]);
  return putObject(store, objects, { content: Buffer.concat(content), type: 'tree' });
}

function emptyTree(store: Store, objects: string): string {
  return putObject(store, objects, { content: Buffer.alloc(0), type: 'tree' });
}
