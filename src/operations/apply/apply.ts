// apply: an entry into the user's tree, a commit or a branch. First what would be done is told, then it is done.
import type { Change } from '../../domain/change.ts';
import { quotedPath } from '../../domain/changed-file.ts';
import type { ContestOpened, JoustEvent } from '../../domain/event.ts';
import type { PatchApplied } from '../../domain/events/entry-event.ts';
import { decidedWinner } from '../../domain/events/whose-word.ts';
import { JoustError } from '../../domain/joust-error.ts';
import type { AnyResult } from '../../formats/all.ts';
import { entryNamed, type SealedEntry, sealedEntries } from '../../formats/race/sealed-entries.ts';
import { checkTaskPath, type ProgramCaller } from '../../play/task/task-place.ts';
import { clashesWith, whyNoPath } from '../../workspace/apply/apply-change.ts';
import type { MergedChange } from '../../workspace/apply/merge-change.ts';
import { isThere, readTraits, topOf } from '../../workspace/apply/user-repository.ts';
import { baseCommit } from '../../workspace/base/base-commit.ts';
import { type ApplyContext, eventsOf, holdTree, refused, standing } from './applications.ts';
import { type ApplySetting, finishTree, planTree, putInTree } from './apply-tree.ts';
import { commitApplied, finishCommit, putOnBranch, readyToBranch, readyToCommit } from './commit-entry.ts';

export interface ApplyRequest {
  readonly contest: string;
  /** Another contestant's entry than the winner's. */
  readonly as?: string;
  readonly how: PatchApplied['how'];
  /** Needed for a branch. */
  readonly branch?: string;
  readonly message?: string;
  /** A program applies only a winner that the race or a person decided, in a folder that it may use. */
  readonly program?: ProgramCaller;
}

export interface ReadyApply {
  readonly contestant: string;
  readonly folder: string;
  /** The entry's own. */
  readonly change: Change;
  /** `there`: it is applied, nothing is to be done; `begun`: somebody was killed over it, the rest is to be done. */
  readonly state: 'new' | 'begun' | 'there';
  readonly notes: readonly string[];
  apply(): Promise<PatchApplied>;
}

/** Nothing is written yet. Undefined: there is no winner, and nobody was named. */
export async function prepareApply(
  context: ApplyContext,
  request: ApplyRequest,
): Promise<ReadyApply | undefined> {
  const { contest, as, message } = request;
  const events = await eventsOf(context, contest);
  const all = sealedEntries(contest, events);
  const name = as ?? all.winner;
  if (name === undefined) return undefined;
  if (request.program !== undefined) {
    checkContestFolder(context, all.opened, request.program);
    refuseLoser(contest, name, events);
  }
  const entry = entryNamed(all, name);
  refuseUnfit(contest, entry);
  const folder = folderOf(all.opened);
  const applied = standing(events);
  const last = applied.at(-1);
  const other = applied.find((one) => one.contestant !== name && isInTree(folder, one));
  if (other !== undefined && request.how !== 'branch') throw otherApplied(request, name, other);
  const setting = {
    context,
    contest,
    opened: all.opened,
    entry,
    folder,
    last: last?.key,
    message,
  };
  const ready = last?.contestant === name ? takenUp(setting, request, last) : undefined;
  return ready ?? (await anew(setting, request));
}

/** The folder it was started in: the files of a project may lie above that. */
export function checkContestFolder(
  { home, machine }: ApplyContext,
  { task: { cwd } }: ContestOpened,
  program: ProgramCaller,
): void {
  checkTaskPath(cwd, { cwd, home, machine, program });
}

function refuseLoser(contest: string, name: string, events: readonly JoustEvent[]): void {
  if (decidedWinner(events) === name) return;
  throw new JoustError(`${name} isn't the winner of contest ${contest}, so a program can't apply its entry`, {
    code: 'none-usable',
    hint: `A person can: joust apply ${contest} --as ${name}`,
  });
}

