// A change between two trees as the ledger keeps it: its contents staged, and named by what goes on record.
import type { Change, FileChange, FileState } from '../../domain/change.ts';
import type { Ledger, StagedBlob } from '../../ledger/ledger.ts';
import type { TreeFile, TreeFileChange } from '../../workspace/base/tree-change.ts';

export interface StagedChange {
  readonly change: Change;
  readonly blobs: readonly StagedBlob[];
}

export async function stageChange(ledger: Ledger, changed: readonly TreeFileChange[]): Promise<StagedChange> {
  const blobs: StagedBlob[] = [];
  const state = async ({ mode, content }: TreeFile): Promise<FileState> => {
    const staged = await ledger.stage(content);
    blobs.push(staged);
    return { mode, content: staged.ref };
  };
  const files: FileChange[] = [];
  for (const { path, before, after, added, removed } of changed)
    files.push({
      path,
      ...(before !== undefined && { before: await state(before) }),
      ...(after !== undefined && { after: await state(after) }),
      ...(added !== undefined && { added }),
      ...(removed !== undefined && { removed }),
    });
  return { change: { files }, blobs };
}
