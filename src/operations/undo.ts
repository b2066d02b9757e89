// undo: takes back what apply did.
import { z } from 'zod';
import { plural } from '../domain/figures.ts';
import { type Document, note } from '../views/document.ts';
import { diffStat } from '../views/render/diff-text.ts';
import { type UndoJson, undoSchema } from '../views/wire/apply-json.ts';
import { preparedWith, standing } from './apply/applications.ts';
import { prepareUndo } from './apply/undo.ts';
import { contestId } from './contest-id.ts';
import { operation } from './operation.ts';

export const undo = operation({
  name: 'undo',
  group: 'change',
  summary: 'take back what joust apply did, exactly',
  details:
    'Shows what would change and asks first. If the files, the commit or the branch changed since, nothing is touched.',
  examples: ['joust undo', 'joust undo 4k2 --yes'],
  page: 'formats/race',
  effect: 'change',
  callers: ['people', 'programs'],
  words: ['id'],
  fits: { holds: (record) => standing(record.map(({ event }) => event)).length > 0 },
  input: z.strictObject({ id: contestId }),
  output: undoSchema,
  prepare: async ({ id }, { program, ...place }) =>
    await preparedWith(place, async (context) => {
      const { applied, files, takeBack } = await prepareUndo(context, id, program);
      const { contestant, folder, how, branch, commit } = applied;
      const would: UndoJson = { id, contestant, folder, how, files: [...files], branch, commit };
      return {
        would,
        question: questionOf(would),
        async go() {
          await takeBack();
          return would;
        },
      };
    }),
  document: undoneDocument,
});

function questionOf({ contestant, folder, how, branch, commit }: UndoJson): string {
  const from = {
    tree: `from ${folder}`,
    commit: `from ${folder}, with its commit ${commit?.slice(0, 12) ?? ''}`,
    branch: `and delete the branch ${branch}`,
  };
  return `Take back the entry of ${contestant} ${from[how]}?`;
}

function undoneDocument({ contestant, folder, files, branch }: UndoJson, done: boolean): Document {
  const stat = note(...(files.length === 0 ? [] : diffStat(files)));
  if (!done) return [stat];
  const what =
    branch === undefined
      ? `${plural(files.length, 'file')} in ${folder} as before`
      : `the branch ${branch} is gone`;
  return [stat, note(`The entry of ${contestant} is taken back: ${what}.`)];
}
