// A file of a change as the tamper radar reads it.

export interface ChangedFile {
  /** Relative to the top of the tree, with forward slashes. */
  readonly path: string;
  readonly how: 'added' | 'changed' | 'deleted';
  /** Absent: it was not there, or it is no text. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}
