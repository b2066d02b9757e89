// Commits files in the user's repository, as the user would: their identity, their hooks, and nothing else of the index.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { JoustError } from '../domain/joust-error.ts';
import { tempFolder } from '../process/files/folder.ts';
import { type GitAnswer, runGitHere } from '../process/git/git-here.ts';
import { failpoint } from '../process/machine.ts';
import { askHere, headCommit } from './apply-repository.ts';

export interface CommitRequest {
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
  return await runGitHere(top, { args: [...args, ...how], timeoutMs: hooksMs });
}
