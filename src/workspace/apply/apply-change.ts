// Moves files of the user's tree from what they were to what a change makes of them: all of them, or none is touched.

import { sep } from 'node:path';
import type { BlobRef, Change, FileChange } from '../../domain/change.ts';
import { failpoint } from '../../process/machine.ts';
import {
  filesBelow,
  isAt,
  readTreeFile,
  removeLeftover,
  removeTreeFile,
  type TreeFile,
  writeTreeFile,
} from './tree-files.ts';

export interface Tree {
  readonly top: string;
  /** Tells what one application leaves half written from what another does. */
  readonly key: string;
  content(ref: BlobRef): Promise<Uint8Array>;
}

export interface Clash {
  readonly path: string;
  readonly why: string;
}

/** Files that are neither as before nor as after, or where nothing may be written. */
export function clashesWith(top: string, { files }: Change): readonly Clash[] {
  const ways = waysOf(files);
  return files.flatMap((file) => {
    const why = whyNoPath(file.path) ?? whyNotMoved(top, file, ways);
    return why === undefined ? [] : [{ path: file.path, why }];
  });
}

/**
 * Files that are there already are left alone, so that it finishes what a killed process began. Each is replaced in one
 * step; what fails halfway is the caller's to take back, with the reverse.
 */
export async function applyChange(tree: Tree, change: Change): Promise<readonly Clash[]> {
  const clashes = clashesWith(tree.top, change);
  if (clashes.length > 0) return clashes;
  const beside = `.joust-${tree.key}.new`;
  for (const { path } of change.files) {
    if (readTreeFile(tree.top, path).kind !== 'other') removeLeftover(tree.top, path, beside);
  }
  // What goes, goes first: a file may become a folder, and a folder a file.
  const going = change.files.filter(({ after }) => after === undefined);
  failpoint('files to move');
  let moved = 0;
  const passed = () => {
    moved += 1;
    failpoint(`file ${moved} moved`);
  };
  for (const { path } of going) {
    refuseLink(tree.top, path);
    removeTreeFile(tree.top, path);
    passed();
  }
  for (const { path, after } of change.files) {
    if (after === undefined || isAt(refuseLink(tree.top, path), after)) continue;
    const content = await tree.content(after.content);
    writeTreeFile(tree.top, { path, mode: after.mode, content, beside });
    passed();
  }
  return [];
}

/** What takes it back. */
export function reversed({ files }: Change): Change {
  return {
    files: files.map(({ path, before, after, added, removed }) => ({
      path,
      before: after,
      after: before,
      added: removed,
      removed: added,
    })),
  };
}

/** Paths that are there only before it, and only after it. */
export interface Ways {
  readonly going: ReadonlySet<string>;
  readonly coming: ReadonlySet<string>;
}

export function waysOf(files: readonly FileChange[]): Ways {
  const paths = (side: 'before' | 'after') =>
    new Set(files.filter((file) => file[side] === undefined).map(({ path }) => path));
  return { going: paths('after'), coming: paths('before') };
}

/** Why a file cannot stand at a path: what is there in its place and does not go. */
export function whyNoRoom(
  top: string,
  { path, found }: { readonly path: string; readonly found: TreeFile },
  { going }: Ways,
): string | undefined {
  if (found.kind === 'absent' && found.behind !== undefined && !going.has(found.behind))
    return `${found.behind} is a file`;
  if (found.kind === 'folder' && filesBelow(top, path).some((each) => !going.has(each)))
    return 'there is a folder with other files in its place';
  return undefined;
}

function whyNotMoved(top: string, { path, before, after }: FileChange, ways: Ways): string | undefined {
  const found = readTreeFile(top, path);
  if (found.kind === 'other') return found.why;
  if (after === undefined) {
    // The files that come in its place may be there already.
    const replaced = found.kind === 'folder' && filesBelow(top, path).every((each) => ways.coming.has(each));
    return found.kind === 'absent' || replaced || isAt(found, before) ? undefined : 'it was changed';
  }
  if (isAt(found, after) || isAt(found, before) || (found.kind === 'folder' && before === undefined))
    return whyNoRoom(top, { path, found }, ways);
  return found.kind === 'absent' ? 'it is gone' : 'it was changed';
}

/** Looked at again right before it is touched. */
function refuseLink(top: string, path: string): TreeFile {
  const found = readTreeFile(top, path);
  if (found.kind === 'other') throw new Error(`${path} cannot be written: ${found.why}`);
  return found;
}

/** Which paths may be written: inside of the tree, and never where git keeps its own. Undefined: it may. */
export function whyNoPath(path: string): string | undefined {
  if (path.includes('\0')) return 'its name holds a NUL character';
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'it is not inside the tree';
  if (sep === '\\' && path.includes('\\')) return 'its name holds a backslash';
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..'))
    return 'it may lead out of the tree';
  return parts.some(isGitFolder) ? 'it lies where git keeps its own' : undefined;
}

/** Also by the other names that file systems have for it: in capitals, short, with what they ignore in or behind it. */
function isGitFolder(part: string): boolean {
  const plain = part
    .replaceAll(/[\u200C-\u200F\u202A-\u202E\u206A-\u206F\uFEFF]/g, '')
    .replace(/:.*$/s, '')
    .replace(/[. ]+$/, '')
    .toLowerCase();
  return plain === '.git' || plain === 'git~1';
}
