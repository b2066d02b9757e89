// Questions to git about the user's own repository, as the user would ask them: nothing is written, no lock is taken.
import { execFile } from 'node:child_process';

/** Standard output, or undefined where git is missing or says no. */
export function askGit(folder: string, args: readonly string[]): Promise<string | undefined> {
  const env = { ...process.env, GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };
  const limits = { timeout: 30_000, maxBuffer: 256 * 1024 * 1024 };
  return new Promise((resolve) => {
    execFile('git', ['-C', folder, ...args], { env, ...limits }, (error, stdout) =>
      resolve(error === null ? stdout : undefined),
    );
  });
}
