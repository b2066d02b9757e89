// result: what a contest came to, so far if it is open.
import { z } from 'zod';
import type { AnyResult } from '../../formats/all.ts';
import { cannotBeTold } from '../../play/result.ts';
import { type Document, note } from '../../views/document.ts';
import { contestId } from '../contest-id.ts';
import { operation } from '../operation.ts';
import { contestOf } from './contest-answers.ts';

export const result = operation({
  name: 'result',
  summary: 'the result of a contest, as values and for reading',
  details: 'An open contest has the result so far. As a tool, it waits for a contest that is being played.',
  examples: ['joust result', 'joust result 4k2 --json'],
  page: 'record',
  effect: 'read',
  callers: ['people', 'programs'],
  tool: { default: true, reports: 'at-end' },
  words: ['id'],
  input: z.strictObject({ id: contestId }),
  output: z.object({
    id: z.string(),
    result: z.custom<AnyResult>().optional(),
    document: z.custom<Document>().optional().describe('the result for reading'),
    problem: z.string().optional().describe('why there is no result'),
  }),
  run: async ({ id }, context) => ({ id, ...(await (await contestOf(id, context)).result()) }),
  document: ({ document = [], problem }) => [
    ...document,
    note(problem === undefined ? undefined : `${cannotBeTold}: ${problem}`),
  ],
});
