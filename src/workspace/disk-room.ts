// How much a race will take on disk: workspaces of all who play, and one to measure in.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Base } from '../domain/change.ts';
import { folderBytes, freeBytes } from '../process/files/folder.ts';

export interface Room {
  readonly needBytes: number;
  readonly eachBytes: number;
  /** Undefined: nobody can tell. */
  readonly freeBytes: number | undefined;
}

/** A file takes whole blocks, and its folders and index some more. */
const perFileBytes = 4096;

export async function roomFor({
  home,
  base,
  copy,
  runners,
}: {
  readonly home: string;
  readonly base: Base;
  readonly copy: readonly string[];
  readonly runners: number;
}): Promise<Room> {
  let eachBytes = base.bytes + base.files * perFileBytes;
  for (const pattern of copy)
    for (const path of globSync(pattern, { cwd: base.folder }))
      eachBytes += await folderBytes(join(base.folder, path));
  return { eachBytes, needBytes: eachBytes * (runners + 1), freeBytes: await freeBytes(home) };
}
