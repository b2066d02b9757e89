// A changed file in figures: how it changed, and by how many lines.
import type { FileState } from './change.ts';

export interface ChangedFile {
  readonly path: string;
  readonly how: 'added' | 'changed' | 'deleted';
  /** Absent: binary. */
  readonly added?: number;
  readonly removed?: number;
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
    ...(added !== undefined && { added }),
    ...(removed !== undefined && { removed }),
  };
}
