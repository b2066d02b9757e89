// What became of the files of a change, read from the tree.
import type { Change } from '../domain/change.ts';
import { sha256 } from '../process/machine.ts';
import { isAt, readTreeFile } from './tree-files.ts';

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
