// Loads a module of the user's: by its path, or by the name of a package that is installed near one of some folders.
import { readFileSync } from 'node:fs';
import { createRequire, findPackageJSON } from 'node:module';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { joustProgram } from './spawn/programs.ts';

/** Beside joust itself: where a package installed along with it is found. */
export const besideJoust = dirname(joustProgram);

/** Undefined: nothing is installed under that name. What goes wrong while it is loaded is thrown. */
export async function loadModule(
  name: string,
  folders: readonly string[],
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const path = isAbsolute(name) ? name : fileOf(name, folders);
  return path === undefined ? undefined : await import(pathToFileURL(path).href);
}

function fileOf(name: string, folders: readonly string[]): string | undefined {
  for (const folder of folders) {
    const from = join(folder, 'joust-config.js');
    try {
      return createRequire(from).resolve(name);
    } catch {
      // A package that is only there for `import` is not told to `require`.
      const found = imported(name, from);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function imported(name: string, from: string): string | undefined {
  try {
    const file = findPackageJSON(name, pathToFileURL(from));
    if (file === undefined) return undefined;
    const { exports: told } = JSON.parse(readFileSync(file, 'utf8')) as { exports?: unknown };
    const entry = entryIn(told);
    return entry === undefined ? undefined : resolve(dirname(file), entry);
  } catch {
    return undefined;
  }
}

/** The main entry of a package for `import`. */
function entryIn(told: unknown): string | undefined {
  if (typeof told === 'string') return told;
  if (typeof told !== 'object' || told === null) return undefined;
  const conditions = told as Readonly<Record<string, unknown>>;
  return entryIn(conditions['.'] ?? conditions['node'] ?? conditions['import'] ?? conditions['default']);
}
