// Work made elsewhere as a tree on the base of a race: a branch, a patch, or a folder with the whole project in it.
import { lstatSync, mkdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { JoustError } from '../../domain/joust-error.ts';
import { askGit, GitError, git, gitText } from '../../process/git/git.ts';
import type { Store } from '../checkout/store.ts';
import { entryLimits, type LeftOut, stageTree } from './stage-tree.ts';

export type AdoptSource =
  | { readonly kind: 'branch'; readonly name: string }
  | { readonly kind: 'patch'; readonly content: Uint8Array; readonly name: string }
  | { readonly kind: 'folder'; readonly path: string };

/** What somebody named: a folder, a file with a patch, else a branch; and what to call it. */
export async function adoptSource(
  said: string,
  cwd: string,
): Promise<{ readonly source: AdoptSource; readonly usualName: string }> {
  const path = resolve(cwd, said);
  const usualName = basename(said).replace(/\.(?:patch|diff)$/, '');
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isFile())
    return { source: { kind: 'patch', content: await readFile(path), name: said }, usualName };
  if (!found?.isDirectory()) return { source: { kind: 'branch', name: said }, usualName };
  return { source: { kind: 'folder', path }, usualName: basename(path) };
}

export interface AdoptPlace {
  readonly store: Store;
  readonly tree: string;
  readonly snapshot: string;
  /** The user's repository. */
  readonly folder: string;
  readonly nonce: string;
}

export async function adoptTree(
  source: AdoptSource,
  place: AdoptPlace,
): Promise<{ readonly tree: string; readonly leftOut: readonly LeftOut[] }> {
  if (source.kind === 'branch') return { tree: await branchTree(source.name, place), leftOut: [] };
  const scratch = join(place.store.gitDir, `adopt-${place.nonce}`);
  mkdirSync(scratch, { recursive: true, mode: 0o700 });
  const index = { gitDir: place.store.gitDir, index: join(scratch, 'index') };
  try {
    await git(index, ['read-tree', place.tree]);
    if (source.kind === 'patch') await applyPatch(index, source);
    const leftOut =
      source.kind === 'folder' ? await stageTree({ ...index, workTree: source.path }, entryLimits) : [];
    return { tree: await gitText(index, ['write-tree']), leftOut };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** What the branch did since it left the base's history, on the base. */
async function branchTree(name: string, { store, snapshot, folder }: AdoptPlace): Promise<string> {
  const commit = (
    await askGit(folder, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`])
  )?.trim();
  if (commit === undefined || commit === '')
    throw new JoustError(`${name} is no branch, patch or folder`, {
      code: 'not-found',
      hint: `Name a branch or commit of ${folder}, the path of a patch, or a folder with the changed project.`,
    });
  try {
    const merged = await gitText(store, ['merge-tree', '--write-tree', '--no-messages', snapshot, commit]);
    return merged.split('\n')[0] ?? '';
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw misfit(name, error);
  }
}

async function applyPatch(
  index: { readonly gitDir: string; readonly index: string },
  { content, name }: Extract<AdoptSource, { kind: 'patch' }>,
): Promise<void> {
  try {
    await git(index, ['apply', '--cached', '--whitespace=nowarn', '-'], content);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw misfit(name, error);
  }
}

function misfit(name: string, error: GitError): JoustError {
  const why = error.stderr.trim().split('\n')[0] ?? '';
  return new JoustError(`${name} does not fit the base of the race${why === '' ? '' : `: ${why}`}`, {
    code: 'usage',
    hint: 'Bring it up to the commit the race started from, or give a folder with the whole project as it should be.',
    cause: error,
  });
}
