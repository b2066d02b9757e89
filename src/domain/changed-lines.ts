// Added and removed lines of a change; binary files have none.

export interface ChangedLines {
  readonly added: number;
  readonly removed: number;
}

export function changedLines(
  files: readonly { readonly added?: number | undefined; readonly removed?: number | undefined }[],
): ChangedLines {
  const sum = (of: 'added' | 'removed') => files.reduce((total, file) => total + (file[of] ?? 0), 0);
  return { added: sum('added'), removed: sum('removed') };
}
