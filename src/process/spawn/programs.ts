// Where programs are: joust's own, and those of the user on PATH.
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const nodeProgram = process.execPath;

/** The program of joust's own calls, beside this file's bundle when published and above this folder in the source. */
export const callProgram = fileURLToPath(
  import.meta.url.endsWith('.ts')
    ? new URL('../../agents/call.ts', import.meta.url)
    : new URL('./call.cjs', import.meta.url),
);

/** What test runners among the Node processes of a check leave a report by. */
export const testReportsModule = fileURLToPath(new URL('./test-reports.cjs', import.meta.url));

/** joust itself, for a process of its own: whoever plays may be a host program, which is not joust. */
export const joustProgram = fileURLToPath(
  import.meta.url.endsWith('.ts')
    ? new URL('../../surfaces/cli/bin.ts', import.meta.url)
    : new URL('../bin/joust.cjs', import.meta.url),
);

/** What a process of joust's own reads to start: its files and its packages, wherever they are installed. */
export function ownFolders(): readonly string[] {
  const [above = '', inside] = callProgram.split(/(?<=[/\\]node_modules)[/\\]/, 2);
  const files = inside === undefined ? dirname(dirname(callProgram)) : above;
  return [files, dirname(nodeProgram)];
}

export interface Lookup {
  readonly path: string | undefined;
  readonly cwd: string;
}

/** The executable a name stands for; a name with a slash is a path, relative to cwd. */
export function findProgram(name: string, { path, cwd }: Lookup): string | undefined {
  if (name.includes('/')) return executable(isAbsolute(name) ? name : resolve(cwd, name));
  for (const folder of (path ?? '').split(delimiter)) {
    // An empty or relative entry would run what lies in a cloned repository.
    if (!isAbsolute(folder)) continue;
    const found = executable(join(folder, name));
    if (found !== undefined) return found;
  }
  return undefined;
}

function executable(path: string): string | undefined {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile() ? path : undefined;
  } catch {
    return undefined;
  }
}
