// What a vote came to: the answers that were given, by how many, and whether one of them won.
import { z } from 'zod';
import { outcomes } from '../../domain/outcome.ts';

export const voteResult = z.strictObject({
  type: z.literal('vote'),
  outcome: z
    .enum(['won', 'tied', 'no-quorum', 'no-votes'])
    .describe('no-quorum: too few agree; no-votes: no answer could be read'),
  answer: z.string().optional().describe('the answer that won; absent: none did'),
  groups: z
    .array(z.strictObject({ answer: z.string(), voters: z.array(z.string()) }))
    .describe('most votes first'),
  counted: z.int().nonnegative().describe('answers that count'),
  agreement: z
    .number()
    .optional()
    .describe(
      'share of the largest group among the counted answers and the stopped contestants; absent: no answer counts',
    ),
  majority: z
    .boolean()
    .describe('the largest group has more than half of the counted answers and the stopped contestants'),
  quorum: z.int().positive().optional().describe('how many had to agree'),
  contestants: z.int().positive(),
  uncounted: z.array(
    z.strictObject({
      contestant: z.string(),
      why: z.union([z.enum(outcomes), z.enum(['parked', 'unread', 'not-needed'])]),
    }),
  ),
  stoppedEarly: z.boolean().describe('the outcome could not change any more'),
  grouping: z
    .strictObject({
      judge: z.string(),
      state: z.enum(['grouped', 'unread', 'parked']),
    })
    .optional()
    .describe('who said which answers mean the same; absent: nobody was asked'),
});

export type VoteResult = z.infer<typeof voteResult>;
