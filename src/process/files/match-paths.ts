// The paths in a folder that patterns name, as Node's own search finds them. Names and single stars, which most patterns are made of, are
// looked for without a look at every file: in a large tree that takes a tenth of a second each time.
import { globSync, lstatSync, readdirSync, statfsSync } from 'node:fs';
import { basename, join } from 'node:path';

/** What lies in a repository's own folder is not found. */
export function matchPaths(folder: string, patterns: readonly string[]): readonly string[] {
  const foldersIn = foldersOf(folder);
  const exclude = (name: unknown) => basename(String(name)) === '.git';
  const found = patterns.flatMap((pattern) => {
    const parts = plain.test(pattern) ? pattern.split('/') : undefined;
    return parts === undefined
      ? globSync(pattern, { cwd: folder, exclude })
      : byParts(parts, foldersIn).filter((path) => isThere(join(folder, path)));
  });
  return [...new Set(found)];
}

/** The last part is a name. No part leads up, or into a repository's own folder. */
const plain = /^(?!(?:.*\/)?(?:[.]{1,2}|[.]git)(?:\/|$))(?:(?:[\w.@+-]+|\*)\/)*[\w.@+-]+$/;

function byParts(
  parts: readonly string[],
  foldersIn: (path: string) => readonly string[],
): readonly string[] {
  let found = [''];
  for (const part of parts)
    found = found.flatMap((path) =>
      (part === '*' ? foldersIn(path) : [part]).map((name) => (path === '' ? name : `${path}/${name}`)),
    );
  return found;
}

/** Without hidden ones and links; each is asked once. */
function foldersOf(top: string): (path: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  const counts = countsFolders(top);
  return (path) => {
    const names = known.get(path) ?? (counts && isLeaf(join(top, path)) ? [] : namesIn(join(top, path)));
    known.set(path, names);
    return names;
  };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

/** ext, xfs, tmpfs: a folder has one link more for each folder in it. */
const counting: ReadonlySet<number> = new Set([0xef53, 0x58465342, 0x01021994]);

function countsFolders(folder: string): boolean {
  try {
    return counting.has(statfsSync(folder).type);
  } catch {
    return false;
  }
}

function isLeaf(folder: string): boolean {
  const found = look(folder);
  return found?.isDirectory() === true && found.nlink === 2;
}

function isThere(path: string): boolean {
  return look(path) !== undefined;
}

function look(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
