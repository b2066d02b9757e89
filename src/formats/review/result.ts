// What a review came to: every finding with who raised and who confirmed it, and every requirement with what was said of it.
import { z } from 'zod';
import { severities } from './finding.ts';

const opinion = z.strictObject({
  by: z.string(),
  verdict: z.enum(['real', 'not real', 'cannot tell']),
  reason: z.string(),
});

const reviewFinding = z.strictObject({
  id: z.string(),
  file: z.string(),
  line: z.int().optional(),
  severity: z.enum(severities).describe('the worst that anybody gave it'),
  claim: z.string(),
  suggestion: z.string().optional(),
  raisedBy: z.array(z.string()),
  opinions: z.array(opinion).describe('of those who did not raise it, asked without names'),
  standing: z
    .enum(['confirmed', 'single', 'disputed'])
    .describe('confirmed: more say so than deny it, two at least; single: only one saw it; disputed: denied'),
  agreement: z.number().describe('share of those who had an opinion, from 0 to 1'),
});
export type ReviewFinding = z.infer<typeof reviewFinding>;

export const reviewResult = z.strictObject({
  type: z.literal('review'),
  title: z.string(),
  simulated: z.boolean(),
  files: z.int(),
  added: z.int(),
  removed: z.int(),
  reviewers: z.array(
    z.strictObject({
      contestant: z.string(),
      findings: z.int().optional().describe('absent: nothing could be read'),
      problem: z.string().optional(),
    }),
  ),
  findings: z.array(reviewFinding).describe('the worst first, then by agreement'),
  requirements: z
    .array(
      z.strictObject({
        id: z.string(),
        text: z.string(),
        met: z.enum(['met', 'not met', 'partly', 'cannot tell', 'split']).describe('what most of them say'),
        answers: z.array(
          z.strictObject({
            by: z.string(),
            met: z.enum(['met', 'not met', 'partly', 'cannot tell']),
            reason: z.string(),
          }),
        ),
      }),
    )
    .optional(),
  failOn: z.enum(severities).optional(),
  failed: z.boolean().describe('a confirmed finding is as severe as failOn, or more'),
});
export type ReviewResult = z.infer<typeof reviewResult>;
