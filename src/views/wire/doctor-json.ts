// The findings of joust doctor, as they go over the wire.
import { z } from 'zod';

const tier = z.object({ honoured: z.boolean(), caveat: z.string().optional() });
const availability = z.union([
  z.object({ about: z.string() }),
  z.object({ unavailable: z.string(), hint: z.string() }),
]);

export const agentPastSchema = z.object({
  of: z.enum(['contestant', 'agent']).describe('agent: only with other models or settings'),
  answers: z.int(),
  lastAt: z.string().optional(),
  medianTokensPerS: z.number().optional(),
  medianUsd: z.number().optional(),
  medianMs: z.number().optional(),
});
export type AgentPast = z.output<typeof agentPastSchema>;

const liveCheckSchema = z.object({
  outcome: z.string(),
  reason: z.string().optional(),
  ranMs: z.number().optional(),
  model: z.string().optional(),
});
export type LiveCheck = z.output<typeof liveCheckSchema>;

const agentSchema = z.object({
  contestant: z.string(),
  agent: z.string(),
  title: z.string(),
  family: z.string(),
  usable: z.boolean().describe('nothing keeps it from playing'),
  program: z.string().optional(),
  version: z.string().optional(),
  login: z.object({
    state: z.enum(['subscription', 'key', 'logged-out', 'unknown']),
    detail: z.string().optional(),
  }),
  tiers: z.object({ read: tier, write: tier, full: tier }).describe('the limits that it keeps'),
  withheld: z.array(z.string()).readonly().describe('variables that it would read and does not get'),
  lane: z.string(),
  account: z
    .object({
      name: z.string(),
      perMinute: z.number().optional(),
      parallel: z.number().optional(),
      login: z.string().optional(),
    })
    .optional(),
  verified: z.union([z.object({ version: z.string() }), z.object({ because: z.string() })]),
  problem: z
    .object({
      reason: z.string(),
      hint: z.string().describe('the next step'),
      absent: z.literal(true).optional().describe('its program is not installed'),
    })
    .optional(),
  past: agentPastSchema.optional().describe('how it did in the last contests on record'),
  check: liveCheckSchema.optional().describe('its answer to a one-word prompt'),
});
export type AgentFinding = z.output<typeof agentSchema>;

export const doctorSchema = z.object({
  joust: z.string().describe('its version'),
  ready: z
    .boolean()
    .describe(
      'the record can be written, and all named agents can play; without names, one that is not simulated',
    ),
  platform: z.object({
    node: z.string(),
    platform: z.string(),
    tools: z
      .array(
        z.object({
          name: z.string(),
          use: z.string(),
          path: z.string().optional(),
          version: z.string().optional(),
        }),
      )
      .readonly(),
    home: z.object({ path: z.string(), writable: z.boolean(), problem: z.string().optional() }),
    freeBytes: z.number().optional(),
  }),
  overlays: availability.describe('whether workspaces of a race are overlays'),
  container: availability.optional().describe('whether --sandbox container works, if an image is configured'),
  record: z
    .object({
      place: z.string(),
      problem: z.string().optional(),
      hint: z.string().optional(),
      pool: z.object({ hosts: z.int(), places: z.int(), busy: z.int() }).optional(),
    })
    .optional()
    .describe('the database that holds the record, if one does'),
  agents: z.array(agentSchema).readonly(),
  notices: z.array(z.string()).readonly().describe('settings of the project that were ignored'),
});
export type DoctorJson = z.output<typeof doctorSchema>;
