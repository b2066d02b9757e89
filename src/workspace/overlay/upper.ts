// What lies in the upper layer of an overlay, against what the layers below have: found in the upper layer alone, so that it costs what
// was changed.
import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { git } from '../../process/git/git.ts';
import { randomName } from '../../process/machine.ts';
import {
  joined,
  type LeftOut,
  listedPaths,
  stageLimits,
  stagePaths,
  strangeIn,
  type TreePlace,
} from '../base/stage-tree.ts';
import { mayBeMadeByTools } from '../checkout/store.ts';
import type { Tracked } from './listed-tree.ts';
import { lookAtUpper, type Upper } from './walk-upper.ts';

/** Which of these paths are not in the tree as it is seen in the overlay. */
export type Missing = (paths: readonly string[]) => Promise<ReadonlySet<string>>;

export interface UpperWork {
  /** Changed and new ones. */
  readonly paths: readonly string[];
  /** Not there any more. */
  readonly gone: readonly string[];
  readonly leftOut: readonly LeftOut[];
  /** With an index that knows of what is gone and of patterns; absent: there was nothing to know. */
  readonly staged?: IndexedPlace;
}

type IndexedPlace = TreePlace & { readonly index: string };

interface UpperPlace extends IndexedPlace {
  /** The same with an index of its own, as what is there was made. */
  owned(): Promise<IndexedPlace>;
  readonly patterns?: Patterns;
}

/** What is ignored, before anybody changed that. */
export interface Patterns {
  /** An index of nothing else; there is none where the tree has no patterns. */
  readonly index: string;
  /** Those of the user that stand outside of the tree. */
  readonly excludes: string;
}

export async function workInUpper(
  looked: UpperPlace,
  tracked: Tracked,
  missing: Missing,
): Promise<UpperWork> {
  const upper = await lookAtUpper(looked.workTree);
  const hidden = [...hiddenBy(upper, tracked)];
  const changed = [...upper.files, ...upper.strange].filter((path) => tracked.has(path));
  // Mostly nobody touched a pattern, and what is ignored can be asked meanwhile.
  const isPlain = hidden.length === 0 && !changed.some(isPatterns);
  const [{ lost, marked }, early] = await Promise.all([
    lostIn(upper, tracked, missing),
    isPlain ? othersIn(looked, upper, { tracked, patterns: looked.patterns }) : [],
  ]);
  const gone = new Set([...hidden, ...lost]);
  const isUntouched = isPlain && gone.size === 0;
  const place = isUntouched ? looked : await looked.owned();
  // Before anything else is looked for: patterns in what is gone ignore nothing any more.
  const unfit = await stagePaths(place, [...gone], { ...stageLimits, gone });
  await takeUp(place, changed);
  const others = isUntouched ? early : await othersIn(place, upper, { tracked });
  const strange = await strangeIn(
    place,
    [...upper.strange].map((path) => join(place.workTree, path)),
  );
  const [outermost, unfitPaths] = [new Set(marked), new Set(unfit.map(({ path }) => path))];
  return {
    paths: [...new Set([...changed, ...others])].filter((path) => !isInOneOf(outermost, path)),
    gone: [...gone].filter((path) => !unfitPaths.has(path)),
    leftOut: [...upper.leftOut, ...marked.map((path) => ({ path, why: notFollowed })), ...unfit, ...strange],
    staged: isUntouched ? undefined : place,
  };
}

const notFollowed = 'it has a mark of overlays, by which another file would be shown in its place';

interface Knowing {
  readonly tracked: Tracked;
  /** Absent: the index of the place knows. */
  readonly patterns?: Patterns | undefined;
}

/** Files that are neither tracked nor ignored. */
async function othersIn(
  place: TreePlace,
  upper: Upper,
  { tracked, patterns }: Knowing,
): Promise<readonly string[]> {
  const untracked = [...upper.files].filter((path) => !tracked.has(path));
  if (untracked.length === 0) return [];
  if (patterns !== undefined && ignoresNothing(upper, patterns) && !untracked.some(mayBeMadeByTools))
    return untracked;
  const ask = ['ls-files', '-z', '--others', '--exclude-standard'];
  if (patterns !== undefined) {
    // What is tracked is nothing it knows of, and a repository that somebody made would be one thing, whatever is tracked in it.
    const found = listedPaths(await git({ ...place, index: patterns.index }, ask));
    if (!found.some((path) => path.endsWith('/'))) return found.filter((path) => !tracked.has(path));
  }
  return listedPaths(await git(place, ask));
}

