// log: what the process of an attempt or of a check printed.
import { z } from 'zod';
import { textRule } from '../../domain/settings/rule.ts';
import { needed } from '../../domain/settings/setting.ts';
import { linesAsIs } from '../../views/document.ts';
import { contestId } from '../contest-id.ts';
import { operation } from '../operation.ts';
import { contestOf } from './contest-answers.ts';

export const log = operation({
  name: 'log',
  summary: 'the output of the process of an attempt or a check',
  examples: ['joust log 4k2 claude', 'joust log 4k2 claude/test'],
  page: 'record',
  effect: 'read',
  words: ['id', 'of'],
  input: z.strictObject({
    id: contestId,
    of: needed(textRule, {
      value: 'NAME',
      help: 'a contestant, the key of an attempt, or NAME/CHECK',
      flag: false,
    }),
  }),
  output: z.object({ id: z.string(), of: z.string(), text: z.string() }),
  run: async ({ id, of }, context) => ({ id, of, text: await (await contestOf(id, context)).log(of) }),
  document: ({ text }) => [linesAsIs(text.replace(/\n$/, ''))],
});
