// A change that is there already, as two trees of a store of ours: the last commit, a range, what is staged, uncommitted
// work, a branch against its base, or a patch file. The user's repository is only read.
import { copyFileSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Base } from '../../domain/change.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { askGit, GitError, git, gitText } from '../../process/git/git.ts';
import { makeStore, type Store, settleStore, storeFolder } from '../checkout/store.ts';
import type { Repository } from './repository.ts';
import { sizeOf, takeBase } from './take-base.ts';
import { type TreeFileChange, treeDiff } from './tree-change.ts';

export interface ChangeAsked {
  /** A commit, a range, a branch or the path of a patch; absent: uncommitted work, else the last commit. */
  readonly target?: string | undefined;
  /** Only what is staged. */
  readonly staged?: boolean | undefined;
  /** What a branch is compared with. */
  readonly base?: string | undefined;
  readonly cwd: string;
}

export interface TakenChange {
  /** What it is, in words: "commit 1a2b3c4d: Fix the parser". */
  readonly title: string;
  /** The changed tree as the base of a checkout. */
  readonly base: Omit<Base, 'change'>;
  /** The changed tree against the commit it stands on, where it is none itself. */
  readonly uncommitted: readonly TreeFileChange[];
  readonly change: readonly TreeFileChange[];
  readonly patch: Buffer;
}

interface Trees {
  readonly title: string;
  readonly before: string;
  readonly after: string;
  /** The commit that the changed tree is, or stands on. */
  readonly commit: string;
}

export async function takeChange(
  repository: Repository,
  asked: ChangeAsked,
  { home, nonce }: { readonly home: string; readonly nonce: string },
): Promise<TakenChange> {
  mkdirSync(join(home, 'bases'), { recursive: true, mode: 0o700 });
  const made = makeStore(join(home, 'bases', `.new-${nonce}`), repository);
  try {
    const trees = await treesOf(made, repository, { ...asked, place: { home, nonce } });
    const { before, after, commit, title } = trees;
    if (before === after) throw nothingThere(title);
    const own = await gitText(made, ['rev-parse', `${commit}^{tree}`]);
    const isCommit = own === after;
    const snapshot = isCommit
      ? commit
      : await gitText(made, ['commit-tree', '-p', commit, '-m', 'The change under review', after]);
    const { change: uncommitted } = await treeDiff(made, own, after);
    const { change, patch } = await treeDiff(made, before, after);
    const sizes = await sizeOf(made, after);
    await settleStore(made, storeFolder(home, snapshot));
    const { top: folder, below } = repository;
    return {
      title,
      uncommitted,
      change,
      patch,
      base: { folder, below, commit, snapshot, tree: after, ...sizes },
    };
  } finally {
    rmSync(made.gitDir, { recursive: true, force: true });
  }
}

type Place = { readonly home: string; readonly nonce: string };

async function treesOf(
  made: Store,
  repository: Repository,
  asked: ChangeAsked & { readonly place: Place },
): Promise<Trees> {
  const { target, staged, cwd, place } = asked;
  const head = await treeOf(made, repository.head);
  const onHead = { before: head, commit: repository.head };
  if (staged === true)
    return { ...onHead, title: 'staged changes', after: await stagedTree(made, repository) };
  if (target === undefined) return await uncommittedOr(made, repository, { head, place });
  const range = /^(.*?)(\.{2,3})(.*)$/.exec(target);
  if (range !== null) return await rangeTrees(made, repository, range);
  const branch = await commitOf(repository.top, `refs/heads/${target}`);
  if (branch !== undefined)
    return await branchTrees(made, repository, { name: target, branch, base: asked.base });
  const commit = await commitOf(repository.top, target);
  if (commit !== undefined) return await commitTrees(made, commit);
  const path = resolve(cwd, target);
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === true)
    return { ...onHead, title: `the patch ${target}`, after: await patchedTree(made, head, path) };
  throw unknown(target, repository.top);
}

/** Uncommitted work where there is some, else the last commit. */
async function uncommittedOr(
  made: Store,
  repository: Repository,
  { head, place }: { readonly head: string; readonly place: Place },
): Promise<Trees> {
  const { tree, store } = await takeBase(repository, {
    ...place,
    nonce: `${place.nonce}-work`,
    asCommitted: true,
  });
  if (tree === head) return await commitTrees(made, repository.head);
  // Its objects lie in a store of their own.
  await git(made, ['unpack-objects', '-q'], await packed(store, tree, head));
  return { title: 'uncommitted work', before: head, after: tree, commit: repository.head };
}

