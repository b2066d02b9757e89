// judges: shows how reliable each judge and model is.
import { z } from 'zod';
import { setting } from '../domain/settings/setting.ts';
import { knownJudges } from '../record/judge-records.ts';
import { judgesDocument } from '../views/leaderboard/judges-document.ts';
import { judgesSchema } from '../views/leaderboard/judges-schema.ts';
import { operation } from './operation.ts';

export const judges = operation({
  name: 'judges',
  group: 'decide',
  summary: 'show how reliable each judge and model is, and how much its verdicts weigh',
  details:
    'From calibrations (joust calibrate), and from what people, checks of races and panels said of the same entries.',
  examples: ['joust judges', 'joust judges --json'],
  page: 'judging',
  effect: 'read',
  callers: ['people', 'programs'],
  input: z.strictObject({
    simulated: setting({ type: 'switch' }, { help: 'include scripted judges', builtIn: false }),
  }),
  output: judgesSchema,
  run: async ({ simulated }, { archive }) => await knownJudges(archive.below, { simulated }),
  document: judgesDocument,
  exit: ({ judges: known }) => (known.length === 0 ? 'nothingUsable' : 'ok'),
});
