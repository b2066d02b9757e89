// sides: the two answers of an arena, without names before the pick.
import { z } from 'zod';
import { quote } from '../../views/document.ts';
import { contestId } from '../contest-id.ts';
import { operation } from '../operation.ts';
import { contestOf } from './contest-answers.ts';

export const sides = operation({
  name: 'sides',
  summary: 'the two answers of an arena as far as they are written, without names before the pick',
  examples: ['joust sides 4k2'],
  page: 'formats/arena',
  effect: 'read',
  words: ['id'],
  input: z.strictObject({ id: contestId }),
  output: z.object({
    id: z.string(),
    sides: z.array(
      z.object({
        label: z.string(),
        text: z.string(),
        state: z.enum(['writing', 'ended', 'failed']),
        contestant: z.string().optional().describe('after the pick'),
      }),
    ),
  }),
  async run({ id }, context) {
    const { sides: shown } = await (await contestOf(id, context)).sides();
    return { id, sides: [...shown] };
  },
  document: ({ sides: shown }) =>
    shown.map(({ label, contestant, text }) => ({
      ...quote(text),
      title: contestant === undefined ? label : `${label}: ${contestant}`,
    })),
});
