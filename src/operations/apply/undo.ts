// undo: takes the last application of a contest back exactly, or touches nothing.

import { type ChangedFile, changedFile, quotedPath } from '../../domain/changed-file.ts';
import type { JoustEvent } from '../../domain/event.ts';
import type { PatchApplied } from '../../domain/events/entry-event.ts';
import { JoustError } from '../../domain/joust-error.ts';
import type { ProgramCaller } from '../../play/task/task-place.ts';
import { applyChange, clashesWith, reversed } from '../../workspace/apply/apply-change.ts';
import { removeBranch, uncommitFiles } from '../../workspace/apply/commit-files.ts';
import { headCommit, restoreTraits, uncommitted, whatGoesOn } from '../../workspace/apply/user-repository.ts';
import {
  type ApplyContext,
  eventsOf,
  holdTree,
  pathsOf,
  recordUndone,
  refused,
  standing,
  treeOf,
} from './applications.ts';
import { checkContestFolder } from './apply.ts';
import { madeCommit } from './commit-entry.ts';

export interface ReadyUndo {
  readonly applied: PatchApplied;
  /** These would change. */
  readonly files: readonly ChangedFile[];
  takeBack(): Promise<void>;
}

/** Nothing is touched yet. `program`: absent, the user asks. */
export async function prepareUndo(
  context: ApplyContext,
  contest: string,
  program: ProgramCaller | undefined,
): Promise<ReadyUndo> {
  const events = await eventsOf(context, contest);
  const opened = events.find((event) => event.type === 'contest.opened');
  if (program !== undefined && opened !== undefined) checkContestFolder(context, opened, program);
  const applied = standing(events).at(-1);
  if (applied === undefined) throw nothingApplied(contest);
  if (applied.how !== 'branch') refuseChanged(applied);
  return {
    applied,
    files: restored(applied, events),
    takeBack: () => undone(context, contest, applied),
  };
}

/** With the lines of the entry, since the record of an application counts none. */
function restored(
  { contestant, change }: PatchApplied,
  events: readonly JoustEvent[],
): readonly ChangedFile[] {
  const sealed = events.findLast((event) => event.type === 'entry.sealed' && event.contestant === contestant);
  const files = sealed?.type === 'entry.sealed' ? sealed.change.files : [];
  const counted = change.files.map((file) => {
    const { added, removed } = files.find(({ path }) => path === file.path) ?? {};
    return { ...file, added, removed };
  });
  return reversed({ files: counted }).files.map(changedFile);
}

async function undone(context: ApplyContext, contest: string, applied: PatchApplied): Promise<void> {
  await using _held = await holdTree(context, applied.folder);
  // Another process may have taken it back meanwhile.
  const last = standing(await eventsOf(context, contest)).at(-1);
  if (last?.key !== applied.key) throw nothingApplied(contest);
  const { folder, how, branch, commit } = last;
  if (how === 'branch' && branch !== undefined && commit !== undefined)
    await removeBranch(folder, branch, commit);
  if (how !== 'branch') refuseChanged(last);
  if (how === 'commit') await uncommit(contest, last);
  if (how !== 'branch') {
    const clashes = await applyChange(treeOf(context, last), reversed(last.change));
    if (clashes.length > 0) throw changed(last, clashes);
    if (last.traits !== undefined) restoreTraits(last.folder, last.traits);
  }
  await recordUndone(context, contest, last.key);
}

function nothingApplied(contest: string): JoustError {
  return new JoustError(`nothing of contest ${contest} is applied`, {
    code: 'not-found',
    hint: `See what happened with: joust show ${contest} --timeline`,
  });
}

function refuseChanged(last: PatchApplied): void {
  const clashes = clashesWith(last.folder, reversed(last.change));
  if (clashes.length > 0) throw changed(last, clashes);
}

function changed({ folder }: PatchApplied, clashes: ReturnType<typeof clashesWith>): JoustError {
  return refused(
    `files in ${folder} are neither as before nor as they were applied`,
    clashes,
    'Put your own changes to them aside first, for example with git stash.',
  );
}

/** Only while nothing stands on it; a commit that was never made needs nothing. */
async function uncommit(contest: string, last: PatchApplied): Promise<void> {
  const { folder, parent, change } = last;
  const paths = pathsOf(change);
  const head = await headCommit(folder);
  const commit = await madeCommit({ folder, contest }, last);
  if (parent === undefined || (commit === undefined && head !== parent))
    throw new JoustError('somebody committed since it was begun', { code: 'none-usable' });
  if (head !== parent && head !== commit)
    throw new JoustError(`HEAD is not the commit ${commit?.slice(0, 12)} any more`, {
      code: 'none-usable',
      hint: `Take it back on top of what came since: git revert ${commit?.slice(0, 12)}`,
    });
  const busy = await whatGoesOn(folder);
  if (busy !== undefined)
    throw new JoustError(`git is in the middle of ${busy} in ${folder}`, {
      code: 'none-usable',
      hint: 'Finish or abort it first.',
    });
  const dirty = head === parent ? [] : await uncommitted(folder, paths);
  if (dirty.length > 0)
    throw new JoustError(`you have uncommitted changes in ${dirty.map(quotedPath).join(', ')}`, {
      code: 'none-usable',
      hint: 'Put them aside first, for example with git stash.',
    });
  await uncommitFiles(folder, { commit: commit ?? parent, parent, paths });
}
