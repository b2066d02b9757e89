// The base of a race as a snapshot: HEAD plus staged, unstaged and untracked work, written to a store of ours. The user's
// index, tree, stash and objects are only read.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import type { Base } from '../../domain/change.ts';
import { plural } from '../../domain/figures.ts';
import { folderBytes, freeBytes } from '../../process/files/folder.ts';
import { matchPaths } from '../../process/files/match-paths.ts';
import { readSmallFile, replaceFile } from '../../process/files/small-file.ts';
import { GitError, git, gitText } from '../../process/git/git.ts';
import { failpoint } from '../../process/machine.ts';
import { asOnDisk, borrowedBy, makeStore, type Store, settleStore, storeFolder } from '../checkout/store.ts';
import { forgetContent, indexEntries, isPlainContent, missingIn } from './disk-content.ts';
import type { IndexFacts } from './index-file.ts';
import { type Repository, refused, somePaths } from './repository.ts';
import { type LeftOut, stageLimits, stageTree } from './stage-tree.ts';
import { putTrees, type Submodule, submodulesIn, withSubmodules } from './submodules.ts';
import { type TreeFileChange, treeDiff } from './tree-change.ts';
import { type IndexPlace, stagedTree, startIndex } from './user-index.ts';

export interface TakenBase {
  readonly store: Store;
  readonly snapshot: string;
  readonly tree: string;
  /** What the commits do not have: the uncommitted work, and content that lies on disk otherwise than in a commit. */
  readonly change: readonly TreeFileChange[];
  /** Files of that kind which nobody changed: filters or line ends make them so. */
  readonly turned: readonly string[];
  readonly submodules: readonly Submodule[];
  readonly leftOut: readonly LeftOut[];
  readonly files: number;
  readonly bytes: number;
}

interface Asked {
  /** Where stores are kept. */
  readonly home: string;
  /** Unguessable. */
  readonly nonce: string;
  /** As a commit would have it, with submodules as links; else as it lies on disk. */
  readonly asCommitted?: boolean;
}

export async function takeBase(repository: Repository, asked: Asked): Promise<TakenBase> {
  const { home, nonce, asCommitted = false } = asked;
  mkdirSync(join(home, 'bases'), { recursive: true, mode: 0o700 });
  const gitDir = join(home, 'bases', `.new-${nonce}`);
  const taking: Taking = { store: makeStore(gitDir, withoutOwn(repository, home)), asCommitted, count: 0 };
  try {
    const work = await takeWork(taking, repository);
    const { tree, own, leftOut, submodules } = work;
    const { store: made } = taking;
    clearScratch(taking);
    const isClean = tree === own;
    const snapshot = isClean
      ? repository.head
      : await gitText(made, ['commit-tree', '-p', repository.head, '-m', 'Uncommitted work', tree]);
    const committed = isClean ? own : await withSubmodules(made, { tree: own, submodules, nonce });
    const { change } = await treeDiff(made, committed, tree);
    const changed = new Set(change.map(({ path }) => path));
    const sizes = work.size ?? (await knownSize(home, made, tree));
    failpoint('base taken');
    const store = await settleStore(made, storeFolder(home, snapshot));
    const turned = work.turned.filter((path) => changed.has(path));
    return { store, snapshot, tree, change, turned, submodules, leftOut, ...sizes };
  } catch (error) {
    if (error instanceof GitError && repository.partial === true)
      refuseLost(await missingIn(taking.store, repository.head));
    throw error;
  } finally {
    rmSync(gitDir, { recursive: true, force: true });
  }
}

interface Taking {
  /** Borrows from the submodules that were met. */
  store: Store;
  readonly asCommitted: boolean;
  /** How many repositories were gone through. */
  count: number;
}

interface Work extends Pick<TakenBase, 'tree' | 'leftOut' | 'turned' | 'submodules'> {
  /** The tree of the commit it stands on. */
  readonly own: string;
  /** Where the index tells. */
  readonly size?: TreeSize | undefined;
}

/** A repository and what is checked out in it; `around`: the path of a submodule, with a slash behind it. */
async function takeWork(taking: Taking, repository: Repository, around = ''): Promise<Work> {
  const place = placeFor(taking, repository);
  const { promise: read, resolve: tell } = Promise.withResolvers<IndexFacts | undefined>();
  const plain = taking.asCommitted ? false : read.then((facts) => isPlainContent(repository, facts));
  const { own, ...looked } = await startIndex(place, repository, tell);
  if ((await plain) && !looked.hasLinks) {
    const { leftOut, tree } = await stagedTree(place, looked);
    const facts = await read;
    // Nothing was changed, and every file has as many bytes as its blob.
    const size = facts?.tree?.oid === tree ? facts.size : undefined;
    return { tree, own, leftOut, turned: [], submodules: [], size };
  }
  const entries = await indexEntries(place);
  const modules = await submodulesIn(repository, entries);
  const except = modules.map(({ path }) => path);
  if (taking.asCommitted) {
    const leftOut = await stageTree(place, stageLimits, { except });
    return {
      tree: await gitText(place, ['write-tree']),
      own,
      turned: [],
      submodules: [],
      leftOut: [...looked.hidden, ...leftOut],
    };
  }
  const { turned, missing, lost } = await forgetContent(place, entries, repository);
  refuseLost(lost.map((path) => around + path));
  const leftOut = await stageTree(place, stageLimits, { also: [...turned, ...missing], except });
  const inner: { readonly path: string; readonly link: string; readonly work?: Work }[] = [];
  for (const { path, link, repository: inside } of modules)
    inner.push({ path, link, work: inside && (await takeWork(taking, inside, `${around}${path}/`)) });
  await putTrees(
    place,
    inner.map(({ path, link, work }) => ({ path, link, tree: work?.tree })),
  );
  const works = inner.flatMap(({ work }) => work ?? []);
  return {
    tree: await gitText(place, ['write-tree']),
    own,
    turned: [...turned.map((path) => around + path), ...works.flatMap((work) => work.turned)],
    leftOut: [
      ...[...looked.hidden, ...leftOut].map(({ path, why }) => ({ path: around + path, why })),
      ...inner.flatMap(({ path, work }) => work?.leftOut ?? [{ path: around + path, why: notCheckedOut }]),
    ],
    submodules: [
      ...modules.map(({ path, link, repository: inside }) => ({
        path: around + path,
        link,
        commit: inside !== undefined && inside.head !== '' ? inside.head : undefined,
      })),
      ...works.flatMap((work) => work.submodules),
    ],
  };
}

