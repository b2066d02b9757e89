// Folders to start in: those on record, and what lies below one of them; with what each is good for.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { JoustError, unreadable } from '../../domain/joust-error.ts';
import type { Archive } from '../../record/archive.ts';
import type { FoldersJson } from '../../views/wire/folders-json.ts';

const mostRecent = 50;
const mostBelow = 500;

/** Those that are gone are left out. */
export async function recentFolders(archive: Archive): Promise<NonNullable<FoldersJson['recent']>> {
  const found = new Map<string, { path: string; lastAt: string; contests: number }>();
  for (const { event, at } of await archive.contests({ top: true })) {
    if (event.type !== 'contest.opened') continue;
    const path = event.task.cwd;
    const known = found.get(path) ?? { path, lastAt: at, contests: 0 };
    found.set(path, { ...known, contests: known.contests + 1 });
  }
  return [...found.values()]
    .filter(({ path }) => isFolder(path))
    .slice(0, mostRecent)
    .map((one) => ({ ...one, ...marksOf(one.path) }));
}

/** Names only, and none that are hidden. */
export function foldersBelow(path: string): FoldersJson['here'] {
  if (!isAbsolute(path) || !isFolder(path))
    throw new JoustError(`${path} is no folder of this machine`, {
      code: 'usage',
      setting: 'path',
      hint: 'Give the absolute path of one that exists.',
    });
  const names = namesIn(path).toSorted((one, other) => one.localeCompare(other));
  const parent = dirname(path);
  return {
    path,
    ...marksOf(path),
    more: Math.max(0, names.length - mostBelow),
    parent: parent !== path ? parent : undefined,
    folders: names.slice(0, mostBelow).map((name) => {
      const below = join(path, name);
      return { name, path: below, ...marksOf(below) };
    }),
  };
}

function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => !entry.name.startsWith('.') && (entry.isDirectory() || entry.isSymbolicLink()))
      .map(({ name }) => name)
      .filter((name) => isFolder(join(path, name)));
  } catch (cause) {
    throw unreadable(`the folder ${path}`, path, cause);
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

function marksOf(path: string) {
  return { repository: existsSync(join(path, '.git')), brief: existsSync(join(path, 'brief.yaml')) };
}
