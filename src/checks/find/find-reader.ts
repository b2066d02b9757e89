// The files of a tree as those who look for checks see them; paths are relative to its top.

export interface TreeReader {
  exists(path: string): boolean;
  /** Undefined: not there, or not to be read. */
  read(path: string): string | undefined;
  /** The names in a folder; none where there is no such folder. */
  list(path: string): readonly string[];
}
