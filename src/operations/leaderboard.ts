// leaderboard: ranks agents over all contests on record.
import { z } from 'zod';
import { textRule } from '../domain/settings/rule.ts';
import { setting } from '../domain/settings/setting.ts';
import { leaderboardOf } from '../record/rank-record.ts';
import { leaderboardDocument } from '../views/leaderboard/leaderboard-document.ts';
import { leaderboardSchema } from '../views/leaderboard/leaderboard-schema.ts';
import { verdictSources } from '../views/leaderboard/opinions.ts';
import { operation } from './operation.ts';
import { folderNames, sinceOf, sinceRule } from './spans.ts';

export const leaderboard = operation({
  name: 'leaderboard',
  group: 'decide',
  summary: 'rank agents over all contests on record, with intervals',
  details: 'From verdicts of judges and people; the same agent, model and effort count as one contestant.',
  examples: ['joust leaderboard', 'joust leaderboard --source people --tag regex --since 30d'],
  page: 'judging',
  effect: 'read',
  callers: ['people', 'programs'],
  input: z.strictObject({
    source: setting(
      { type: 'word', words: verdictSources },
      {
        value: 'SOURCE',
        help: 'only verdicts of judges, people or checks, or the word of programs, which counts nowhere else',
      },
    ),
    format: setting(textRule, { value: 'NAME', help: 'only contests of this format' }),
    project: setting(textRule, {
      value: 'FOLDER',
      help: 'only contests played in this folder or below it',
      complete: 'folder',
    }),
    tag: setting(textRule, { value: 'TAG', help: 'only contests with this tag' }),
    since: setting(sinceRule, { value: 'WHEN', help: 'only contests opened since: 12h, 30d, 8w or a day' }),
    simulated: setting({ type: 'switch' }, { help: 'count simulated contests as well', builtIn: false }),
  }),
  output: leaderboardSchema,
  run: async ({ since, project, ...asked }, { archive, machine }) =>
    await leaderboardOf(archive, {
      ...asked,
      projects: project === undefined ? undefined : folderNames(project, machine.cwd),
      from: since === undefined ? undefined : sinceOf(since, machine.now()),
    }),
  document: leaderboardDocument,
  exit: ({ rows }) => (rows.length === 0 ? 'nothingUsable' : 'ok'),
});
