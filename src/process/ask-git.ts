// Questions to git about the user's own repository, as the user would ask them: nothing is written, no lock is taken.
import { runGitHere } from './run-git-here.ts';

/** Standard output, or undefined where git is missing or says no. */
export async function askGit(folder: string, args: readonly string[]): Promise<string | undefined> {
  const env = { GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };
  const { code, stdout } = await runGitHere(folder, { args, env });
  return code === 0 ? stdout.toString('utf8') : undefined;
}
