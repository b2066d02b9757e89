// Puts an entry on a branch of its own, on top of the commit the contest was played on; no file of the user's is touched.
import type { PatchApplied } from '../../domain/entry-event.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { makeBranch, makeCommit, whyNoBranch } from '../../workspace/apply-branch.ts';
import { refCommit } from '../../workspace/apply-repository.ts';
import type { ApplySetting } from './apply-tree.ts';
import { recordApplied } from './hands.ts';
import { baseOf, messageOf, refuseForeign } from './to-commit.ts';

/** Refuses before anything is made; else the commit it will stand on. */
export async function readyToBranch(setting: ApplySetting, name: string): Promise<string> {
  const { folder, opened } = setting;
  const why = await whyNoBranch(folder, name);
  if (why !== undefined) throw new JoustError(why, { code: 'usage', hint: 'Choose another name.' });
  const commit = baseOf(opened);
  if (commit !== undefined && (await refCommit(folder, commit)) === undefined)
    throw new JoustError(
      `the commit ${commit.slice(0, 12)} the contest was played on is not there any more`,
      {
        code: 'none-usable',
        hint: 'Apply it to your files instead, without --branch.',
      },
    );
  return await refuseForeign(setting);
}

/** On record between the commit, which nothing points to yet, and the branch. */
export async function putOnBranch(
  setting: ApplySetting,
  begun: PatchApplied & { readonly branch: string; readonly parent: string },
): Promise<PatchApplied> {
  const { hands, contest, entry, folder } = setting;
  const commit = await makeCommit(folder, {
    parent: begun.parent,
    change: entry.sealed.change,
    message: await messageOf(setting),
    content: (ref) => hands.ledger.blob(ref),
  });
  const applied = { ...begun, commit };
  await recordApplied(hands, { contest, applied }, []);
  await makeBranch(folder, begun.branch, commit);
  return applied;
}
