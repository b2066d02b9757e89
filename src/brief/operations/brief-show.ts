// brief show: a brief with its texts, rounds and scores, as the page needs it.
import { z } from 'zod';
import { operation } from '../../operations/operation.ts';
import type { BriefJson } from '../../views/wire/brief-json.ts';
import { briefAnswer } from '../brief-answer.ts';
import { briefReportField, statusFields } from './brief-outputs.ts';
import { briefFolder, folderAt } from './brief-request.ts';

export const briefShow = operation({
  name: 'brief show',
  summary: 'show a brief whole: its texts, rounds, contests, judgings and scores',
  examples: ['joust brief show 261115-landing-page'],
  page: 'briefs',
  effect: 'read',
  words: ['folder'],
  path: '/brief',
  input: z.strictObject({ folder: briefFolder }),
  output: z.strictObject({
    ...statusFields,
    status: z.custom<BriefJson['status']>().describe('the content of status.json'),
    changedByHand: z
      .custom<BriefJson['changedByHand']>()
      .describe('work folders that differ from the record'),
    judgings: z.custom<BriefJson['judgings']>().describe('oldest first'),
    brief: z.custom<BriefJson['brief']>().describe('the content of its files'),
    contests: z
      .array(z.strictObject({ id: z.string(), at: z.string(), step: z.string(), round: z.int() }))
      .readonly(),
    report: briefReportField,
  }),
  run: async ({ folder }, context) => await briefAnswer(folderAt(folder, context), context),
});
