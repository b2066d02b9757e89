// What an arena came to: what was picked, and whose answers they were.
import { z } from 'zod';

/** Two answers that a person compared without knowing whose they were; here it is told. */
export const arenaResult = z.strictObject({
  type: z.literal('arena'),
  pick: z.enum(['a', 'b', 'tie', 'bad', 'skip', 'none']).describe('none: there were no two answers'),
  winner: z.string().optional().describe('a contestant'),
  stored: z.boolean().describe('whether it is kept as a preference'),
  simulated: z.boolean(),
  sides: z.array(
    z.strictObject({
      label: z.string().optional().describe('absent: it was never shown'),
      contestant: z.string(),
      agent: z.string(),
      model: z.string().optional(),
      effort: z.string().optional(),
      outcome: z.string(),
      reason: z.string().optional(),
      ranMs: z.number().optional(),
      tokens: z.int().optional(),
      costUsd: z.number().optional().describe('absent: unknown'),
    }),
  ),
});
export type ArenaResult = z.infer<typeof arenaResult>;
