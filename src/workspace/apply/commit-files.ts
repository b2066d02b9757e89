// A change as a commit in the user's repository: of just its files, as the user would (their identity, their hooks, nothing else of
// the index); or on a branch of its own, made beside the user's tree and index, which are not touched.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BlobRef, Change } from '../../domain/change.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { tempFolder } from '../../process/files/folder.ts';
import { type GitAnswer, runGitHere } from '../../process/git/git.ts';
import { failpoint } from '../../process/machine.ts';
import { turnedByGit } from '../base/disk-content.ts';
import { askHere, headCommit, refCommit } from './user-repository.ts';

interface CommitRequest {
  readonly paths: readonly string[];
  /** Those of them that git does not know yet. */
  readonly fresh: readonly string[];
  readonly message: string;
}

/** Hooks may run whole test suites. */
const hooksMs = 1_800_000;

/** The commit; or what git or a hook said against it, with the index as it was. */
export async function commitFiles(
  top: string,
  { paths, fresh, message }: CommitRequest,
): Promise<{ readonly commit: string } | { readonly refused: string }> {
  using folder = tempFolder();
  const text = join(folder.path, 'message');
  writeFileSync(text, message);
  if (fresh.length > 0) {
    const added = await withPaths(top, ['add', '--intent-to-add', '--force'], fresh);
    if (added.code !== 0) return { refused: added.stderr.trim() };
  }
  const made = await withPaths(top, ['commit', '--only', '--quiet', '-F', text], paths);
  failpoint('committed');
  if (made.code === 0) {
    // What a hook adds is in the commit, but not in the index.
    await withPaths(top, ['reset', '--quiet'], paths);
    return { commit: await headCommit(top) };
  }
  if (fresh.length > 0) await withPaths(top, ['reset', '--quiet'], fresh);
  return { refused: `${made.stderr.trim()}\n${made.stdout.toString('utf8').trim()}`.trim() };
}

/** Whether the commit is one that was made on this parent, with this line in its message. */
export async function isCommitOn(
  top: string,
  { commit, parent, line }: { commit: string; parent: string; line: string },
): Promise<boolean> {
  const said = await askHere(top, ['log', '-1', '--format=%P%n%B', commit]);
  const [parents, ...message] = said.split('\n');
  return parents === parent && message.includes(line);
}

/** The branch and these paths of the index go back to the parent; files are left as they are. */
export async function uncommitFiles(
  top: string,
  { commit, parent, paths }: { commit: string; parent: string; paths: readonly string[] },
): Promise<void> {
  if ((await headCommit(top)) === commit)
    await askHere(top, ['update-ref', '-m', 'joust undo', 'HEAD', parent, commit]);
  failpoint('uncommitted');
  const { code, stderr } = await withPaths(top, ['reset', '--quiet', parent], paths);
  if (code !== 0)
    throw new JoustError(`the index could not be put back: ${stderr.trim()}`, { code: 'none-usable' });
}

/** In a file of their own, since there may be many; as names, never as patterns. */
async function withPaths(top: string, args: readonly string[], paths: readonly string[]): Promise<GitAnswer> {
  using folder = tempFolder();
  const list = join(folder.path, 'paths');
  writeFileSync(list, paths.map((path) => `:(top,literal)${path}\0`).join(''));
  const how = [`--pathspec-from-file=${list}`, '--pathspec-file-nul'];
  const hooks = args[0] === 'commit';
  return await runGitHere(top, { args: [...args, ...how], hooks, timeoutMs: hooksMs });
}

interface BranchRequest {
  /** The commit it stands on. */
  readonly parent: string;
  readonly change: Change;
  readonly message: string;
  content(ref: BlobRef): Promise<Uint8Array>;
}

/** Why there can be no such branch; undefined where there can. */
export async function whyNoBranch(top: string, name: string): Promise<string | undefined> {
  // git would take it, and make refs/heads/refs/heads/x of it.
  if (name.startsWith('refs/')) return `"${name}" is the whole name of a ref, not a name for a branch`;
  const { code, stdout } = await runGitHere(top, { args: ['check-ref-format', '--branch', name] });
  // `@{-1}` is a way to name another branch, not a name.
  if (code !== 0 || stdout.toString('utf8').trim() !== name) return `"${name}" is not a name for a branch`;
  const known = await runGitHere(top, { args: ['show-ref', '--verify', '--quiet', `refs/heads/${name}`] });
  return known.code === 0 ? `there is a branch ${name} already` : undefined;
}

