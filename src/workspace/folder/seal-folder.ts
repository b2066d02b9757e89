// What was left in a plain folder, as files: those that were not given, or not so. What is no file of it is left out by name.
import { type Dirent, lstatSync, readdirSync, readlinkSync, realpathSync, type Stats } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { FileMode } from '../../domain/change.ts';
import { byteCount, thousands } from '../../domain/figures.ts';
import { isHardLink, outsideNames } from '../../process/files/read-inside.ts';
import { givingWay } from '../../process/give-way.ts';
import { sha256 } from '../../process/machine.ts';
import { readTreeFile } from '../apply/tree-files.ts';
import { isTooDeep, type LeftOut, stageLimits, tooDeep } from '../base/stage-tree.ts';
import { countLines, type TreeFileChange } from '../base/tree-change.ts';
import { madeByTools } from '../checkout/store.ts';
import type { SealedWork } from '../workspace.ts';

export interface FolderPlan {
  /** The folder to make; its name tells nothing. */
  readonly root: string;
  readonly given: readonly GivenFile[];
  /** Given files, or folders of them, that are there to be read: who changes one of them is told on. */
  readonly readOnly: readonly string[];
  /** Made with it, empty. */
  readonly folders?: readonly string[];
  /** Has to be there in the end, each a file that is not empty. */
  readonly required: readonly string[];
  /** Absent: 20,000. */
  readonly mostFiles?: number;
}

/** A real copy is made of it, never a link: an edit must not reach the original. */
export interface GivenFile {
  readonly path: string;
  readonly mode: Exclude<FileMode, '120000'>;
  readonly sha256: string;
  content(): Promise<Uint8Array>;
}

interface LeftFile {
  readonly path: string;
  readonly mode: FileMode;
  readonly sha256: string;
  readonly content: Buffer;
}

/** Nobody hands them in, and an agent's own repository is its own. */
const passedOver = new Set(['.git', ...madeByTools.map((pattern) => pattern.replace(/\/$/, ''))]);
/** Made from what is handed in; whoever means one names a file of it as required. */
const buildFolders = new Set([
  'dist',
  'build',
  'target',
  '.next',
  '.nuxt',
  '.turbo',
  '.parcel-cache',
  '.cache',
]);
/** Of a name that not every system can write, or that shows as another. */
const unwritable = /[\uFFFD\p{Cc}\p{Cf}\\]/u;

/** Without a tree: it is not there any more. */
export async function sealFolder(tree: string | undefined, plan: FolderPlan): Promise<SealedWork> {
  const { given, readOnly, required } = plan;
  const leftOut: LeftOut[] = [];
  const files = tree === undefined ? [] : await filesIn(tree, plan, leftOut);
  if (tree === undefined) leftOut.push({ path: '.', why: 'its folder is not there any more' });
  const found = new Map(files.map((file) => [file.path, file]));
  const unlike = given.filter((file) => !isSame(found.get(file.path), file));
  const changed = new Map(unlike.map((file) => [file.path, file]));
  const known = new Set(given.map(({ path }) => path));
  const added = files.filter(({ path }) => !known.has(path));
  const slipped = new Set(added.map(({ path }) => path).filter((path) => isBelow(path, readOnly)));
  const changes = [
    ...added.filter(({ path }) => !slipped.has(path)).map((file) => changeOf(undefined, file)),
    ...[...changed.values()]
      .filter(({ path }) => !isBelow(path, readOnly) && (found.has(path) || !isNamed(path, leftOut)))
      .map((file) => changeOf(file, found.get(file.path))),
  ];
  return {
    kind: 'folder',
    base: hashOf(given),
    tree: hashOf(files),
    change: (await Promise.all(changes)).toSorted((one, other) => (one.path < other.path ? -1 : 1)),
    leftOut,
    missing: required.filter((path) => !isOutput(found.get(path))),
    altered: [...unlike.map(({ path }) => path).filter((path) => isBelow(path, readOnly)), ...slipped],
  };
}

