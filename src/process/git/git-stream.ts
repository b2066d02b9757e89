// git with more going in or coming out than memory should hold: in pieces, and ended with whoever reads or writes them.
import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GitError, type GitPlace, ownGit } from './git.ts';

/** What it prints, as it comes; a failure is a GitError at the end. Whoever stops reading ends it. */
export async function* gitOut(
  place: GitPlace,
  args: readonly string[],
  input: string | Uint8Array,
): AsyncGenerator<Uint8Array> {
  const { child, ended } = started(place, args);
  child.stdin.end(input);
  try {
    yield* child.stdout as AsyncIterable<Uint8Array>;
    await ended;
  } finally {
    child.kill();
  }
}

/** Hands it all that comes; a failure of either is one of the whole, and ends the other. */
export async function gitIn(
  place: GitPlace,
  args: readonly string[],
  input: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { child, ended } = started(place, args);
  child.stdout.resume();
  try {
    // One that ends before it was told all says why by its exit.
    await pipeline(Readable.from(input), child.stdin).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    });
    await ended;
  } finally {
    child.kill();
  }
}

const mostSaid = 64 * 1024;

function started(place: GitPlace, args: readonly string[]) {
  const { argv, env } = ownGit(place, args);
  const child = spawn('git', argv, { env, cwd: place.gitDir, stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    if (said.length < mostSaid) said += chunk.toString('utf8');
  });
  child.stdin.on('error', () => undefined);
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new GitError(args, code, said))));
  });
  ended.catch(() => undefined);
  return { child, ended };
}