/** The commit alone: nothing points to it yet. */
export async function makeCommit(top: string, request: BranchRequest): Promise<string> {
  using folder = tempFolder();
  const env = { GIT_INDEX_FILE: join(folder.path, 'index') };
  const git = async (args: readonly string[], stdin: string | Uint8Array = '') => {
    const { code, stdout, stderr } = await runGitHere(top, { args, stdin, env });
    if (code === 0) return stdout.toString('utf8').trim();
    throw new JoustError(`git ${args[0]} did not work: ${stderr.trim()}`, { code: 'none-usable' });
  };
  const { parent, change, message } = request;
  await git(['read-tree', parent]);
  const oids = new Map([
    ...(await storeContents(folder.path, request, git)),
    ...(await storeTurned(top, request, git)),
  ]);
  const gone = '0'.repeat(parent.length);
  const lines = [
    ...change.files.filter(({ after }) => after === undefined).map(({ path }) => `0 ${gone}\t${path}\0`),
    ...change.files.flatMap(({ path, after }) =>
      after === undefined
        ? []
        : [`${after.mode} ${oids.get(path) ?? oids.get(after.content.sha256)}\t${path}\0`],
    ),
  ];
  await git(['update-index', '-z', '--index-info'], lines.join(''));
  const tree = await git(['write-tree']);
  return await git(['commit-tree', tree, '-p', parent], message);
}

/** Refused where somebody made it meanwhile. */
export async function makeBranch(top: string, name: string, commit: string): Promise<void> {
  const none = '0'.repeat(commit.length);
  const args = ['update-ref', '-m', 'joust apply', `refs/heads/${name}`, commit, none];
  const { code, stderr } = await runGitHere(top, { args });
  if (code !== 0)
    throw new JoustError(`the branch ${name} could not be made: ${stderr.trim()}`, { code: 'none-usable' });
}

/** Only while it is where it was left; what is not there is gone already. */
export async function removeBranch(top: string, name: string, commit: string): Promise<void> {
  const ref = `refs/heads/${name}`;
  if ((await refCommit(top, ref)) === undefined) return;
  const where = (await askHere(top, ['for-each-ref', '--format=%(worktreepath)', ref])).trim();
  if (where !== '')
    throw new JoustError(`the branch ${name} is checked out in ${where}`, {
      code: 'none-usable',
      hint: 'Go to another branch first.',
    });
  const { code, stderr } = await runGitHere(top, { args: ['update-ref', '-d', ref, commit] });
  if (code !== 0)
    throw new JoustError(`the branch ${name} is not as it was made: ${stderr.trim()}`, {
      code: 'none-usable',
      hint: 'Keep it, or delete it yourself.',
    });
}

type Git = (args: readonly string[], stdin: string | Uint8Array) => Promise<string>;

/** Objects by their path, of content that git itself turns: a commit has other line ends than the disk. */
async function storeTurned(
  top: string,
  { change, content }: BranchRequest,
  git: Git,
): Promise<ReadonlyMap<string, string>> {
  const files = change.files.flatMap(({ path, after }) =>
    after === undefined || after.mode === '120000' ? [] : [{ path, ref: after.content }],
  );
  const turned = await turnedByGit(
    top,
    files.map(({ path }) => path),
  );
  const oids = new Map<string, string>();
  for (const { path, ref } of files)
    if (turned.has(path))
      oids.set(path, await git(['hash-object', '-w', '--stdin', `--path=${path}`], await content(ref)));
  return oids;
}

/** Objects by the sha256 of what is in them; as they are, whatever filters the user has. */
async function storeContents(
  folder: string,
  { change, content }: BranchRequest,
  git: Git,
): Promise<ReadonlyMap<string, string>> {
  const refs = new Map(
    change.files.flatMap(({ after }) => (after === undefined ? [] : [[after.content.sha256, after.content]])),
  );
  mkdirSync(join(folder, 'contents'));
  const paths: string[] = [];
  for (const [sha256, ref] of refs) {
    const path = join(folder, 'contents', sha256);
    writeFileSync(path, await content(ref));
    paths.push(`${path}\n`);
  }
  const oids = (await git(['hash-object', '-w', '--no-filters', '--stdin-paths'], paths.join(''))).split(
    '\n',
  );
  return new Map([...refs.keys()].map((sha256, at) => [sha256, oids[at] ?? '']));
}
