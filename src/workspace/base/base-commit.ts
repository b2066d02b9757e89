// The commit a folder's repository stands on, read from its files: no process is started for it.
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Undefined: no repository, no commit yet, or kept in a way this does not read. */
export function baseCommit(folder: string): string | undefined {
  const git = gitFolder(folder);
  if (git === undefined) return undefined;
  const head = read(join(git, 'HEAD'))?.trim();
  if (head === undefined || commitShape.test(head)) return head;
  const ref = /^ref: (refs\/.+)$/.exec(head)?.[1];
  if (ref === undefined) return undefined;
  const common = resolve(git, read(join(git, 'commondir'))?.trim() ?? '.');
  const loose = read(join(git, ref)) ?? read(join(common, ref));
  return commitIn(loose?.trim()) ?? packed(common, ref);
}

const commitShape = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

function commitIn(text: string | undefined): string | undefined {
  return text !== undefined && commitShape.test(text) ? text : undefined;
}

function packed(common: string, ref: string): string | undefined {
  const line = read(join(common, 'packed-refs'))
    ?.split('\n')
    .find((each) => each.endsWith(` ${ref}`));
  return commitIn(line?.split(' ')[0]);
}

/** Upwards from the folder; a file points to where the repository of a worktree or submodule is. */
function gitFolder(start: string): string | undefined {
  for (let folder = resolve(start); ; folder = dirname(folder)) {
    const path = join(folder, '.git');
    const kind = kindOf(path);
    if (kind === 'folder') return path;
    const target = kind === 'file' ? /^gitdir: (.+)$/m.exec(read(path) ?? '')?.[1] : undefined;
    if (target !== undefined) return resolve(folder, target);
    if (dirname(folder) === folder) return undefined;
  }
}

/** What may not be looked at is not there: nobody is kept from asking by a folder above that is not theirs. */
function kindOf(path: string): 'folder' | 'file' | undefined {
  try {
    const found = statSync(path);
    if (found.isDirectory()) return 'folder';
    return found.isFile() ? 'file' : undefined;
  } catch {
    return undefined;
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
