// Puts an entry into the user's files: on record first, then written, and taken back whole where that fails halfway.

import type { ContestOpened } from '../../domain/event.ts';
import type { PatchApplied } from '../../domain/events/entry-event.ts';
import { JoustError } from '../../domain/joust-error.ts';
import type { SealedEntry } from '../../formats/race/sealed-entries.ts';
import { applyChange, clashesWith, reversed } from '../../workspace/apply/apply-change.ts';
import { type MergedChange, mergeChange } from '../../workspace/apply/merge-change.ts';
import { restoreTraits } from '../../workspace/apply/user-repository.ts';
import { type ApplyContext, recordApplied, recordUndone, refused, treeOf } from './applications.ts';

/** What is to be applied, and where. */
export interface ApplySetting {
  readonly context: ApplyContext;
  readonly contest: string;
  readonly opened: ContestOpened;
  readonly entry: SealedEntry;
  /** The top of the user's tree. */
  readonly folder: string;
  /** The key of the last application of this contest that stands, as it was when this was planned. */
  readonly last: string | undefined;
  /** In place of the first line of the task. */
  readonly message?: string;
}

/** What would be written; refused where the user's work and the entry cannot be brought together. */
export async function planTree({
  context,
  contest,
  entry,
  folder,
  last,
}: ApplySetting): Promise<MergedChange> {
  const { ledger } = context;
  const plan = await mergeChange(folder, entry.sealed.change, (ref) => ledger.blob(ref));
  if (plan.conflicts.length === 0) return plan;
  throw refused(
    `the entry of ${entry.contestant} does not fit your files in ${folder} any more`,
    plan.conflicts,
    last !== undefined
      ? `Take back what is applied with: joust undo ${contest}; or see joust diff ${contest} ${entry.contestant}.`
      : `See what it changes with: joust diff ${contest} ${entry.contestant}; or put it on a branch with --branch NAME.`,
  );
}

/** The tree is held. Whoever is killed after the record leaves an application to be finished or taken back. */
export async function putInTree(
  { context, contest }: ApplySetting,
  applied: PatchApplied,
  contents: readonly Uint8Array[],
): Promise<void> {
  const clashes = clashesWith(applied.folder, applied.change);
  if (clashes.length > 0)
    throw refused('files changed since they were looked at', clashes, `Try again: joust apply ${contest}`);
  await recordApplied(context, { contest, applied }, contents);
  await finishTree({ context, contest }, applied);
}

/** Writes what is not written yet. */
export async function finishTree(
  { context, contest }: Pick<ApplySetting, 'context' | 'contest'>,
  applied: PatchApplied,
): Promise<void> {
  try {
    const clashes = await applyChange(treeOf(context, applied), applied.change);
    if (clashes.length === 0) return;
    throw refused('files changed while they were written', clashes, `Take it back: joust undo ${contest}`);
  } catch (cause) {
    throw await takenBack({ context, contest }, { applied, cause });
  }
}

/** What is to be told: why it failed, and how the files are now. */
export async function takenBack(
  { context, contest }: Pick<ApplySetting, 'context' | 'contest'>,
  { applied, cause }: { readonly applied: PatchApplied; readonly cause: unknown },
): Promise<JoustError> {
  const why = cause instanceof Error ? cause.message : String(cause);
  try {
    const clashes = await applyChange(treeOf(context, applied), reversed(applied.change));
    if (clashes.length > 0) throw refused('files changed meanwhile', clashes, '');
    if (applied.traits !== undefined) restoreTraits(applied.folder, applied.traits);
    await recordUndone(context, contest, applied.key);
    return new JoustError(`it could not be applied, and your files are as they were: ${why}`, {
      code: 'none-usable',
      cause,
    });
  } catch (second) {
    const also = second instanceof Error ? second.message : String(second);
    return new JoustError(`it could not be applied whole: ${why}\nand it could not be taken back: ${also}`, {
      code: 'none-usable',
      hint: `Each file is as before or as after. Finish it with joust apply ${contest}, or take it back with joust undo ${contest}.`,
      cause,
    });
  }
}
