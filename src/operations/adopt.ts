// adopt: enters work made elsewhere into a race on record.
import { z } from 'zod';
import { textRule } from '../domain/settings/rule.ts';
import { needed, setting } from '../domain/settings/setting.ts';
import { readyContest } from '../play/ready.ts';
import { ofFormat } from '../record/archive.ts';
import { contestSummary } from '../views/contest-summary.ts';
import { contestId } from './contest-id.ts';
import { playingOperation } from './operation.ts';

export const adopt = playingOperation({
  name: 'adopt',
  group: 'change',
  summary: 'enter work made elsewhere, your own included, into a race on record',
  details:
    'Starts a race about ID on the same base, with its entries and one more. All are measured again by the same checks. A branch or patch is put on the base; a folder holds the whole project as it should be.',
  examples: ['joust adopt @last my-branch', 'joust adopt 4k2 ../fix.patch --name mine -j claude'],
  page: 'formats/race',
  effect: 'spend',
  words: ['id', 'adopt'],
  fits: ofFormat('race'),
  plays: { type: 'new', format: 'race', only: ['judge', 'orders', 'selfJudging'] },
  input: z.strictObject({
    id: contestId,
    adopt: needed(textRule, {
      value: 'BRANCH|PATCH|FOLDER',
      help: 'a branch, a commit, a patch file or a folder',
      flag: false,
      complete: 'file',
    }),
    name: setting(textRule, {
      value: 'NAME',
      help: 'what the report calls it (default: from the branch or file)',
    }),
  }),
  async ready({ id: subject, adopt: source, name }, { playing, archive, machine, home, openLedger }) {
    const opened = contestSummary(subject, await archive.events(subject))?.opened;
    const named = name === undefined ? {} : { adoptAs: name };
    const settings = { ...playing.settings, adopt: source, ...named };
    const asked = { ...playing, format: 'race', cwd: opened?.task.cwd ?? machine.cwd, subject, settings };
    return { type: 'new', ready: await readyContest(asked, { machine, home, openLedger }) };
  },
});
