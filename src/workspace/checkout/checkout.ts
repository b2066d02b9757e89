// A private checkout: a working tree with a git directory of its own, in which no rival's work can be seen, and folders for temporary
// files and caches. joust keeps the index it seals with elsewhere.
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { copyFile, mkdir, rename } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import type { Base } from '../../domain/change.ts';
import { copyFolder, turnLinks, turnVenv } from '../../process/files/copy-folder.ts';
import { isStrange, removeFolder, unlockFolders } from '../../process/files/folder.ts';
import { makeInside } from '../../process/files/make-inside.ts';
import { matchPaths } from '../../process/files/match-paths.ts';
import { openInside, readInside, wholeOf } from '../../process/files/read-inside.ts';
import { type GitPlace, git } from '../../process/git/git.ts';
import { failpoint } from '../../process/machine.ts';
import {
  changedPaths,
  entryLimits,
  type LeftOut,
  notAFile,
  stageLimits,
  stageThen,
  strangeIn,
} from '../base/stage-tree.ts';
import { makeEmptyFolders } from '../base/submodules.ts';
import { type AtHand, indexDiff, readDiff, type TreeDiff } from '../base/tree-change.ts';
import { isReadByGit, takeUnfitPatterns } from '../base/unfit-patterns.ts';
import type { SealedWork, Workspace } from '../workspace.ts';
import { forgetAhead, madeAhead, takeAhead } from './ahead.ts';
import { asOnDisk, buildTree, configText, excludeText, type Overlay, putBlobs, type Store } from './store.ts';

export interface CheckoutPlan {
  readonly store: Store;
  /** The folder to make; its name tells nothing. */
  readonly root: string;
  /** What is checked out, what its history shows as the last commit, and where the user stood. */
  readonly base: Pick<Base, 'tree' | 'snapshot' | 'folder' | 'below' | 'submodules'>;
  /** Files laid over the base. */
  overlay(): Promise<readonly Overlay[]>;
  /** Patterns of untracked files and folders that are copied from the user's tree: dependencies. */
  readonly copy: readonly string[];
  /** Unguessable. */
  readonly nonce: string;
  /** Others ran who could write where it lies; unless that is known, they did. */
  readonly distrusted?: boolean;
}

interface Place {
  readonly gitDir: string;
  readonly workTree: string;
  /** What was checked out, with what is needed to see quickly which files changed since. */
  readonly index: string;
}

export function checkoutAt(plan: CheckoutPlan): Workspace {
  const { store, root, base } = plan;
  const tree = join(root, 'tree');
  const folders = { root, tree, tmp: join(root, 'tmp'), cache: join(root, 'cache') };
  const place = { gitDir: store.gitDir, workTree: tree, index: join(store.gitDir, 'seal', basename(root)) };
  const aside = { root, index: place.index, distrusted: plan.distrusted !== false };
  const begin = async () => {
    await clear(root, place);
    for (const folder of [folders.tree, folders.tmp, folders.cache])
      await mkdir(folder, { recursive: true, mode: 0o700 });
  };
  const workspace: Workspace = {
    ...folders,
    folder: join(tree, base.below),
    borrowed: store.objects,
    originals: [base.folder],
    enter: (argv) => argv,
    read: (path, maxBytes) => readInside(tree, path, maxBytes),
    isMade: () => existsSync(join(root, 'whole')) && existsSync(place.index),
    make: async () => {
      if (workspace.isMade()) return;
      const laid = await plan.overlay();
      if (!(await takeAhead(aside))) await begin();
      await checkOut(plan, place, laid);
      await copyAll(plan, place);
      // Only now somebody may work in it.
      writeFileSync(join(root, 'whole'), '');
    },
    makeAhead: () =>
      madeAhead(aside, async () => {
        await begin();
        await checkOut(plan, place, []);
      }),
    restore: () => restore(base, place),
    seal: () => seal(plan, place),
    clear: () => {
      forgetAhead(root);
      return clear(root, place);
    },
  };
  return workspace;
}

