// The port of a place to work in: made, run in, sealed, cleared. One implementation per kind (checkout/, folder/); whoever holds one
// does not ask which.
import type { LeftOut } from './base/stage-tree.ts';
import type { TreeFileChange } from './base/tree-change.ts';
import type { Argv } from './sandbox/sandbox.ts';

/**
 * One attempt's or one measurement's own. The same plan names the same root, so that whoever comes after a death finds it again;
 * nothing that lies in it is trusted, since who works there may write all of it.
 */
export interface Workspace {
  /** The whole of it; the path that goes on record. */
  readonly root: string;
  /** What is worked on, and sealed. */
  readonly tree: string;
  /** Where the work starts: the tree, or a folder of it. */
  readonly folder: string;
  /** For temporary files and for caches; never sealed. */
  readonly tmp: string;
  readonly cache: string;
  /** What it borrows from outside: readable in every sandbox, and never written. */
  readonly borrowed: readonly string[];
  /** The user's own folders that it was made from; who works here has no business there. */
  readonly originals: readonly string[];
  /** The command line by which a program runs in it: what is at `tree` may be there for that program and its children alone. */
  enter(argv: Argv): Argv;
  /** The text of a plain file of the tree, as it is now; undefined: none, or longer. */
  read(path: string, maxBytes: number): string | undefined;
  /** Nobody works in one that is not. */
  isMade(): boolean;
  /** Nothing is done where it is made; what was begun and not finished is made anew. */
  make(): Promise<void>;
  /** What takes long of it, before it is known what is laid over the base; absent: nothing does. */
  makeAhead?(): Promise<void>;
  /** Whether what it shares with others is as it was when it was made; absent: it shares nothing that others could have changed. */
  isIntact?(): Promise<boolean>;
  /** As it was made, but for what is never handed in: before each measurement. */
  restore(): Promise<void>;
  /** What was left in it, against what it was made with. Writes nothing that a second sealing would see, and never throws for what lies there. */
  seal(): Promise<SealedWork>;
  /** Takes it away, whatever was done to its permissions. */
  clear(): Promise<void>;
}

export interface SealedWork {
  /** change: of a tree that others have too. folder: files on their own, those that were not given. */
  readonly kind: 'change' | 'folder';
  /** Hashes of what it was made with, and of what is there; the same for the same content. */
  readonly base: string;
  readonly tree: string;
  readonly change: readonly TreeFileChange[];
  /** As git writes it; absent: nothing changed, or there is none for this kind. */
  readonly patch?: Uint8Array;
  /** Not kept, by name. */
  readonly leftOut: readonly LeftOut[];
  /** Required files that are not there, or empty. */
  readonly missing: readonly string[];
  /** Given to be read only, and not as they were given. */
  readonly altered: readonly string[];
}