async function filesIn(tree: string, plan: FolderPlan, leftOut: LeftOut[]): Promise<readonly LeftFile[]> {
  const { given, required, mostFiles = 20_000 } = plan;
  const wanted = new Set([...given.map(({ path }) => path), ...required]);
  const isWanted = (folder: string) => [...wanted].some((one) => one.startsWith(`${folder}/`));
  const giveWay = givingWay();
  const paths: string[] = [];
  for (const path of pathsIn(tree, isWanted)) {
    await giveWay();
    paths.push(path);
  }
  const files: LeftFile[] = [];
  let left = stageLimits.totalBytes;
  const isOutside = outsideNames(tree);
  // What is given and required comes first: no limit may drop it.
  const inTurn = [...paths.filter((path) => wanted.has(path)), ...paths.filter((path) => !wanted.has(path))];
  for (const [at, path] of inTurn.entries()) {
    await giveWay();
    if (files.length === mostFiles) {
      const more = inTurn.length - at - 1;
      const why = `there are more than ${thousands(mostFiles)} files`;
      leftOut.push({ path, why: more === 0 ? why : `${why}, and so are ${thousands(more)} more` });
      break;
    }
    const file = fileAt(tree, path, { left, isOutside });
    if ('why' in file) leftOut.push({ path, why: file.why });
    else {
      left -= file.content.length;
      files.push(file);
    }
  }
  return files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** All that is no folder, and build folders, in order; no link is followed. */
function* pathsIn(tree: string, isWanted: (folder: string) => boolean, folder = ''): Generator<string> {
  for (const entry of entriesOf(join(tree, folder))) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    const isNeeded = entry.isDirectory() && isWanted(path);
    if (passedOver.has(entry.name) && !isNeeded) continue;
    if (isNeeded || (entry.isDirectory() && !isShut(entry.name) && !isTooDeep(path)))
      yield* pathsIn(tree, isWanted, path);
    else yield path;
  }
}

/** A folder whose name cannot be read back cannot be gone through either. */
function isShut(name: string): boolean {
  return unwritable.test(name) || buildFolders.has(name);
}

/** In the order of their names; none where it cannot be read. */
export function entriesOf(folder: string): readonly Dirent[] {
  try {
    const found = readdirSync(folder, { withFileTypes: true });
    return found.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  } catch {
    return [];
  }
}

function strangeness(found: Stats, isOutside: (file: Stats) => boolean): string | undefined {
  if (!found.isFile()) return 'it is not a file';
  return isOutside(found) ? isHardLink : undefined;
}

/** Its size is looked at before its content is. */
function fileAt(
  tree: string,
  path: string,
  { left, isOutside }: { readonly left: number; isOutside(file: Stats): boolean },
): LeftFile | { readonly why: string } {
  if (path.includes('\uFFFD')) return { why: 'its name is not UTF-8' };
  if (unwritable.test(path)) return { why: 'its name has characters that not every system can write' };
  const { fileBytes, totalBytes } = stageLimits;
  try {
    const found = lstatSync(join(tree, path));
    if (found.isSymbolicLink() && leadsOut(tree, path))
      return { why: 'it is a link that leads out of the folder' };
    if (found.isDirectory()) return { why: isTooDeep(path) ? tooDeep : 'it is a build folder' };
    const strange = found.isSymbolicLink() ? undefined : strangeness(found, isOutside);
    if (strange !== undefined) return { why: strange };
    if (found.size > fileBytes)
      return { why: `it has ${byteCount(found.size)}, over ${byteCount(fileBytes)}` };
    if (found.size > left) return { why: `all together are over ${byteCount(totalBytes)}` };
    const file = readTreeFile(tree, path);
    if (file.kind !== 'file') return { why: file.kind === 'other' ? file.why : 'it is not a file' };
    return { path, mode: file.mode, content: file.content, sha256: sha256(file.content) };
  } catch {
    return { why: 'it cannot be read' };
  }
}

/** By its words or, through other links, in fact; one that leads nowhere leads nowhere outside. */
function leadsOut(tree: string, path: string): boolean {
  const target = readlinkSync(join(tree, path));
  if (isAbsolute(target) || isOutside(tree, resolve(dirname(join(tree, path)), target))) return true;
  try {
    return isOutside(realpathSync(tree), realpathSync(join(tree, path)));
  } catch {
    return false;
  }
}

function isOutside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way.startsWith('..') || isAbsolute(way);
}

export function isBelow(path: string, places: readonly string[]): boolean {
  return places.some((place) => path === place || path.startsWith(`${place}/`));
}

async function changeOf(given: GivenFile | undefined, file: LeftFile | undefined): Promise<TreeFileChange> {
  const before = given && { mode: given.mode, content: await given.content() };
  const after = file && { mode: file.mode, content: file.content };
  const isText = [before, after].every((side) => side?.content.subarray(0, 8000).includes(0) !== true);
  return {
    path: file?.path ?? given?.path ?? '',
    before,
    after,
    ...(isText && after?.mode !== '120000' && countLines(before?.content, after?.content)),
  };
}

function isSame(file: LeftFile | undefined, { mode, sha256: hash }: GivenFile): boolean {
  return file !== undefined && file.mode === mode && file.sha256 === hash;
}

function isNamed(path: string, leftOut: readonly LeftOut[]): boolean {
  return leftOut.some((one) => one.path === path || one.path === '.');
}

/** What has to be there is a real file with something in it. */
function isOutput(file: LeftFile | undefined): boolean {
  return file !== undefined && file.mode !== '120000' && file.content.length > 0;
}

function hashOf(files: readonly Pick<LeftFile, 'path' | 'mode' | 'sha256'>[]): string {
  const sorted = files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  return sha256(JSON.stringify(sorted.map(({ path, mode, sha256: hash }) => [path, mode, hash])));
}