/** The base with these files laid over it; what is there of it is not written again. */
async function checkOut(
  { store, base, nonce }: CheckoutPlan,
  place: Place,
  laid: readonly Overlay[],
): Promise<void> {
  const tree = await buildTree(store, { tree: base.tree, overlay: laid, nonce });
  await git(place, ['read-tree', '--reset', '-u', tree]);
  makeEmptyFolders(place.workTree, base);
  const own = join(place.workTree, '.git');
  await makeOwnGit(own, { store, index: place.index, commit: base.snapshot });
  await putBlobs(store, join(own, 'objects'), laid);
  failpoint('checked out');
}

async function copyAll({ root, base, copy, nonce }: CheckoutPlan, place: Place): Promise<void> {
  // Under a new name first: what a killed player's copying still writes goes nowhere.
  const beside = join(root, `copy-${nonce}`);
  for (const pattern of copy) await copyMatches({ from: base.folder, to: place.workTree, beside }, pattern);
}

/** One branch, the base's history, no remote: nothing of anybody else. */
export async function makeOwnGit(
  folder: string,
  { store, index, commit }: { store: Store; index: string | readonly Buffer[]; commit: string },
): Promise<void> {
  // No more folders than it takes: git makes the others when it needs them, and mostly it does not.
  for (const each of ['objects/info', 'refs', 'info']) mkdirSync(join(folder, each), { recursive: true });
  writeFileSync(join(folder, 'HEAD'), 'ref: refs/heads/work\n');
  writeFileSync(join(folder, 'packed-refs'), `${commit} refs/heads/work\n`);
  writeFileSync(join(folder, 'config'), configText(store.repository, false));
  writeFileSync(join(folder, 'info/exclude'), excludeText(store.repository));
  writeFileSync(join(folder, 'info/attributes'), asOnDisk);
  writeFileSync(join(folder, 'objects/info/alternates'), `${store.objects.join('\n')}\n`);
  if (store.repository.shallow !== undefined)
    writeFileSync(join(folder, 'shallow'), store.repository.shallow);
  // Beside others: it is as long as the repository is large.
  if (typeof index === 'string') await copyFile(index, join(folder, 'index'));
  else writeParts(join(folder, 'index'), index);
}

function writeParts(path: string, parts: readonly Buffer[]): void {
  const file = openSync(path, 'w');
  try {
    for (const part of parts) writeFileSync(file, part);
  } finally {
    closeSync(file);
  }
}

