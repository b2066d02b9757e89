// checks: every measurement of a contest, on the base and on each entry.
import { z } from 'zod';
import { checkSchema } from '../../views/wire/decision-json.ts';
import { contestId } from '../contest-id.ts';
import { operation } from '../operation.ts';
import { contestOf } from './contest-answers.ts';

export const checks = operation({
  name: 'checks',
  summary: 'the checks of a contest, on the base and on each entry',
  examples: ['joust checks 4k2'],
  page: 'formats/race',
  effect: 'read',
  words: ['id'],
  input: z.strictObject({ id: contestId }),
  output: z.object({ id: z.string(), checks: z.array(checkSchema) }),
  async run({ id }, context) {
    const { checks: measured } = (await contestOf(id, context)).checks();
    return { id, checks: [...measured] };
  },
  document: ({ checks: measured }) => [
    {
      type: 'table',
      columns: ['entry', 'check', 'outcome'].map((title) => ({ title, align: 'left' as const })),
      rows: measured.map(({ of, name, outcome, state }) => [of, name, outcome ?? state]),
    },
  ],
});