/** Only what its contestant called done is applied. */
function refuseUnfit(contest: string, entry: SealedEntry): void {
  const { contestant } = entry;
  const unsafe = unsafePaths(entry);
  if (unsafe.length > 0)
    throw refused(
      `the entry of ${contestant} holds paths that are never written`,
      unsafe,
      `See joust diff ${contest} ${contestant}.`,
    );
  const why = whyUnfit(entry);
  if (why === undefined) return;
  throw new JoustError(`the entry of ${contestant} is not applied: ${why}`, {
    code: 'none-usable',
    hint: `See it with: joust diff ${contest} ${contestant}; another one is applied with --as NAME.`,
  });
}

function unsafePaths({ sealed }: SealedEntry) {
  return sealed.change.files.flatMap(({ path }) => {
    const why = whyNoPath(path);
    return why === undefined ? [] : [{ path, why }];
  });
}

/** Why an entry is not to be applied, whatever the user's files are; undefined: it may be. */
export function whyUnfit(entry: SealedEntry): string | undefined {
  const { outcome, reason, sealed } = entry;
  if (outcome === undefined) return 'its attempt has not ended';
  if (outcome !== 'ok') return `its attempt ended as ${outcome}${reason === undefined ? '' : ` (${reason})`}`;
  if (sealed.partial === true) return 'its attempt was ended before it was done';
  if (sealed.change.files.length === 0) return 'it changes nothing';
  return unsafePaths(entry).length > 0 ? 'it holds paths that are never written' : undefined;
}

/** At least one of its files is as it was applied. */
function isInTree(top: string, { how, folder, change }: PatchApplied): boolean {
  if (how === 'branch' || folder !== top) return false;
  return change.files.some((file) => isThere(top, { files: [file] }));
}

function otherApplied(
  { contest, as }: ApplyRequest,
  name: string,
  { contestant, folder }: PatchApplied,
): JoustError {
  return new JoustError(
    `the entry of ${contestant} is already applied to ${folder}, so the entry of ${name} isn't applied on top of it`,
    {
      code: 'usage',
      setting: as === undefined ? undefined : 'as',
      hint: `Take it back first: joust undo ${contest}. Or put the entry of ${name} on a branch of its own.`,
    },
  );
}

/** Where the contest was opened, and no other copy of the repository. */
function folderOf({ options, task }: ContestOpened): string {
  const { base } = options as { readonly base?: { readonly folder?: unknown } };
  const top = topOf(typeof base?.folder === 'string' ? base.folder : task.cwd);
  if (top !== undefined) return top;
  throw new JoustError(`there is no git repository at ${task.cwd} any more`, {
    code: 'not-found',
    hint: 'An entry is applied where its contest was opened.',
  });
}

/** Undefined: what stands is whole, and something else is asked for, or the user's files went on since. */
function takenUp(setting: ApplySetting, request: ApplyRequest, last: PatchApplied): ReadyApply | undefined {
  const { contest, entry, folder } = setting;
  if (last.how === 'branch' || last.folder !== folder) return undefined;
  const told = { contestant: entry.contestant, folder, change: entry.sealed.change };
  const begun = last.how === 'commit' && last.commit === undefined;
  if (clashesWith(folder, last.change).length > 0) return undefined;
  if (!begun && isThere(folder, last.change)) {
    if (request.how !== last.how && request.how !== 'tree') return undefined;
    return { ...told, state: 'there', notes: [], apply: async () => last };
  }
  if (request.how !== last.how && request.how !== 'tree')
    throw new JoustError('it was begun in another way and not finished', {
      code: 'none-usable',
      hint: `Finish it with joust apply ${contest}, or take it back with joust undo ${contest}.`,
    });
  const notes = ['It was begun and not finished: this is the rest.'];
  return { ...told, state: 'begun', notes, apply: () => finish(setting, last) };
}

