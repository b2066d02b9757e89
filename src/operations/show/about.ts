// about: contests that were played about another.
import { z } from 'zod';
import { list } from '../../views/document.ts';
import { aboutText } from '../../views/report.ts';
import { statusSchema } from '../../views/wire/contest-json.ts';
import { contestId } from '../contest-id.ts';
import { operation } from '../operation.ts';
import { contestOf } from './contest-answers.ts';

export const about = operation({
  name: 'about',
  summary: 'the contests played about a contest: judgings, analyses, cross-examinations',
  examples: ['joust about 4k2'],
  page: 'record',
  effect: 'read',
  words: ['id'],
  input: z.strictObject({ id: contestId }),
  output: z.object({
    id: z.string(),
    contests: z.array(
      z.object({
        id: z.string(),
        format: z.string(),
        state: z.enum(['open', 'closed', 'cancelled']),
        status: statusSchema,
        gist: z.string().optional().describe('the result in a line'),
      }),
    ),
  }),
  async run({ id }, context) {
    const { contests } = await (await contestOf(id, context)).about();
    return { id, contests: [...contests] };
  },
  document: ({ contests }) => [list(undefined, contests.map(aboutText))],
});
