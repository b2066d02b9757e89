// apply: puts an entry into the user's files, a commit or a branch.
import { z } from 'zod';
import { changedFile } from '../domain/changed-file.ts';
import { JoustError } from '../domain/joust-error.ts';
import { textRule } from '../domain/settings/rule.ts';
import { setting } from '../domain/settings/setting.ts';
import { ofFormat } from '../record/archive.ts';
import { type Document, note } from '../views/document.ts';
import { diffStat } from '../views/render/diff-text.ts';
import { type ApplyJson, applySchema } from '../views/wire/apply-json.ts';
import { preparedWith } from './apply/applications.ts';
import { type ApplyRequest, prepareApply, type ReadyApply } from './apply/apply.ts';
import { contestId } from './contest-id.ts';
import { operation } from './operation.ts';

export const apply = operation({
  name: 'apply',
  group: 'change',
  summary: "put the winner's change into your files",
  details:
    'Shows what would change and asks first. Your own work since the contest began is merged; in a conflict nothing is written. joust undo takes it back. Programs can only apply the winner.',
  examples: ['joust apply', 'joust apply 4k2 --as codex --branch codex-try', 'joust apply --commit --yes'],
  page: 'formats/race',
  effect: 'change',
  callers: ['people', 'programs'],
  words: ['id'],
  fits: ofFormat('race'),
  input: z.strictObject({
    id: contestId,
    as: setting(textRule, {
      value: 'NAME',
      help: "this contestant's entry instead of the winner's",
      complete: 'contestant',
    }),
    commit: setting(
      { type: 'switch' },
      { help: 'commit just these files, as you and with your hooks', builtIn: false },
    ),
    branch: setting(textRule, {
      value: 'NAME',
      help: 'put it on a new branch and leave your files as they are',
    }),
    message: setting(textRule, {
      value: 'TEXT',
      help: 'message of the commit (default: the first line of the task)',
    }),
  }),
  output: applySchema,
  async prepare({ id, as, ...where }, { program, ...place }) {
    const request = { ...howOf(where), contest: id, as, program };
    return await preparedWith(place, async (context) => {
      const ready = await prepareApply(context, request);
      if (ready === undefined) throw noWinner(id, program === undefined);
      const would = outputOf(request, ready);
      return {
        would,
        question: ready.state === 'there' ? undefined : questionOf(would),
        async go() {
          const { merged, commit, branch } = await ready.apply();
          return { ...would, merged, commit, branch };
        },
      };
    });
  },
  document: appliedDocument,
});

interface Where {
  readonly commit: boolean;
  readonly branch: string | undefined;
  readonly message: string | undefined;
}

function howOf({ commit, branch, message }: Where): Pick<ApplyRequest, 'how' | 'branch' | 'message'> {
  if (commit && branch !== undefined)
    throw new JoustError('commit and branch exclude each other', {
      code: 'usage',
      setting: 'branch',
      hint: 'A branch has a commit of its own; --commit makes one where you are.',
    });
  if (message !== undefined && !commit && branch === undefined)
    throw new JoustError('a message needs a commit', {
      code: 'usage',
      setting: 'message',
      hint: 'Add --commit or --branch NAME.',
    });
  if (message?.trim() === '')
    throw new JoustError('the message is empty', {
      code: 'usage',
      setting: 'message',
      hint: 'Describe the commit, or leave the message out.',
    });
  const inTree = commit ? 'commit' : 'tree';
  return { how: branch === undefined ? inTree : 'branch', branch, message };
}

function noWinner(id: string, canChoose: boolean): JoustError {
  return new JoustError(`contest ${id} has no winner`, {
    code: 'no-clear-winner',
    setting: 'as',
    hint: canChoose
      ? `Apply an entry by its name: joust apply ${id} --as NAME`
      : `A person can apply an entry: joust apply ${id} --as NAME`,
  });
}

function outputOf(
  { contest: id, how, branch }: ApplyRequest,
  { contestant, folder, state, notes, change }: ReadyApply,
): ApplyJson {
  return {
    id,
    contestant,
    folder,
    how,
    state,
    files: change.files.map(changedFile),
    notes: [...notes],
    branch,
  };
}

function questionOf({ contestant, folder, how, branch }: ApplyJson): string {
  const where = {
    tree: `to ${folder}`,
    commit: `to ${folder} and commit it`,
    branch: `on the branch ${branch}`,
  };
  return `Apply the entry of ${contestant} ${where[how]}?`;
}

function appliedDocument(applied: ApplyJson, done: boolean): Document {
  const { id, contestant, folder, state, files, notes } = applied;
  const begun = [note(...diffStat(files), ...notes)];
  if (state === 'there') return [...begun, note(`The entry of ${contestant} is already in ${folder}.`)];
  if (!done) return begun;
  return [
    ...begun,
    note(`The entry of ${contestant} is ${whereTo(applied)}. Take it back with: joust undo ${id}`),
  ];
}

function whereTo({ folder, branch, commit, merged = [] }: ApplyJson): string {
  const short = commit?.slice(0, 12);
  if (branch !== undefined) return `on the branch ${branch} (${short}); your files are as they were`;
  const joined = merged.length === 0 ? '' : `, ${merged.length} of the files merged with your own changes`;
  return `${commit === undefined ? `applied to ${folder}` : `committed in ${folder} (${short})`}${joined}`;
}
