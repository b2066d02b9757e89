// What a debate came to: a verdict, who held which position when, and whether agreement was earned.
import { z } from 'zod';
import { outcomes } from '../../domain/outcome.ts';

const round = z.int().positive();

export const debateResult = z.strictObject({
  type: z.literal('debate'),
  moderator: z.string(),
  verdict: z.strictObject({ text: z.string(), by: z.string() }).optional().describe('absent: there is none'),
  problem: z.string().optional().describe('why there is no verdict'),
  rounds: z.int().nonnegative().describe('rounds that were played'),
  endedBy: z.enum(['rounds', 'moderator', 'silence']).describe('silence: nobody said anything in round 1'),
  turns: z
    .array(
      z.strictObject({
        round,
        speaker: z.string(),
        outcome: z.enum(outcomes),
        text: z.string().optional().describe('absent: the turn is not ok'),
        position: z.string().optional().describe('absent: the turn closes with none'),
        changed: z.boolean().optional().describe("against the speaker's own last position; absent: no such"),
      }),
    )
    .describe('in the order they were given; those that are not ok were skipped'),
  checks: z.array(z.strictObject({ round, said: z.enum(['DONE', 'CONTINUE']) })),
  warnings: z
    .array(z.strictObject({ round, speaker: z.string(), toward: z.string(), newWords: z.number() }))
    .describe(
      "agreement that grew without new argument; newWords is the share of the turn's words that were new",
    ),
});

export type DebateResult = z.infer<typeof debateResult>;
