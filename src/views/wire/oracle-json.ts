// The sessions of oracles, as they go over the wire.
import { z } from 'zod';
import { costSchema } from '../../domain/usage.ts';

const meterSchema = z.object({
  scope: z.enum(['session', 'turn']),
  name: z.string(),
  unit: z.enum(['usd', 'calls']),
  used: z.number(),
  cap: z.number().describe('as the last call of it had it'),
  unknown: z.int().optional().describe('calls whose cost is not in it'),
});

const consultationSchema = z.object({
  id: z.string().describe('its contest'),
  at: z.string(),
  state: z.enum(['open', 'closed', 'cancelled']),
  by: z.string(),
  model: z.string().optional(),
  simulated: z.boolean(),
  session: z.string().optional(),
  turn: z.string().optional(),
  question: z.string(),
  hint: z.string().optional(),
  answer: z.string().optional().describe('how it begins'),
  problem: z.string().optional().describe('why there is no answer'),
  cost: costSchema.optional(),
});

export const oracleSchema = z.object({
  sessions: z.array(
    z.object({
      session: z.string(),
      calls: z.int(),
      lastAt: z.string(),
      meters: z.array(meterSchema),
    }),
  ),
  consultations: z.array(consultationSchema).describe('newest first'),
});
export type OracleJson = z.output<typeof oracleSchema>;

export type Consultation = z.output<typeof consultationSchema>;
export type Meter = z.output<typeof meterSchema>;
