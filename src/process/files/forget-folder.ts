// What a CLI keeps in its own state about a folder of joust's that is gone: sessions and entries that nobody can come back to.
import { mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readSmallFile, replaceFile } from './small-file.ts';

/** By path; all of it is only ever removed where it names this very folder, whose name is random and joust's own. */
export interface FolderTraces {
  /** Folders that are named after it. */
  readonly named: readonly string[];
  /** Folders of which some hold a file with its path. */
  readonly marked: readonly { readonly folder: string; readonly mark: string }[];
  /** JSON files with an object of entries by path; whoever writes one makes a folder `FILE.lock` first. */
  readonly registries: readonly { readonly file: string; readonly field: string }[];
}

/** As far as it can be done at once; what is in use by others stays. */
export function forgetFolder(folder: string, { named, marked, registries }: FolderTraces): void {
  for (const path of named) quietly(() => rmSync(path, { recursive: true, force: true }));
  for (const { folder: among, mark } of marked) quietly(() => forgetMarked(folder, among, mark));
  for (const { file, field } of registries) quietly(() => forgetEntry(folder, file, field));
}

function forgetMarked(folder: string, among: string, mark: string): void {
  for (const name of readdirSync(among))
    if (readSmallFile(join(among, name, mark))?.trim() === folder)
      rmSync(join(among, name), { recursive: true, force: true });
}

function forgetEntry(folder: string, file: string, field: string): void {
  if (readSmallFile(file)?.includes(JSON.stringify(folder)) !== true) return;
  mkdirSync(`${file}.lock`);
  try {
    const found = JSON.parse(readSmallFile(file) ?? '{}') as Record<string, Record<string, unknown>>;
    const { [folder]: _gone, ...entries } = found[field] ?? {};
    replaceFile(file, `${JSON.stringify({ ...found, [field]: entries }, null, 2)}\n`);
  } finally {
    rmdirSync(`${file}.lock`);
  }
}

function quietly(act: () => void): void {
  try {
    act();
  } catch {
    // Not there, or somebody else is at it: an entry more or less in the CLI's own state.
  }
}
