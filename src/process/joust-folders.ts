// The folders joust keeps for itself: its home (record, token, keys) and its config. A file of theirs never becomes part of a task,
// under whatever name it is reached.
import { type Dirent, lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { canonical } from './files/config-file.ts';
import { configFolder, joustHome, type Machine } from './machine.ts';

export interface JoustFolders {
  readonly home: string;
  readonly config: string;
}

type Place = Pick<Machine, 'env' | 'home' | 'platform'>;

/** `home`: where a host program keeps its contests, if not where the machine says. */
export function joustFolders(machine: Place, home = joustHome(machine)): JoustFolders {
  return { home: canonical(home), config: canonical(configFolder(machine)) };
}

/** `cwd`: a contestant that works in a folder of joust's home may name the files of that folder. */
export function isJoustsOwn(path: string, { home, config }: JoustFolders, cwd: string): boolean {
  const real = canonical(path);
  if (isWithin(real, config)) return true;
  if (isWithin(real, home)) {
    const laidOut = workplaceOf(real, home);
    return laidOut === undefined || laidOut !== workplaceOf(canonical(cwd), home);
  }
  const found = statSync(real, { throwIfNoEntry: false });
  // Only a hard link has another name for a file of theirs; the walk is for those.
  return found?.isFile() === true && found.nlink > 1 && isLinked(found, [home, config]);
}

/** Both as the file system spells them. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** Folders of the home that hold projects to work in, and how far below the home one of them begins. */
const workplaces: Readonly<Record<string, number>> = { workspaces: 3, repositories: 2, harbor: 2, pool: 2 };

/** Undefined: nothing was laid out there to work in. */
function workplaceOf(path: string, home: string): string | undefined {
  if (!isWithin(path, home)) return undefined;
  const parts = relative(home, path).split(sep);
  const depth = workplaces[parts[0] ?? ''];
  return depth === undefined || parts.length < depth ? undefined : parts.slice(0, depth).join(sep);
}

/** Whether one of their files is this very file. */
function isLinked({ dev, ino }: Stats, folders: readonly string[]): boolean {
  return folders.some((folder) => {
    for (const path of ownFiles(folder)) {
      const found = lstatSync(path, { throwIfNoEntry: false });
      if (found?.ino === ino && found.dev === dev) return true;
    }
    return false;
  });
}

/** Without what was laid out to work in. */
function* ownFiles(top: string): Generator<string> {
  const waiting = entriesOf(top).filter(({ name }) => !Object.hasOwn(workplaces, name));
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) waiting.push(...entriesOf(path));
    else if (entry.isFile()) yield path;
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