function finish(setting: ApplySetting, last: PatchApplied): Promise<PatchApplied> {
  return held(setting, async () => {
    if (last.how === 'commit') return await finishCommit(setting, last);
    await finishTree(setting, last);
    return last;
  });
}

async function anew(setting: ApplySetting, request: ApplyRequest): Promise<ReadyApply> {
  const { context, entry, folder, opened } = setting;
  const { how, branch = '' } = request;
  const told = { contestant: entry.contestant, folder, change: entry.sealed.change };
  const notes = [...weaknessNotes(entry), ...leftOutNotes(entry)];
  const begun: PatchApplied = {
    type: 'patch.applied',
    v: 1,
    key: context.machine.random(10),
    contestant: entry.contestant,
    folder,
    how,
    change: { files: [] },
  };
  if (how === 'branch') {
    const parent = await readyToBranch(setting, branch);
    return {
      ...told,
      state: 'new',
      notes,
      apply: () => held(setting, () => putOnBranch(setting, { ...begun, branch, parent })),
    };
  }
  const parent = how === 'commit' ? await readyToCommit(setting) : undefined;
  const plan = await planTree(setting);
  const { change, contents, merged } = plan;
  const applied = {
    ...begun,
    change,
    traits: readTraits(folder, change),
    merged: merged.length > 0 ? [...merged] : undefined,
    parent,
  };
  const nothing = change.files.length === 0;
  if (nothing && how === 'commit')
    throw new JoustError('there is nothing to commit: your files are so already', { code: 'none-usable' });
  return {
    ...told,
    state: nothing ? 'there' : 'new',
    notes: [...movedNotes(plan, { opened, entry, folder }), ...notes],
    apply: () =>
      held(setting, async () => {
        if (nothing) return applied;
        await putInTree(setting, applied, contents);
        return how === 'commit' ? await commitApplied(setting, applied) : applied;
      }),
  };
}

/** Nothing else was applied since it was planned, and nothing is meanwhile. */
async function held<T>({ context, contest, folder, last }: ApplySetting, work: () => Promise<T>): Promise<T> {
  await using _held = await holdTree(context, folder);
  if (standing(await eventsOf(context, contest)).at(-1)?.key === last) return await work();
  throw new JoustError(`contest ${contest} was applied or taken back meanwhile`, {
    code: 'busy',
    hint: 'See how your files are, and try again.',
  });
}

/** One note: what is not as the contest found it. */
function movedNotes(
  { moved, merged }: MergedChange,
  { opened, entry, folder }: Pick<ApplySetting, 'opened' | 'entry' | 'folder'>,
): readonly string[] {
  const head = baseCommit(folder);
  const elsewhere = opened.baseCommit !== undefined && head !== opened.baseCommit;
  if (moved === 0 && !elsewhere) return [];
  const commit = elsewhere ? `HEAD is ${head?.slice(0, 12) ?? 'nowhere'} now; ` : '';
  const joined = merged.length === 0 ? '' : `; merged: ${merged.map(quotedPath).join(', ')}`;
  return [
    `The base moved: ${commit}${moved} of ${entry.sealed.change.files.length} files changed since${joined}.`,
  ];
}

function weaknessNotes({ contestant, weakness }: SealedEntry): readonly string[] {
  return weakness === undefined ? [] : [`The entry of ${contestant} can't win the race: ${weakness}.`];
}

function leftOutNotes({ sealed }: SealedEntry): readonly string[] {
  return (sealed.leftOut ?? []).map(({ path, why }) => `Not in the entry: ${quotedPath(path)} (${why}).`);
}

/** The winner, unless a race of the charm preset or an older one decided by the name alone. */
export function clearWinner(result: AnyResult): string | undefined {
  if (result.type !== 'race') return undefined;
  const best = result.rows.find(({ contestant }) => contestant === result.winner);
  const equals = result.rows.filter(
    ({ rank, total, added, removed }) =>
      rank !== undefined && total === best?.total && added + removed === best.added + best.removed,
  );
  return equals.length === 1 ? result.winner : undefined;
}
