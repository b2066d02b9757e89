// What a contest may spend at most, contestants and judges together. An absent limit is none.
import { z } from 'zod';

export const limitsSchema = z.object({
  usd: z.number().positive().optional(),
  tokens: z.int().positive().optional(),
  /** Starts, repeated ones included. */
  attempts: z.int().positive().optional(),
  /** Time one playing may take. */
  timeMs: z.int().positive().optional(),
  /** What an attempt of which nothing is known is taken to use; no limit by itself, but what is reserved. */
  attemptTokens: z.int().positive().optional(),
  /** Estimated above this, somebody has to agree first. */
  confirmTokens: z.int().positive().optional(),
});

export type Limits = z.infer<typeof limitsSchema>;