async function copyMatches(
  { from, to, beside }: { readonly from: string; readonly to: string; readonly beside: string },
  pattern: string,
): Promise<void> {
  for (const path of matchPaths(from, [pattern])) {
    const target = join(to, path);
    // What is laid over the base stays as it is, also a link that leads nowhere.
    if (path.startsWith('..') || !makeInside(to, dirname(path)) || isThere(target)) continue;
    await copyFolder(join(from, path), beside);
    await rename(beside, target);
    await turnLinks(target, { original: from, copy: to });
    turnVenv(target, { original: from, copy: to });
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Who takes longer may wait for something. */
const restoreMs = 10_000;

/** As it was checked out, but for what is ignored: dependencies and what was built. */
async function restore(base: CheckoutPlan['base'], place: Place): Promise<void> {
  // Who takes its own checkout away has nothing that could pass.
  if (!isFolder(place.workTree)) return;
  const put = async (limited: GitPlace) => {
    await git(limited, ['clean', '-ffdq']);
    await git(limited, ['checkout-index', '--all', '--force', '--quiet']);
    makeEmptyFolders(place.workTree, base);
    // The user may stand where nothing is tracked, which was taken for something left behind.
    makeInside(place.workTree, base.below);
  };
  // A check may have taken rights away, as tests of such cases do, or left what git waits for.
  await put({ ...place, timeoutMs: restoreMs }).catch(async () => {
    await clearTheWay(place);
    await put(place);
  });
}

/** Only joust's own git directory and index are used: what the contestant did to its `.git` does not matter. */
async function seal({ store, root, base }: CheckoutPlan, place: Place): Promise<SealedWork> {
  if (![root, place.workTree].every(isFolder)) return sealedNothing(base);
  const { strange, unfit } = await clearTheWay(place);
  const named = await strangeIn(place, strange);
  const kept = new Set(unfit.filter(({ why }) => why !== notAFile).map(({ path }) => path));
  const paths = (await changedPaths(place)).filter((path) => !kept.has(path));
  const sealed = await sealPaths(store, { base, place, paths, before: base.folder });
  return leavingOut(leavingOut(sealed, unfit), named);
}

/** So that git can look everywhere, and waits nowhere. */
async function clearTheWay({ workTree }: Place) {
  const strange: string[] = [];
  const found = await unlockFolders(workTree, (entry) => {
    if (isStrange(entry)) strange.push(join(entry.parentPath, entry.name));
    return isReadByGit(entry.name);
  });
  const own = join(workTree, '.git/');
  const unfit = found.flatMap((path) => {
    const why = path.startsWith(own) ? undefined : takeUnfitPatterns(path);
    return why === undefined ? [] : [{ path: relative(workTree, path), why }];
  });
  return { strange, unfit };
}

const whole = { kind: 'change', missing: [], altered: [] } as const;

export function sealedNothing(base: Pick<Base, 'tree'>): SealedWork {
  const leftOut = [{ path: '.', why: 'its folder is not there any more' }];
  return { ...whole, base: base.tree, tree: base.tree, change: [], leftOut };
}

interface PathsToSeal {
  readonly base: Pick<Base, 'tree'>;
  readonly place: Place;
  readonly paths: readonly string[];
  /** Where what they were made with may lie on disk as well. */
  readonly before: string;
}

/** What lies between the base and these paths as they are now. */
export async function sealPaths(
  store: Store,
  { base, place, paths, before }: PathsToSeal,
): Promise<SealedWork> {
  const commands = [['write-tree'], indexDiff(base.tree)];
  const { leftOut, said } = await stageThen(place, { paths, limits: entryLimits, commands });
  failpoint('tree staged');
  const [tree = '', out = Buffer.alloc(0)] = said;
  const diff = await readDiff(store, out, atHandIn({ before, after: place.workTree }));
  return sealedAs(diff, { base: base.tree, tree: tree.toString('utf8').trim(), leftOut });
}

export function sealedAs(
  { change, patch }: TreeDiff,
  kept: Pick<SealedWork, 'base' | 'tree' | 'leftOut'>,
): SealedWork {
  return { ...whole, ...kept, change, patch: change.length > 0 ? patch : undefined };
}

/** Contents that lie in these folders. */
export function atHandIn(folders: Readonly<Record<'before' | 'after', string>>): AtHand {
  return (path, side) => fileAt(folders[side], path);
}

/** A file, or where a link leads; read through no link. */
export function fileAt(folder: string, path: string): Uint8Array | undefined {
  // Hard links that do not lead out are files of an entry; others were left out of it.
  const read = wholeOf(openInside(folder, path, { mayLink: false, mayShare: true }), stageLimits.fileBytes);
  if ('content' in read) return read.content;
  try {
    return readlinkSync(join(folder, path), { encoding: 'buffer' });
  } catch {
    return undefined;
  }
}

export function leavingOut(sealed: SealedWork, more: readonly LeftOut[]): SealedWork {
  const named = new Set(sealed.leftOut.map(({ path }) => path));
  return { ...sealed, leftOut: [...sealed.leftOut, ...more.filter(({ path }) => !named.has(path))] };
}

/** A link in its place could lead to what the contestant itself must not read. */
export function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

async function clear(root: string, { index }: Place): Promise<void> {
  for (const path of [index, `${index}.lock`]) rmSync(path, { force: true });
  await removeFolder(root);
}
