// One commit of a repository elsewhere, fetched and checked out: over https, ssh or from a path, with nobody's hooks or helpers.
import { mkdirSync } from 'node:fs';
import { runGitHere } from './git.ts';

/** Whatever else git could be told to fetch with runs a program. */
const protocols = 'https:ssh:file';
const timeoutMs = 15 * 60_000;

const addressShape =
  /^(?:https:\/\/|ssh:\/\/|file:\/\/\/|\/|[A-Za-z0-9._-]+@[A-Za-z0-9.-]+:)[^\s\p{Cc}\p{Cf}]*$/u;
const commitShape = /^(?!-)[A-Za-z0-9][A-Za-z0-9._/-]{0,199}$/;

/** As the end of a sentence about the address; undefined: it can be asked. */
export function addressTrouble(from: string): string | undefined {
  return addressShape.test(from) && !/^ssh:\/\/-/.test(from)
    ? undefined
    : 'it is neither https, ssh, git@host: nor a path';
}

export function commitTrouble(commit: string): string | undefined {
  return commitShape.test(commit) && !commit.includes('..') ? undefined : 'it is no commit, branch or tag';
}

/** What a name stands for now, so that every cell gets the same; undefined: it may be an abbreviation, or is not there. */
export async function commitNamed(from: string, name: string): Promise<string | undefined> {
  if (/^[0-9a-f]{40}$/.test(name)) return name;
  if ((addressTrouble(from) ?? commitTrouble(name)) !== undefined) return undefined;
  const { code, stdout } = await ask('/', ['ls-remote', '--', from, name]);
  // A tag stands with the commit behind it last.
  const found = code === 0 ? stdout.toString('utf8').trim().split('\n').at(-1) : undefined;
  return found?.match(/^[0-9a-f]{40}/)?.[0];
}

/** Why it could not be had; undefined: its files lie in the folder, which was not there before. */
export async function fetchCommit(
  { from, commit }: { readonly from: string; readonly commit: string },
  folder: string,
): Promise<string | undefined> {
  const why = addressTrouble(from) ?? commitTrouble(commit);
  if (why !== undefined) return why;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const run = async (...args: string[]) => {
    const { code, stderr } = await ask(folder, args);
    return code === 0 ? undefined : stderr.trim().slice(-500) || `git ended with ${code}`;
  };
  const checkOut = (what: string) => run('checkout', '-q', '--detach', '--force', what);
  const begun = await run('init', '-q');
  if (begun !== undefined) return begun;
  // The commit alone where the server gives it, else all there is.
  if ((await run('fetch', '-q', '--depth=1', '--no-tags', '--', from, commit)) === undefined)
    return await checkOut('FETCH_HEAD');
  const all = ['+refs/heads/*:refs/remotes/origin/*', '+refs/tags/*:refs/tags/*'];
  return (
    (await run('fetch', '-q', '--no-tags', '--', from, ...all)) ?? (await checkOut(`${commit}^{commit}`))
  );
}

function ask(folder: string, args: readonly string[]) {
  return runGitHere(folder, {
    args: [...settings, ...args],
    timeoutMs,
    env: { GIT_ALLOW_PROTOCOL: protocols, GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' },
  });
}

const settings = [
  'submodule.recurse=false',
  'core.symlinks=true',
  'core.attributesFile=/dev/null',
  'protocol.ext.allow=never',
].flatMap((setting) => ['-c', setting]);
