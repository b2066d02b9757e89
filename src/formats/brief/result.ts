// What playing a brief came to: who handed in what, and who did not.
import { z } from 'zod';
import { costSchema, usageSchema } from '../../domain/usage.ts';

const row = z.strictObject({
  contestant: z.string(),
  state: z
    .string()
    .describe('an outcome, parked where it waits for a quota, or carried where it did not play this time'),
  reason: z.string().optional(),
  round: z.int().optional().describe('the round its work is from; absent: it has handed nothing in'),
  files: z.int(),
  bytes: z.int(),
  missing: z.array(z.string()).optional(),
  altered: z.array(z.string()).optional().describe('given to be read, and changed'),
  leftOut: z.array(z.strictObject({ path: z.string(), why: z.string() })).optional(),
  beside: z.boolean().optional().describe('out/ was empty: what was left beside it counts'),
  byHand: z.boolean().optional(),
  ranMs: z.number().optional(),
  usage: usageSchema.optional(),
  cost: costSchema.optional(),
});

export const briefResult = z.strictObject({
  type: z.literal('brief'),
  brief: z.string(),
  step: z.enum(['play', 'refine', 'merge', 'reseal']),
  round: z.int(),
  rows: z.array(row),
});
export type BriefResult = z.infer<typeof briefResult>;
export type BriefRow = z.infer<typeof row>;
