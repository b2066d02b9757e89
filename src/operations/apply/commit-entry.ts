// An entry as a commit: of just its files where the user stands, with their own identity and hooks; or on a branch of its own, on top
// of the commit the contest was played on, with no file of the user's touched.
import { quotedPath } from '../../domain/changed-file.ts';
import type { PatchApplied } from '../../domain/events/entry-event.ts';
import { JoustError } from '../../domain/joust-error.ts';
import {
  commitFiles,
  isCommitOn,
  makeBranch,
  makeCommit,
  whyNoBranch,
} from '../../workspace/apply/commit-files.ts';
import { uncommittable } from '../../workspace/apply/uncommittable.ts';
import {
  applyStates,
  freshPaths,
  headCommit,
  notInCommit,
  refCommit,
  uncommitted,
  whatGoesOn,
} from '../../workspace/apply/user-repository.ts';
import { pathsOf, recordApplied, refused } from './applications.ts';
import { type ApplySetting, finishTree, takenBack } from './apply-tree.ts';

/** Refuses before anything is written; else the commit that HEAD is on. */
export async function readyToCommit(setting: ApplySetting): Promise<string> {
  const { folder, entry, contest } = setting;
  const busy = await whatGoesOn(folder);
  if (busy !== undefined)
    throw new JoustError(`git is in the middle of ${busy} in ${folder}`, {
      code: 'none-usable',
      hint: 'Finish or abort it first, or apply without --commit.',
    });
  const paths = pathsOf(entry.sealed.change);
  const parents = paths.filter((path) => paths.some((other) => other.startsWith(`${path}/`)));
  const folders = entry.sealed.change.files.filter(
    ({ path, after }) => after === undefined && parents.includes(path),
  );
  if (folders.length > 0)
    throw new JoustError(
      `git cannot commit by itself that a file becomes a folder: ${pathsOf({ files: folders }).map(quotedPath).join(', ')}`,
      {
        code: 'none-usable',
        hint: `Apply it without --commit, and commit it yourself: joust apply ${contest}`,
      },
    );
  await refuseUncommittable(setting, '--commit');
  const dirty = await uncommitted(folder, paths);
  if (dirty.length > 0)
    throw new JoustError(`you have uncommitted changes in ${dirty.map(quotedPath).join(', ')}`, {
      code: 'none-usable',
      hint: `They would be committed with it. Commit or stash them first, or apply without --commit: joust apply ${contest}`,
    });
  await refuseForeign(setting);
  return await headCommit(folder);
}

async function refuseUncommittable(
  { context, contest, entry, folder }: ApplySetting,
  how: '--commit' | '--branch',
): Promise<void> {
  const content = context.ledger.blob.bind(context.ledger);
  const found = await uncommittable({ top: folder, change: entry.sealed.change, content });
  if (found.length > 0)
    throw refused(
      'the entry holds what joust cannot commit',
      found,
      `Apply it without ${how}, and commit it yourself: joust apply ${contest}`,
    );
}

/** What the user had not committed when the contest began is not the entry's to commit. */
async function refuseForeign({ context, contest, opened, entry, folder }: ApplySetting): Promise<string> {
  const commit = baseOf(opened);
  if (commit === undefined)
    throw new JoustError(`it is not known which commit contest ${contest} was played on`, {
      code: 'none-usable',
      hint: `Apply it to your files instead: joust apply ${contest}`,
    });
  const place = { top: folder, commit, content: context.ledger.blob.bind(context.ledger) };
  const foreign = await notInCommit(place, entry.sealed.change);
  if (foreign.length === 0) return commit;
  throw new JoustError(
    `the entry stands on work of yours that was not committed, in ${foreign.map(quotedPath).join(', ')}`,
    {
      code: 'none-usable',
      hint: `Apply it to your files instead, and commit both: joust apply ${contest}`,
    },
  );
}

/** The files are written; the commit is put on record, or everything is taken back. */
export async function commitApplied(setting: ApplySetting, applied: PatchApplied): Promise<PatchApplied> {
  const { folder, context, contest } = setting;
  const { files } = applied.change;
  const made = await commitFiles(folder, {
    paths: pathsOf(applied.change),
    fresh: freshPaths(files),
    message: await messageOf(setting),
  });
  if ('commit' in made) return await committed(setting, applied, made.commit);
  const cause = new Error(`git did not commit it:\n${made.refused}`);
  throw await takenBack({ context, contest }, { applied, cause });
}

/** Takes up what a killed process began. */
export async function finishCommit(setting: ApplySetting, applied: PatchApplied): Promise<PatchApplied> {
  const { folder, contest } = setting;
  const made = await madeCommit(setting, applied);
  if (made !== undefined) return await committed(setting, applied, made);
  if ((await headCommit(folder)) !== applied.parent)
    throw new JoustError('somebody committed since it was begun', {
      code: 'none-usable',
      hint: `Take it back with: joust undo ${contest}`,
    });
  await finishTree(setting, applied);
  return await commitApplied(setting, applied);
}

/** HEAD, where it is the commit of this application; a killed process may have had no time to record it. */
export async function madeCommit(
  { folder, contest }: Pick<ApplySetting, 'folder' | 'contest'>,
  { contestant, commit, parent }: PatchApplied,
): Promise<string | undefined> {
  if (commit !== undefined || parent === undefined) return commit;
  const head = await headCommit(folder);
  const ours = await isCommitOn(folder, { commit: head, parent, line: signature(contest, contestant) });
  return ours ? head : undefined;
}

async function messageOf({ context, contest, opened, entry, message }: ApplySetting): Promise<string> {
  const task = message ?? firstLine((await context.ledger.blob(opened.task.prompt)).toString('utf8'));
  return `${task.trim()}\n\n${signature(contest, entry.contestant)}\n`;
}

function signature(contest: string, contestant: string): string {
  return `joust contest ${contest}, entry of ${plain(contestant)}`;
}

/** Hooks may have changed what they were given: what counts is what is there. */
async function committed(
  setting: ApplySetting,
  applied: PatchApplied,
  commit: string,
): Promise<PatchApplied> {
  const { change, contents } = applyStates(applied.folder, applied.change);
  const made = { ...applied, change, commit };
  await recordApplied(setting.context, { contest: setting.contest, applied: made }, contents);
  return made;
}

/** The user's own commit that the contest was played on. */
function baseOf({ options, baseCommit }: ApplySetting['opened']): string | undefined {
  const { base } = options as { readonly base?: { readonly commit?: unknown } };
  return typeof base?.commit === 'string' ? base.commit : baseCommit;
}

const longestLine = 72;

function firstLine(text: string): string {
  const line = plain(text.trim().split('\n')[0] ?? '');
  return line.length <= longestLine ? line : `${line.slice(0, longestLine - 1)}…`;
}

/** Without what drives a terminal. */
function plain(text: string): string {
  return text.replaceAll(/\p{C}+/gu, ' ').trim();
}

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
  await refuseUncommittable(setting, '--branch');
  return await refuseForeign(setting);
}

/** On record between the commit, which nothing points to yet, and the branch. */
export async function putOnBranch(
  setting: ApplySetting,
  begun: PatchApplied & { readonly branch: string; readonly parent: string },
): Promise<PatchApplied> {
  const { context, contest, entry, folder } = setting;
  const commit = await makeCommit(folder, {
    parent: begun.parent,
    change: entry.sealed.change,
    message: await messageOf(setting),
    content: (ref) => context.ledger.blob(ref),
  });
  const applied = { ...begun, commit };
  await recordApplied(context, { contest, applied }, []);
  await makeBranch(folder, begun.branch, commit);
  return applied;
}
