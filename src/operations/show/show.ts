// show: a contest as it stands.
import { z } from 'zod';
import { contestSchema } from '../../views/wire/contest-json.ts';
import { contestId } from '../contest-id.ts';
import { operation } from '../operation.ts';
import { contestOf } from './contest-answers.ts';

export const show = operation({
  name: 'show',
  group: 'record',
  summary: 'a contest as it stands: its answers, its result, and what to do next',
  details: 'Without an ID it shows the last contest. ID may be a unique beginning of one, or @last.',
  examples: [
    'joust show',
    'joust show 4k2 --answer claude',
    'joust show 4k2 --log claude/test',
    'joust show --what-if tests=0.5,diff=0',
  ],
  page: 'record',
  effect: 'read',
  callers: ['people', 'programs'],
  path: '/contests/:id',
  tool: { name: 'contest_status', reports: 'now' },
  words: ['id'],
  input: z.strictObject({ id: contestId }),
  output: contestSchema,
  run: async ({ id }, context) => await (await contestOf(id, context)).contest(),
});
