// A contestant: an agent with a model and settings, under a name that is unique in its roster.
import { z } from 'zod';

export const authSchema = z.enum(['subscription', 'key', 'any']);
export type Auth = z.infer<typeof authSchema>;

export const roleSchema = z.enum(['contestant', 'judge', 'moderator', 'aggregator', 'oracle', 'analyst']);
/** What an attempt is for; a contestant's name alone does not tell, since it may also judge. */
export type Role = z.infer<typeof roleSchema>;

export const tierSchema = z.enum(['read', 'write', 'full']);
/** What a contestant may do: read the folder, write in its own workspace, anything. */
export type Tier = z.infer<typeof tierSchema>;

/** Settings that only some agents understand; each agent reads its own. */
export const agentSettingsSchema = z.strictObject({
  /** The program to run: for `command` and `acp`, or another executable of a CLI agent. */
  command: z.array(z.string()).min(1).optional(),
  input: z.enum(['stdin', 'file', 'argument']).optional(),
  answer: z.enum(['stdout', 'file']).optional(),
  /** A dotted path to the answer in the JSON that a `command` prints. */
  jsonPath: z.string().optional(),
  baseUrl: z.url({ protocol: /^https?$/ }).optional(),
  /** The name of the environment variable that holds the key; never the key itself. */
  keyEnv: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/)
    .optional(),
  /** A script for the `scripted` agent: a file's path or one of the built-in names. */
  script: z.string().optional(),
  maxOutputTokens: z.int().positive().optional(),
  temperature: z.number().min(0).max(2).optional(),
  /** How long a model may think before it answers, where its API has such a limit. */
  reasoningTokens: z.int().positive().optional(),
});
export type AgentSettings = z.infer<typeof agentSettingsSchema>;

export const contestantSchema = z.strictObject({
  name: z.string().min(1),
  agent: z.string().min(1),
  model: z.string().min(1).optional(),
  /** The maker of its model, where that is not its agent's. */
  family: z.string().min(1).optional(),
  effort: z.string().min(1).optional(),
  timeoutMs: z.int().positive().optional(),
  idleMs: z.int().positive().optional(),
  lane: z.string().min(1).optional(),
  auth: authSchema.optional(),
  /** Variables set for this contestant's process. */
  environment: z.record(z.string(), z.string()).optional(),
  settings: agentSettingsSchema.optional(),
});
export type Contestant = z.infer<typeof contestantSchema>;
