// Takes a working tree into an index of ours as it is: changed, new and deleted files, without what is ignored.
import { isUtf8 } from 'node:buffer';
import { accessSync, constants, lstatSync, readdirSync, type Stats } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { byteCount, thousands } from '../../domain/figures.ts';
import { isHardLink, outsideNames } from '../../process/files/read-inside.ts';
import { type GitPlace, git, gitInTurn } from '../../process/git/git.ts';
import { givingWay } from '../../process/give-way.ts';

export interface LeftOut {
  readonly path: string;
  readonly why: string;
}

export interface StageLimits {
  readonly fileBytes: number;
  readonly totalBytes: number;
  /** Absent: any number of files. */
  readonly files?: number;
  /** A contestant left it: files that have names elsewhere too are not its own. */
  readonly isEntry?: boolean;
}

/** Most that is kept of a tree. */
export const stageLimits: StageLimits = { fileBytes: 50_000_000, totalBytes: 256_000_000 };

/** An entry has a limit on files too. Forgotten dependencies could otherwise cost minutes for each entry. */
export const entryLimits: StageLimits = { ...stageLimits, files: 100_000, isEntry: true };

interface Sorted {
  readonly take: string[];
  readonly gone: string[];
  readonly leftOut: LeftOut[];
}

export type TreePlace = GitPlace & { readonly workTree: string };

interface StageMore {
  readonly also?: readonly string[];
  readonly except?: readonly string[];
}

export async function stageTree(
  place: TreePlace,
  limits: StageLimits,
  more: StageMore = {},
): Promise<readonly LeftOut[]> {
  return await stagePaths(place, await changedPaths(place, more), limits);
}

/** Changed, new and deleted ones. */
export async function changedPaths(
  place: TreePlace,
  { also = [], except = [] }: StageMore = {},
): Promise<readonly string[]> {
  const listed = await git(place, ['ls-files', '-z', '--modified', '--others', '--exclude-standard']);
  const not = new Set(except);
  return [...new Set([...listedPaths(listed), ...also])].filter((path) => !not.has(path));
}

export function listedPaths(listed: Uint8Array): readonly string[] {
  return [...new Set(Buffer.from(listed).toString('utf8').split('\0'))].filter((path) => path !== '');
}

type PathLimits = StageLimits & { readonly gone?: ReadonlySet<string> };

/** These alone, of which some are known to be gone. */
export async function stagePaths(
  place: TreePlace,
  paths: readonly string[],
  limits: PathLimits,
): Promise<readonly LeftOut[]> {
  return (await stageThen(place, { paths, limits, commands: [] })).leftOut;
}

interface Staging {
  readonly paths: readonly string[];
  readonly limits: PathLimits;
  /** For git, once they are staged. */
  readonly commands: readonly (readonly string[])[];
}

export async function stageThen(
  place: TreePlace,
  { paths, limits, commands }: Staging,
): Promise<{ readonly leftOut: readonly LeftOut[]; readonly said: readonly Buffer[] }> {
  const { take, gone, leftOut } = await sortOut(place.workTree, paths, limits);
  if (gone.length > 0) await git(place, ['update-index', '-z', '--force-remove', '--stdin'], joined(gone));
  if (take.length === 0) return { leftOut, said: await gitInTurn(place, commands) };
  const both = await gitInTurn(place, [intoIndex, ...commands], joined(take)).catch(() => undefined);
  if (both?.[0]?.equals(allTaken(take)) === true) return { leftOut, said: both.slice(1) };
  const refused = both === undefined ? await taken(place, take) : [];
  const passed = await passedOver(place, take, refused);
  return {
    leftOut: [...leftOut, ...refused, ...passed],
    said: both?.slice(1) ?? (await gitInTurn(place, commands)),
  };
}