function ignoresNothing({ files, folders }: Upper, { index, excludes }: Patterns): boolean {
  return (
    !existsSync(index) &&
    !/^\s*[^#\s]/m.test(excludes) &&
    ![...files].some(isPatterns) &&
    // A repository of its own is one thing to git.
    ![...folders].some(([folder, names]) => folder !== '' && names.has('.git'))
  );
}

/** Files of patterns are read from the index, where they are not in the upper layer. Once they are, they are files like others. */
async function takeUp(place: TreePlace, changed: readonly string[]): Promise<void> {
  const patterns = changed.filter((path) => isPatterns(path));
  if (patterns.length > 0)
    await git(place, ['update-index', '-z', '--no-skip-worktree', '--stdin'], joined(patterns));
}

export const patternsName = '.gitignore';

export function isPatterns(path: string): boolean {
  return path === patternsName || path.endsWith(`/${patternsName}`);
}

/** Tracked, and something else is there: nothing, a file in the place of a folder, a folder in the place of a file. */
function* hiddenBy({ files, whiteouts, strange, folders }: Upper, tracked: Tracked): Generator<string> {
  for (const path of whiteouts) if (tracked.has(path)) yield path;
  for (const path of [...whiteouts, ...files, ...strange]) yield* tracked.below(path);
  for (const path of folders.keys()) if (tracked.has(path)) yield path;
}

interface Lost {
  readonly lost: readonly string[];
  /** Cannot be looked at, for the kernel refuses a mark that was set from outside; the outermost. */
  readonly marked: readonly string[];
}

/**
 * In a folder that was made anew in the place of another one nothing shines through. It has a mark, which programs of the system do
 * not read; but one path that would shine through tells.
 */
async function lostIn({ files, folders }: Upper, tracked: Tracked, missing: Missing): Promise<Lost> {
  const witnesses = new Map<string, string>();
  for (const [folder, names] of folders) {
    // Nobody makes the top anew.
    const witness = folder === '' ? undefined : witnessOf(folder, names, tracked);
    if (witness !== undefined) witnesses.set(folder, witness);
  }
  if (witnesses.size === 0) return { lost: [], marked: [] };
  const own = [...witnesses.keys(), ...[...files].filter((path) => tracked.has(path))].toSorted();
  const unseen = await missing([...own, ...witnesses.values()]);
  const outermost = new Set<string>();
  for (const path of own) if (unseen.has(path) && !isInOneOf(outermost, path)) outermost.add(path);
  const lost = [...witnesses]
    .filter(([folder, witness]) => unseen.has(witness) && !unseen.has(folder))
    .flatMap(([folder]) => [...tracked.below(folder)].filter((path) => !files.has(path)));
  return { lost, marked: [...outermost] };
}

/** Whether the path, or a folder above it, is one of these. */
function isInOneOf(places: ReadonlySet<string>, path: string): boolean {
  return places.size > 0 && (places.has(path) || above(path).some((folder) => places.has(folder)));
}

function witnessOf(folder: string, names: ReadonlySet<string>, tracked: Tracked): string | undefined {
  const start = folder === '' ? 0 : folder.length + 1;
  for (const path of tracked.below(folder)) {
    const end = path.indexOf('/', start);
    if (!names.has(path.slice(start, end < 0 ? undefined : end))) return path;
  }
  return undefined;
}

/** Takes out of the upper layer whatever is not ignored, so that the layers below are seen again. */
export async function clearUpper(place: TreePlace, knowing: Knowing): Promise<void> {
  const { tracked } = knowing;
  const top = place.workTree;
  const upper = await lookAtUpper(top);
  const own = [...upper.files, ...upper.whiteouts, ...upper.strange].filter(
    (path) => tracked.has(path) || tracked.isFolder(path),
  );
  const inPlace = [...upper.folders.keys()].filter((path) => tracked.has(path));
  for (const path of [...own, ...inPlace]) await rm(join(top, path), { recursive: true, force: true });
  const others: string[] = [];
  for (let left = upper; ; left = await lookAtUpper(top)) {
    const found = await othersIn(place, left, knowing);
    for (const path of found) await rm(join(top, path), { recursive: true, force: true });
    for (const path of found) others.push(path);
    // What they ignored is not ignored any more.
    if (!found.some(isPatterns)) break;
  }
  const emptied = foldersWith(others);
  const deepest = [...upper.folders.keys()].toSorted((one, other) => other.length - one.length);
  for (const folder of deepest)
    if (folder !== '' && (emptied.has(folder) || tracked.isFolder(folder)))
      openFolder(join(top, folder), tracked.isFolder(folder));
}

/** Every folder that has one of these paths somewhere below it. */
function foldersWith(paths: readonly string[]): ReadonlySet<string> {
  const direct = new Set(paths.map((path) => dirname(path.replace(/\/$/, ''))));
  return new Set([...direct].flatMap((folder) => [folder, ...above(folder)]));
}

function above(path: string): readonly string[] {
  const parts = path.replace(/\/$/, '').split('/');
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'));
}

/** What is left in it is ignored, and moves to a folder through which the layers below are seen. */
function openFolder(path: string, isTracked: boolean): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() !== true) return;
  const names = readdirSync(path);
  if (names.length > 0) {
    if (!isTracked) return;
    const beside = join(dirname(path), `.joust-${randomName(12)}`);
    mkdirSync(beside, { mode: found.mode & 0o777 });
    for (const name of names) renameSync(join(path, name), join(beside, name));
    rmdirSync(path);
    renameSync(beside, path);
  } else rmdirSync(path);
}
