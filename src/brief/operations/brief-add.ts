// brief add: one more contestant in brief.yaml.
import { z } from 'zod';
import { textRule } from '../../domain/settings/rule.ts';
import { needed } from '../../domain/settings/setting.ts';
import { operation } from '../../operations/operation.ts';
import { note } from '../../views/document.ts';
import { addContestant } from '../add-contestant.ts';
import { briefFolder, folderAt } from './brief-request.ts';

export const briefAdd = operation({
  name: 'brief add',
  group: 'brief',
  summary: 'add a contestant to brief.yaml; the rest of the file stays as it is',
  examples: ['joust brief add second=claude/opus 260101-landing-page'],
  page: 'briefs',
  effect: 'record',
  words: ['contestant', 'folder'],
  input: z.strictObject({
    contestant: needed(textRule, {
      value: 'CONTESTANT',
      help: 'the contestant: claude/opus, or name=agent',
      flag: false,
      complete: 'contestant',
    }),
    folder: briefFolder,
  }),
  output: z.strictObject({ name: z.string().describe('the name it plays under') }),
  async run({ contestant, folder }, { machine }) {
    return { name: await addContestant(folderAt(folder, { machine }), contestant, machine) };
  },
  document: ({ name }) => [note(`${name} is in brief.yaml now.`)],
});
