// What the user's repository and the files of a change in it are like before something is written. Nothing is written here.
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { BlobRef, Change, FileChange } from '../../domain/change.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { runGitHere } from '../../process/git/git.ts';
import { sha256 } from '../../process/machine.ts';
import { turnedByGit } from '../base/disk-content.ts';
import { isAt, readTreeFile } from './tree-files.ts';

/** The folder that holds `.git`, upwards from where the user stood. */
export function topOf(start: string): string | undefined {
  for (let folder = resolve(start); ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

/** What git answers; whatever it refuses is the user's to see. */
export async function askHere(top: string, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runGitHere(top, { args, env: { GIT_OPTIONAL_LOCKS: '0' } });
  if (code === 0) return stdout.toString('utf8');
  throw new JoustError(`git ${args[0]} in ${top} did not work: ${stderr.trim()}`, { code: 'none-usable' });
}

export async function headCommit(top: string): Promise<string> {
  return (await askHere(top, ['rev-parse', '--verify', 'HEAD^{commit}'])).trim();
}

/** Undefined: there is none, or it is no commit. */
export async function refCommit(top: string, ref: string): Promise<string | undefined> {
  const args = ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`];
  const { code, stdout } = await runGitHere(top, { args });
  return code === 0 ? stdout.toString('utf8').trim() : undefined;
}

const unfinished = {
  MERGE_HEAD: 'a merge',
  'rebase-merge': 'a rebase',
  'rebase-apply': 'a rebase',
  CHERRY_PICK_HEAD: 'a cherry-pick',
  REVERT_HEAD: 'a revert',
} as const;

/** What git is in the middle of; undefined: nothing. */
export async function whatGoesOn(top: string): Promise<string | undefined> {
  const names = Object.keys(unfinished);
  const said = await askHere(top, ['rev-parse', ...names.flatMap((name) => ['--git-path', name])]);
  const at = said.split('\n').findIndex((path) => path !== '' && existsSync(resolve(top, path)));
  return Object.values(unfinished)[at];
}

/** A command line holds only so much. */
const pathsAtOnce = 200;

/** Those of the paths whose file or index is not as HEAD has it. */
export async function uncommitted(top: string, paths: readonly string[]): Promise<readonly string[]> {
  const how = ['--porcelain=v1', '-z', '--no-renames', '--untracked-files=all', '--ignore-submodules=all'];
  const changed = new Set<string>();
  // Of these alone: where git looks at others, it runs the user's filters on what was applied to them.
  for (let at = 0; at < paths.length; at += pathsAtOnce) {
    const some = paths.slice(at, at + pathsAtOnce).map((path) => `:(top,literal)${path}`);
    const listed = (await askHere(top, ['status', ...how, '--', ...some])).split('\0');
    for (const line of listed) changed.add(line.slice(3));
  }
  return paths.filter((path) => changed.has(path));
}

/** Files that the entry's base does not have as the commit has them: the user's own uncommitted work of that time. */
export async function notInCommit(
  { top, commit, content }: { top: string; commit: string; content(ref: BlobRef): Promise<Uint8Array> },
  { files }: Change,
): Promise<readonly string[]> {
  const listed = await filesIn(top, commit);
  const found: string[] = [];
  const turned = await turnedByGit(
    top,
    files.flatMap(({ path, before }) => (before?.mode === '120000' ? [] : [path])),
  );
  for (const { path, before } of files) {
    const text = before && (await content(before.content));
    const isThere = (oid: string | undefined) => listed.get(path) === (before && `${before.mode} ${oid}`);
    if (isThere(text && blobId(text, commit))) continue;
    if (text === undefined || !turned.has(path) || !isThere(await turnedId(top, path, text)))
      found.push(path);
  }
  return found;
}

/** Mode and object by path. */
async function filesIn(top: string, commit: string): Promise<ReadonlyMap<string, string>> {
  const listed = await askHere(top, ['ls-tree', '-r', '-z', '--full-tree', commit]);
  const files = new Map<string, string>();
  for (const line of listed.split('\0')) {
    const cut = line.indexOf('\t');
    const [mode = '', , oid = ''] = line.slice(0, cut).split(' ');
    if (cut > 0) files.set(line.slice(cut + 1), `${mode} ${oid}`);
  }
  return files;
}

/** By the hash that the repository's commits show. */
function blobId(content: Uint8Array, commit: string): string {
  const hash = createHash(commit.length === 64 ? 'sha256' : 'sha1');
  return hash.update(`blob ${content.length}\0`).update(content).digest('hex');
}

/** Of content as git itself turns its line ends and the like on the way into a commit. */
async function turnedId(top: string, path: string, content: Uint8Array): Promise<string> {
  const args = ['hash-object', '--stdin', `--path=${path}`];
  const { stdout } = await runGitHere(top, { args, stdin: content });
  return stdout.toString('utf8').trim();
}

/** Made by the change: git does not know them yet. */
export function freshPaths(files: readonly FileChange[]): readonly string[] {
  return files.filter(({ before }) => before === undefined).map(({ path }) => path);
}

interface TreeTraits {
  /** Permission bits by path. */
  readonly files: Readonly<Record<string, number>>;
  readonly folders: Readonly<Record<string, number>>;
}

/** Of what a change touches, as it is before. */
export function readTraits(top: string, { files }: Change): TreeTraits {
  const traits = { files: emptyRecord(), folders: emptyRecord() };
  for (const { path } of files) {
    const found = look(join(top, path));
    if (found?.isFile() === true) traits.files[path] = found.mode & 0o7777;
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
      const parent = look(join(top, folder));
      if (parent?.isDirectory() === true) traits.folders[folder] = parent.mode & 0o7777;
    }
  }
  return traits;
}

/** After the files are back. What is not as expected is left alone. */
export function restoreTraits(top: string, { files, folders }: TreeTraits): void {
  const byDepth = Object.entries(folders).toSorted(([one], [other]) => one.length - other.length);
  for (const [path, mode] of byDepth) {
    const place = join(top, path);
    if (look(place) === undefined && look(dirname(place))?.isDirectory() === true) mkdirSync(place);
    if (look(place)?.isDirectory() === true) chmodSync(place, mode);
  }
  for (const [path, mode] of Object.entries(files))
    if (look(join(top, path))?.isFile() === true) chmodSync(join(top, path), mode);
}

/** Any name is only a name. */
function emptyRecord(): Record<string, number> {
  return Object.create(null) as Record<string, number>;
}

function look(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** The change with `after` as it is now, and the contents that are new in it. */
export function applyStates(
  top: string,
  { files }: Change,
): { readonly change: Change; readonly contents: readonly Uint8Array[] } {
  const contents: Uint8Array[] = [];
  const read = files.map((file) => {
    const found = readTreeFile(top, file.path);
    if (isAt(found, file.after) || found.kind === 'folder' || found.kind === 'other') return file;
    const { after: _, ...rest } = file;
    if (found.kind === 'absent') return rest;
    contents.push(found.content);
    const content = { sha256: sha256(found.content), bytes: found.content.length };
    return { ...rest, after: { mode: found.mode, content } };
  });
  return { change: { files: read }, contents };
}

/** Whether every file is as the change leaves it. */
export function isThere(top: string, { files }: Change): boolean {
  return files.every(({ path, after }) => {
    const found = readTreeFile(top, path);
    // A folder may have come in the place of a file that went.
    return isAt(found, after) || (after === undefined && found.kind === 'folder');
  });
}
