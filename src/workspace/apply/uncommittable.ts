// What git cannot commit of a change: files of a submodule, which are another repository's, and content that a filter of the user's would have
// to turn first (Git LFS, git-crypt), which never runs on what a contestant wrote.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BlobRef, Change, FileChange } from '../../domain/change.ts';
import { tempFolder } from '../../process/files/folder.ts';
import { turningIn } from '../base/disk-content.ts';
import type { Clash } from './apply-change.ts';
import { readTreeFile } from './tree-files.ts';
import { askHere } from './user-repository.ts';

export interface ChangeToCommit {
  readonly top: string;
  readonly change: Change;
  content(ref: BlobRef): Promise<Uint8Array>;
}

export async function uncommittable(request: ChangeToCommit): Promise<readonly Clash[]> {
  const { top, change } = request;
  const modules = await submodulesOf(top);
  const inModules = change.files.flatMap(({ path }) => {
    const module = modules.find((one) => path === one || path.startsWith(`${one}/`));
    return module === undefined ? [] : [{ path, why: `it lies in the submodule ${module}` }];
  });
  const filtered = new Set([...(await filteredNow(request)), ...(await filteredAfter(request))]);
  return [
    ...inModules,
    ...[...filtered].map((path) => ({ path, why: 'it passes through a filter of yours' })),
  ];
}

async function submodulesOf(top: string): Promise<readonly string[]> {
  const listed = (await askHere(top, ['ls-files', '-z', '--stage'])).split('\0');
  return listed.flatMap((line) => (line.startsWith('160000 ') ? [line.slice(line.indexOf('\t') + 1)] : []));
}

/** No filter takes a link. */
function plainPaths({ files }: Change): readonly string[] {
  return files.flatMap(({ path, before, after }) => ((after ?? before)?.mode === '120000' ? [] : [path]));
}

async function filteredNow({ top, change }: ChangeToCommit): Promise<readonly string[]> {
  const paths = plainPaths(change);
  const turning = await turningIn(top, { paths, autocrlf: undefined });
  return paths.filter((path) => turning(path) === 'filtered');
}

/** Also by the attributes that the change itself brings. */
async function filteredAfter(request: ChangeToCommit): Promise<readonly string[]> {
  const { top, change } = request;
  const changed = change.files.filter(({ path }) => isAttributes(path));
  if (changed.length === 0) return [];
  using folder = tempFolder();
  for (const path of attributesOver(plainPaths(change))) {
    const text = await textAfter(request, { path, changed });
    if (text === undefined) continue;
    mkdirSync(dirname(join(folder.path, path)), { recursive: true });
    writeFileSync(join(folder.path, path), text);
  }
  const gitDir = (await askHere(top, ['rev-parse', '--absolute-git-dir'])).trim();
  const env = { GIT_DIR: gitDir, GIT_WORK_TREE: folder.path };
  const paths = plainPaths(change);
  const turning = await turningIn(folder.path, { paths, autocrlf: undefined, env });
  return paths.filter((path) => turning(path) === 'filtered');
}

function isAttributes(path: string): boolean {
  return path === '.gitattributes' || path.endsWith('/.gitattributes');
}

function attributesOver(paths: readonly string[]): ReadonlySet<string> {
  const found = new Set(['.gitattributes']);
  for (const path of paths)
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder))
      found.add(`${folder}/.gitattributes`);
  return found;
}

async function textAfter(
  { top, content }: ChangeToCommit,
  { path, changed }: { readonly path: string; readonly changed: readonly FileChange[] },
): Promise<Uint8Array | undefined> {
  const own = changed.find((one) => one.path === path);
  if (own !== undefined) return own.after === undefined ? undefined : await content(own.after.content);
  const found = readTreeFile(top, path);
  return found.kind === 'file' && found.mode !== '120000' ? found.content : undefined;
}