/** Of what is neither file, folder nor link, which git lists only in the place of a file: those that are not ignored. */
export async function strangeIn(place: TreePlace, found: readonly string[]): Promise<readonly LeftOut[]> {
  const paths = found.map((path) => relative(place.workTree, path)).filter((path) => !/^[.]git\//.test(path));
  if (paths.length === 0) return [];
  // It knows no literal paths, which are none for a path that begins with a dot; and ends with 1 where none is ignored.
  const ask = ['--no-literal-pathspecs', 'check-ignore', '-z', '--stdin'];
  const said = await git(place, ask, joined(paths.map((path) => `./${path}`))).catch(() => '');
  const ignored = new Set(said.toString().split('\0'));
  return paths.filter((path) => !ignored.has(`./${path}`)).map((path) => ({ path, why: notAFile }));
}

/** Sorts these paths, as they are now, into files to stage, deleted files, and files that are left out. */
export async function sortOut(
  top: string,
  paths: readonly string[],
  { gone, ...limits }: PathLimits,
): Promise<Sorted> {
  const sorted: Sorted = { take: [], gone: [], leftOut: [] };
  const [seen, isText, giveWay] = [lookerIn(top, gone ?? new Set()), namesIn(top), givingWay()];
  const beyond: string[] = [];
  let left = limits.totalBytes;
  const isOutside = outsideOf(top, limits);
  for (const path of paths) {
    await giveWay();
    const found = seen(path);
    const why =
      nameProblem(path, isText) ??
      (found && fileProblem(join(top, path), found, { ...limits, left, isOutside }));
    if (why !== undefined) sorted.leftOut.push({ path: path.replace(/\/$/, ''), why });
    if (why !== undefined && why !== notAFile) continue;
    if (found === undefined || why === notAFile || found.isDirectory()) sorted.gone.push(path);
    else if (sorted.take.length === limits.files) beyond.push(path);
    else {
      left -= found.size;
      sorted.take.push(path);
    }
  }
  return { ...sorted, leftOut: [...sorted.leftOut, ...tooMany(sorted.take.length, beyond)] };
}

function outsideOf(top: string, { isEntry = false }: StageLimits): FileLimits['isOutside'] {
  return isEntry ? outsideNames(top) : undefined;
}

function tooMany(most: number, beyond: readonly string[]): readonly LeftOut[] {
  const count = beyond.length === 1 ? '1 file is' : `${thousands(beyond.length)} files are`;
  const why = `there are more than ${thousands(most)} changed files; ${count} left out`;
  return beyond.slice(0, 1).map((path) => ({ path, why }));
}

/** git does not look through symbolic links, and neither does this. */
function lookerIn(top: string, gone: ReadonlySet<string>): (path: string) => Stats | undefined {
  const linked = linkedFolders(top);
  return (path) => (gone.has(path) || linked(dirname(path)) ? undefined : look(join(top, path)));
}

export const notAFile = 'it is not a file';

const notItsName = 'git does not take its name';

const mostFolders = 200;
export const tooDeep = `it is more than ${mostFolders} folders deep`;

/** Work on a path grows with the square of its depth in some places, so the depth has a limit. */
export function isTooDeep(path: string): boolean {
  let folders = 0;
  for (let at = path.indexOf('/'); at >= 0 && folders <= mostFolders; at = path.indexOf('/', at + 1))
    folders += 1;
  return folders > mostFolders;
}

/** git lists a repository in the tree as a folder. Of the names that it passes over these are the common ones. */
function nameProblem(path: string, isText: (path: string) => boolean): string | undefined {
  if (isTooDeep(path)) return tooDeep;
  if (path.endsWith('/')) return 'it is a repository of its own';
  if (/(?:^|\/)(?:[.]git|git~1)[. ]*(?:\/|:|$)/i.test(path)) return notItsName;
  return isText(path) ? undefined : 'its name is not UTF-8';
}

/** U+FFFD stands for what is not UTF-8, and may be in a name: its folder tells, where nothing else in it reads the same. */
function namesIn(top: string): (path: string) => boolean {
  const known = new Map<string, ReadonlyMap<string, boolean>>();
  const isText = (path: string): boolean => {
    if (!path.includes('\uFFFD')) return true;
    const folder = dirname(path);
    const names = known.get(folder) ?? textIn(join(top, folder));
    known.set(folder, names);
    const name = path.slice(path.lastIndexOf('/') + 1);
    return (!name.includes('\uFFFD') || names.get(name) === true) && isText(folder);
  };
  return isText;
}

function textIn(folder: string): ReadonlyMap<string, boolean> {
  const names = new Map<string, boolean>();
  for (const raw of rawNames(folder)) {
    const name = raw.toString('utf8');
    names.set(name, isUtf8(raw) && names.get(name) !== false);
  }
  return names;
}

function rawNames(folder: string): readonly Buffer[] {
  try {
    return readdirSync(folder, { encoding: 'buffer' });
  } catch {
    return [];
  }
}

interface FileLimits extends StageLimits {
  readonly left: number;
  readonly isOutside?: ((file: Stats) => boolean) | undefined;
}

/** A folder where a file was is no problem: what is in it is listed too. */
function fileProblem(
  path: string,
  found: Stats,
  { fileBytes, totalBytes, left, isOutside }: FileLimits,
): string | undefined {
  if (found.isSymbolicLink() || found.isDirectory()) return undefined;
  if (!found.isFile()) return notAFile;
  if (found.size > fileBytes) return `it has ${byteCount(found.size)}, over ${byteCount(fileBytes)}`;
  if (found.size > left) return `all together are over ${byteCount(totalBytes)}`;
  if (isOutside?.(found) === true) return isHardLink;
  try {
    accessSync(path, constants.R_OK);
    return undefined;
  } catch {
    return 'it cannot be read';
  }
}

function look(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Whether a folder is, or is below, a symbolic link. */
function linkedFolders(top: string): (folder: string) => boolean {
  const known = new Map<string, boolean>([['.', false]]);
  const linked = (folder: string): boolean => {
    const found = known.get(folder);
    if (found !== undefined) return found;
    const is = linked(dirname(folder)) || look(join(top, folder))?.isSymbolicLink() === true;
    known.set(folder, is);
    return is;
  };
  return linked;
}

/** It says what it takes, since it passes over names that could be taken for its own on some system and ends with success. */
const intoIndex = ['update-index', '-z', '--add', '--replace', '--verbose', '--stdin'];

/** What it says then. With one of them missing it would be shorter, whatever the names are. */
function allTaken(paths: readonly string[]): Buffer {
  return Buffer.from(paths.map((path) => `add '${path}'\n`).join(''));
}

/** Asked of the index, since a name can look like what git says of two others. */
async function passedOver(
  place: TreePlace,
  paths: readonly string[],
  refused: readonly LeftOut[],
): Promise<readonly LeftOut[]> {
  const unlike = new Set(listedPaths(await git(place, ['ls-files', '-z', '--modified', '--others'])));
  const known = new Set(refused.map(({ path }) => path));
  const passed = paths.filter((path) => unlike.has(path) && !known.has(path));
  return passed.map((path) => ({ path, why: whyPassedOver(join(place.workTree, path)) }));
}

/** Some names git takes for files alone, which it reads itself. */
function whyPassedOver(path: string): string {
  return look(path)?.isSymbolicLink() === true ? 'git does not take a link of that name' : notItsName;
}

/** Refused names that git is asked about one by one. */
const mostRefused = 20;

/** Stages every path that git accepts, and returns those it refuses (a name that could be taken for its own). */
async function taken(place: TreePlace, paths: readonly string[]): Promise<readonly LeftOut[]> {
  const refused: LeftOut[] = [];
  const waiting = [paths];
  for (let some = waiting.pop(); some !== undefined; some = waiting.pop()) {
    const [first = ''] = some;
    if (refused.length === mostRefused) {
      const rest = [some, ...waiting].reduce((sum, { length }) => sum + length, 0);
      refused.push({ path: first, why: `git refuses many names; ${thousands(rest)} files are left out` });
      break;
    }
    try {
      await git(place, intoIndex, joined(some));
    } catch (error) {
      if (some.length === 1) refused.push({ path: first, why: `git does not take it: ${firstLine(error)}` });
      else {
        const half = Math.ceil(some.length / 2);
        waiting.push(some.slice(half), some.slice(0, half));
      }
    }
  }
  return refused;
}

function firstLine(error: unknown): string {
  return (error as { stderr?: string }).stderr?.split('\n')[0] ?? String(error);
}

export function joined(paths: readonly string[]): string {
  return paths.map((path) => `${path}\0`).join('');
}