async function packed(store: Store, tree: string, head: string): Promise<Buffer> {
  return await git(store, ['pack-objects', '--revs', '--stdout', '-q'], `${tree}\n^${head}\n`);
}

async function commitTrees(made: Store, commit: string): Promise<Trees> {
  const [, parent] = (await gitText(made, ['rev-list', '--parents', '-n', '1', commit])).split(' ');
  const subject = await gitText(made, ['log', '-1', '--format=%s', commit]);
  const before = parent === undefined ? await gitText(made, ['mktree']) : await treeOf(made, parent);
  return {
    title: `commit ${commit.slice(0, 10)}: ${subject}`,
    before,
    after: await treeOf(made, commit),
    commit,
  };
}

async function rangeTrees(made: Store, { top, head }: Repository, range: RegExpExecArray): Promise<Trees> {
  const [whole, from = '', dots, to = ''] = range;
  const start = from === '' ? head : await commitOf(top, from);
  const end = to === '' ? head : await commitOf(top, to);
  if (start === undefined || end === undefined) throw unknown(start === undefined ? from : to, top);
  const since = dots === '...' ? await gitText(made, ['merge-base', start, end]) : start;
  return { title: whole, before: await treeOf(made, since), after: await treeOf(made, end), commit: end };
}

interface Branch {
  readonly name: string;
  readonly branch: string;
  readonly base: string | undefined;
}

/** What a branch did since it left its base: the one that is named, else the usual ones, else where the user stands. */
async function branchTrees(made: Store, { top, head }: Repository, asked: Branch): Promise<Trees> {
  const { name, branch, base: said } = asked;
  const candidates =
    said === undefined ? ['origin/HEAD', 'main', 'master'].filter((one) => one !== name) : [said];
  for (const candidate of candidates) {
    const found = await commitOf(top, candidate);
    if (found === undefined && said !== undefined) throw unknown(said, top);
    if (found === undefined || (found === branch && said === undefined)) continue;
    return await sinceBase(made, { name, branch, base: found, against: candidate });
  }
  if (head !== branch) return await sinceBase(made, { name, branch, base: head, against: 'HEAD' });
  return await commitTrees(made, branch);
}

async function sinceBase(
  made: Store,
  { name, branch, base, against }: { name: string; branch: string; base: string; against: string },
): Promise<Trees> {
  const since = await gitText(made, ['merge-base', base, branch]).catch(() => base);
  return {
    title: `branch ${name} against ${against}`,
    before: await treeOf(made, since),
    after: await treeOf(made, branch),
    commit: branch,
  };
}

async function stagedTree(made: Store, { gitDir, top }: Repository): Promise<string> {
  const index = join(made.gitDir, 'staged');
  const own = join(gitDir, 'index');
  if (existsSync(own)) copyFileSync(own, index);
  return await gitText({ gitDir: made.gitDir, workTree: top, index }, ['write-tree', '--missing-ok']);
}

async function patchedTree(made: Store, head: string, path: string): Promise<string> {
  const place = { gitDir: made.gitDir, index: join(made.gitDir, 'patched') };
  await git(place, ['read-tree', head]);
  try {
    await git(place, ['apply', '--cached', '--whitespace=nowarn', '-'], readFileSync(path));
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw new JoustError(`the patch ${path} does not fit the last commit: ${error.message}`, {
      code: 'usage',
      hint: 'Go to the commit it was made on, or give a patch of this one.',
      cause: error,
    });
  }
  return await gitText(place, ['write-tree']);
}

async function treeOf(made: Store, commit: string): Promise<string> {
  return await gitText(made, ['rev-parse', `${commit}^{tree}`]);
}

async function commitOf(folder: string, name: string): Promise<string | undefined> {
  const said = await askGit(folder, [
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${name}^{commit}`,
  ]);
  return said?.trim() === '' ? undefined : said?.trim();
}

function unknown(name: string, folder: string): JoustError {
  return new JoustError(`"${name}" is no commit, range, branch or patch file`, {
    code: 'not-found',
    hint: `Name something that git knows in ${folder} (HEAD, main..topic, a branch), the path of a patch, or --staged.`,
  });
}

function nothingThere(title: string): JoustError {
  return new JoustError(`there is nothing to review in: ${title}`, {
    code: 'not-found',
    hint: 'Name another change: a commit, a range, a branch, a patch file, or --staged.',
  });
}
