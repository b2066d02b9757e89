// What a consultation came to.
import { z } from 'zod';

/** One stronger model's advice, and what it took of the session. */
export const oracleResult = z.strictObject({
  type: z.literal('oracle'),
  text: z.string(),
  by: z.string(),
  model: z.string().optional(),
  simulated: z.boolean(),
  cut: z.boolean().describe('true: it reached the limit of output tokens'),
  costUsd: z.number().optional().describe('absent: unknown'),
  session: z.string().optional(),
  turn: z.string().optional(),
  sessionUsd: z.number().describe('what is known of the session, this call included'),
  sessionCalls: z.int(),
  unknownCosts: z.int().describe('calls of the session whose cost is unknown'),
  capUsd: z.number(),
  turnCalls: z.int(),
  callsPerTurn: z.int(),
});
export type OracleResult = z.infer<typeof oracleResult>;
