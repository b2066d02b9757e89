// How it goes over the wire what entries change: who changed which files, and one of them whole.
import type { ChangedFile } from '../../domain/changed-file.ts';
import type { Outcome } from '../../domain/outcome.ts';

export interface EntryDiff {
  readonly contest: string;
  readonly winner?: string;
  readonly entries: readonly {
    readonly contestant: string;
    readonly outcome?: Outcome;
    readonly partial?: boolean;
    readonly files: readonly ChangedFile[];
  }[];
  /** Absent: there is no winner, and nobody was named. */
  readonly shown?: ShownDiff;
}

export interface ShownDiff {
  readonly contestant: string;
  readonly against?: string;
  readonly files: readonly ChangedFile[];
  /** Touched by the other as well; without another, by any. */
  readonly common: readonly string[];
  readonly only: readonly { readonly contestant: string; readonly paths: readonly string[] }[];
  /** Empty where it is withheld. */
  readonly patch: string;
  /** Why the patch is not for this reader. */
  readonly withheld?: string;
}

export interface ContestDiff extends EntryDiff {
  /** The patch is cut: these are not in it, and each can be had by itself. */
  readonly cut?: { readonly characters: number; readonly files: readonly string[] };
}
