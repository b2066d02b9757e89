// A changed file as people read it: how it changed, by how many lines, and its path. Apart from the schemas, for views.
import type { FileState } from './change.ts';

export interface ChangedFile {
  readonly path: string;
  readonly how: 'added' | 'changed' | 'deleted';
  /** Absent: binary. */
  readonly added?: number;
  readonly removed?: number;
  /** As git writes them, where the file was and is, and its mode changed. */
  readonly modes?: { readonly before: string; readonly after: string };
}

export function changedFile(file: {
  readonly path: string;
  readonly before?: FileState | undefined;
  readonly after?: FileState | undefined;
  readonly added?: number | undefined;
  readonly removed?: number | undefined;
}): ChangedFile {
  const { path, before, after, added, removed } = file;
  const kept = after === undefined ? 'deleted' : 'changed';
  return {
    path,
    how: before === undefined ? 'added' : kept,
    added,
    removed,
    modes:
      before !== undefined && after !== undefined && before.mode !== after.mode
        ? { before: before.mode, after: after.mode }
        : undefined,
  };
}

interface ChangedLines {
  readonly added: number;
  readonly removed: number;
}

/** Binary files have none. */
export function changedLines(
  files: readonly { readonly added?: number | undefined; readonly removed?: number | undefined }[],
): ChangedLines {
  const sum = (of: 'added' | 'removed') => files.reduce((total, file) => total + (file[of] ?? 0), 0);
  return { added: sum('added'), removed: sum('removed') };
}

/** On one line, as git writes it: in quotes where something in it would break the line. */
export function quotedPath(path: string): string {
  return /["\\\p{Cc}\u2028\u2029]/u.test(path) ? JSON.stringify(path) : path;
}
