// Ranks a closed race with other weights, for joust what-if. Nothing goes on record.
import { z } from 'zod';
import { textRule } from '../../domain/settings/rule.ts';
import { needed } from '../../domain/settings/setting.ts';
import type { WhatIf } from '../../formats/race/what-if.ts';
import { weighAnew } from '../../play/result.ts';
import type { Document } from '../../views/document.ts';
import { contestId } from '../contest-id.ts';
import { operation } from '../operation.ts';
import { contestOf } from './contest-answers.ts';

export const whatIf = operation({
  name: 'what-if',
  summary: 'rank a closed race with other weights',
  examples: ['joust what-if 4k2 tests=0.5,diff=0'],
  page: 'formats/race',
  effect: 'read',
  words: ['id', 'weights'],
  input: z.strictObject({
    id: contestId,
    weights: needed(textRule, {
      value: 'SIGNAL=N,...',
      help: 'weights by signal, as in tests=0.5,diff=0',
      flag: false,
    }),
  }),
  output: z.object({ id: z.string(), found: z.custom<WhatIf>(), document: z.custom<Document>() }),
  async run({ id, weights }, context) {
    const { summary } = await contestOf(id, context);
    return { id, ...(await weighAnew(context, summary, weights)) };
  },
  document: ({ document }) => document,
  jsonLines: ({ found }) => [found],
});
