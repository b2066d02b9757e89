// Reads a change that exists already, as two trees of a store of ours. It is uncommitted or staged work, a branch, a
// commit, a range, or a patch file. The user's repository is only read.
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
  /** A commit, a range, a branch or the path of a patch. */
  readonly target?: string | undefined;
  /** Only what is staged. */
  readonly staged?: boolean | undefined;
  /** The target, or HEAD without one, is compared with the commit where it left this one. */
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
    if (before === after) throw nothingThere(title, asked);
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
  const { target, staged, base, place } = asked;
  if (staged === true) {
    refuseBase(base, 'staged changes');
    const { head: commit } = repository;
    const before = await treeOf(made, commit);
    return { before, commit, title: 'staged changes', after: await stagedTree(made, repository) };
  }
  if (target !== undefined) return await targetTrees(made, repository, { ...asked, target });
  if (base === undefined) return await uncommittedOr(made, repository, place);
  const from = await namedBase(repository.top, base);
  return await sinceBase(made, await checkedOut(repository), from);
}

async function targetTrees(
  made: Store,
  repository: Repository,
  { target, base, cwd }: ChangeAsked & { readonly target: string },
): Promise<Trees> {
  const { top, head } = repository;
  const path = resolve(cwd, target);
  const isFile = lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
  // A path may hold two dots too.
  const range = isFile ? null : /^(.*?)(\.{2,3})(.*)$/.exec(target);
  if (range !== null) {
    refuseBase(base, target);
    return await rangeTrees(made, repository, range);
  }
  const branch = await commitOf(top, `refs/heads/${target}`);
  if (branch !== undefined) {
    const tip = branchTip(target, branch);
    if (base === undefined) return await branchTrees(made, repository, tip);
    return await sinceBase(made, tip, await namedBase(top, base));
  }
  const commit = await commitOf(top, target);
  if (commit !== undefined) {
    if (base === undefined) return await commitTrees(made, commit);
    return await sinceBase(made, { title: target, commit }, await namedBase(top, base));
  }
  if (!isFile) throw unknown(target, top);
  const title = `the patch ${target}`;
  refuseBase(base, title);
  const before = await treeOf(made, head);
  return { before, commit: head, title, after: await patchedTree(made, before, path) };
}

/** Uncommitted work if there is some, else the commits of the branch, else the last commit. */
async function uncommittedOr(made: Store, repository: Repository, place: Place): Promise<Trees> {
  const { head: commit } = repository;
  const before = await treeOf(made, commit);
  const asked = { ...place, nonce: `${place.nonce}-work`, asCommitted: true };
  const { tree, store } = await takeBase(repository, asked);
  if (tree === before) return await headTrees(made, repository);
  // Its objects lie in a store of their own.
  await git(made, ['unpack-objects', '-q'], await packed(store, tree, before));
  return { title: 'uncommitted work', before, after: tree, commit };
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

interface Tip {
  readonly title: string;
  readonly branch?: string;
  readonly commit: string;
}

interface Start {
  readonly name: string;
  readonly commit: string;
}

const branchTip = (branch: string, commit: string): Tip => ({ title: `branch ${branch}`, branch, commit });

/** The commits of a branch since it left its usual base, else since it left HEAD. */
async function branchTrees(made: Store, { top, head }: Repository, tip: Tip): Promise<Trees> {
  const usual = (await usualBases(top)).find(
    ({ name, commit }) => name !== tip.branch && commit !== tip.commit,
  );
  if (usual !== undefined) return await sinceBase(made, tip, usual);
  if (head !== tip.commit) return await sinceBase(made, tip, { name: 'HEAD', commit: head });
  return await commitTrees(made, tip.commit);
}

/** The commits that HEAD has and the default branch lacks, else the last commit. */
async function headTrees(made: Store, repository: Repository): Promise<Trees> {
  const [tip, [usual]] = await Promise.all([checkedOut(repository), usualBases(repository.top)]);
  if (usual === undefined || usual.branch === tip.branch) return await commitTrees(made, tip.commit);
  const since = await mergeBase(made, usual, tip);
  if (since === undefined || since === tip.commit) return await commitTrees(made, tip.commit);
  return await sinceBase(made, tip, usual);
}

async function sinceBase(made: Store, tip: Tip, base: Start): Promise<Trees> {
  const since = (await mergeBase(made, base, tip)) ?? base.commit;
  return {
    title: `${tip.title} against ${base.name}`,
    before: await treeOf(made, since),
    after: await treeOf(made, tip.commit),
    commit: tip.commit,
  };
}

/** Undefined: they share no commit. */
async function mergeBase(made: Store, base: Start, tip: Tip): Promise<string | undefined> {
  return await gitText(made, ['merge-base', base.commit, tip.commit]).catch(() => undefined);
}

/** HEAD, by the name of its branch if it has one. */
async function checkedOut({ top, head }: Repository): Promise<Tip> {
  const [, branch] =
    /^refs\/heads\/(.+)\n/.exec((await askGit(top, ['symbolic-ref', '-q', 'HEAD'])) ?? '') ?? [];
  return branch === undefined ? { title: 'HEAD', commit: head } : branchTip(branch, head);
}

async function namedBase(top: string, name: string): Promise<Start> {
  const commit = await commitOf(top, name);
  if (commit !== undefined) return { name, commit };
  throw new JoustError(`the base "${name}" doesn't exist in this repository`, {
    code: 'usage',
    setting: 'base',
    hint: `Name a branch or commit that git knows in ${top}.`,
  });
}

/** The usual bases of branches, the likeliest first. `branch` is the local branch of that name. */
async function usualBases(top: string): Promise<readonly (Start & { readonly branch: string })[]> {
  const configured = (await askGit(top, ['config', '--get', 'init.defaultBranch']))?.trim();
  const local = ['main', 'master', configured || 'main'].map((name) => `refs/heads/${name}`);
  const refs = ['refs/remotes/origin/HEAD', ...new Set(local)];
  const format = '--format=%(refname) %(objectname) %(symref)';
  const listed = (await askGit(top, ['for-each-ref', format, ...refs])) ?? '';
  const found = new Map(listed.split('\n').map((line) => [line.split(' ')[0], line.split(' ')]));
  return refs.flatMap((ref) => {
    const [, commit, symbolic] = found.get(ref) ?? [];
    const name = (symbolic || ref).replace(/^refs\/(?:heads|remotes)\//, '');
    return commit === undefined ? [] : [{ name, commit, branch: name.replace(/^origin\//, '') }];
  });
}

function refuseBase(base: string | undefined, what: string): void {
  if (base === undefined) return;
  throw new JoustError(`the base "${base}" can't be used with ${what}`, {
    code: 'usage',
    setting: 'base',
    hint: 'Leave it out, or name a branch or commit to compare with it.',
  });
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

function nothingThere(title: string, { target, base }: ChangeAsked): JoustError {
  const isHead = target === undefined && base !== undefined;
  return new JoustError(`there is nothing to review in: ${title}`, {
    code: 'not-found',
    hint: isHead
      ? 'Leave out the base to review uncommitted work, or name another one.'
      : 'Name another change: a commit, a range, a branch, a patch file, or --staged.',
  });
}