const notCheckedOut = 'it is a submodule that is not checked out';

/** What nobody needs who works on it later. */
function clearScratch({ store: { gitDir }, count }: Taking): void {
  rmSync(join(gitDir, 'index'), { force: true });
  for (let at = 1; at < count; at += 1)
    rmSync(join(gitDir, `module-${at}`), { recursive: true, force: true });
  writeFileSync(join(gitDir, 'info/attributes'), asOnDisk);
}

/** Each with patterns and settings of its own; the objects of all lie together. */
function placeFor(taking: Taking, repository: Repository): IndexPlace {
  const { store, count, asCommitted } = taking;
  taking.count += 1;
  if (asCommitted) writeFileSync(join(store.gitDir, 'info/attributes'), '* !filter\n');
  if (count > 0 && repository.head !== '') {
    const borrowed = [...(store.repository.borrowed ?? []), ...borrowedBy(repository)];
    taking.store = makeStore(store.gitDir, { ...store.repository, borrowed });
  }
  const gitDir =
    count === 0 ? store.gitDir : makeStore(join(store.gitDir, `module-${count}`), repository).gitDir;
  const objectFolder = join(store.gitDir, 'objects');
  return { gitDir, objectFolder, workTree: repository.top, index: join(gitDir, 'index') };
}

/** joust's own data may lie in the repository; it is nobody's work. */
function withoutOwn(repository: Repository, home: string): Repository {
  const inside = relative(repository.top, home);
  if (inside === '' || inside.startsWith('..') || isAbsolute(inside)) return repository;
  return { ...repository, excludes: `${repository.excludes}\n/${inside.split(sep).join('/')}/` };
}

/** Nothing is ever fetched. Of what is missing, only that counts which is not on disk either. */
function refuseLost(lost: readonly string[]): void {
  if (lost.length > 0)
    throw refused(
      `this is a partial clone, and the content of ${plural(lost.length, 'file')} was never fetched (${somePaths(lost)})`,
      'Check these files out, or fetch all that is missing: git fetch --refetch --no-filter.',
    );
}

interface TreeSize {
  readonly files: number;
  readonly bytes: number;
}

/** To be counted once: it takes long where there are many. */
async function knownSize(home: string, store: Store, tree: string): Promise<TreeSize> {
  const path = join(home, 'base-checks', `${tree}.size`);
  const [, files, bytes] = /^(\d+) (\d+)$/.exec(readSmallFile(path) ?? '') ?? [];
  if (files !== undefined && bytes !== undefined) return { files: Number(files), bytes: Number(bytes) };
  const size = await sizeOf(store, tree);
  replaceFile(path, `${size.files} ${size.bytes}`);
  return size;
}

export async function sizeOf(store: Store, tree: string): Promise<TreeSize> {
  const listed = (await git(store, ['ls-tree', '-r', '-l', '-z', tree])).toString('utf8').split('\0');
  const sizes = listed.flatMap((line) => {
    const size = /^\d+ blob [0-9a-f]+\s+(\d+)\t/.exec(line)?.[1];
    return size === undefined ? [] : [Number(size)];
  });
  return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** What a race will take on disk: workspaces of all who play, and one to measure in. */
interface DiskSpace {
  readonly needBytes: number;
  readonly eachBytes: number;
  /** Undefined: nobody can tell. */
  readonly freeBytes: number | undefined;
}

/** A file takes whole blocks, and its folders and index some more. */
const perFileBytes = 4096;

export async function diskSpaceFor({
  home,
  base,
  copy,
  runners,
  layered,
}: {
  readonly home: string;
  readonly base: Base;
  readonly copy: readonly string[];
  readonly runners: number;
  /** All share one. */
  readonly layered: boolean;
}): Promise<DiskSpace> {
  let eachBytes = base.bytes + base.files * perFileBytes;
  for (const path of matchPaths(base.folder, copy)) eachBytes += await folderBytes(join(base.folder, path));
  return {
    eachBytes,
    needBytes: layered ? eachBytes : eachBytes * (runners + 1),
    freeBytes: await freeBytes(home),
  };
}
