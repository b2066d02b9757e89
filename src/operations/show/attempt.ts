// attempt: what a contestant answered, or has said so far.
import { z } from 'zod';
import { textRule } from '../../domain/settings/rule.ts';
import { needed } from '../../domain/settings/setting.ts';
import { quote } from '../../views/document.ts';
import { contestId } from '../contest-id.ts';
import { operation } from '../operation.ts';
import { contestOf } from './contest-answers.ts';

export const attempt = operation({
  name: 'attempt',
  summary: 'the answer of a contestant, or what it has said so far',
  examples: ['joust attempt 4k2 claude'],
  page: 'record',
  effect: 'read',
  path: '/contests/:id/attempts/:attempt',
  words: ['id', 'attempt'],
  input: z.strictObject({
    id: contestId,
    attempt: needed(textRule, {
      value: 'NAME',
      help: 'a contestant (its last attempt), or the key of an attempt',
      flag: false,
    }),
  }),
  output: z.object({
    id: z.string(),
    key: z.string(),
    contestant: z.string(),
    run: z.int(),
    text: z.string(),
    live: z.boolean().describe('the attempt is open, and the text is what it has said so far'),
  }),
  run: async ({ id, attempt: name }, context) => ({
    id,
    ...(await (await contestOf(id, context)).attempt(name)),
  }),
  document: ({ text }) => [quote(text)],
});
