// The private checkout a step works in: what lies in it, and what may be done from there.
import type { Base, BlobRef, FileMode } from '../../domain/change.ts';

export interface WorkspaceSpec {
  /** Names it in the contest. Steps of the same name work in the same one, one after the other. */
  readonly key: string;
  readonly base: Base;
  /** Files laid over the base. */
  readonly overlay?: readonly WantedFile[];
  /** A line for the shell that makes it ready, before any clock runs. */
  readonly setup?: string;
  /** Patterns of untracked files and folders that are copied from the user's tree: dependencies. */
  readonly copy: readonly string[];
  readonly sandbox: 'none' | 'os';
  /** Most it may hold on disk. */
  readonly maxBytes: number;
  /** Tells its ports from those of the others. */
  readonly slot: number;
}

/** Without a file, the path is taken away. */
export interface WantedFile {
  readonly path: string;
  readonly file?: { readonly mode: FileMode; readonly content: BlobRef | { readonly text: string } };
}

/** What a result depends on: where the checkout is, and how large it may grow, is not part of it. */
export function specInputs({ base, overlay, setup, copy, sandbox }: WorkspaceSpec): readonly unknown[] {
  return [base.tree, base.below, overlay ?? [], setup ?? '', copy, sandbox];
}
