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
  severity: z.enum(severities).describe('the worst that any reviewer gave it'),
  claim: z.string(),
  suggestion: z.string().optional(),
  raisedBy: z.array(z.string()),
  opinions: z.array(opinion).describe('of those who did not raise it, asked without names'),
  standing: z
    .enum(['confirmed', 'unconfirmed', 'single', 'disputed'])
    .describe(
      'confirmed: at least two reviewers say so, and more than deny it; unconfirmed: no other reviewer gave an opinion; single: others were asked and cannot tell; disputed: denied',
    ),
  agreement: z
    .number()
    .optional()
    .describe(
      'share of the reviewers with an opinion that call it real, from 0 to 1; absent: only one has an opinion',
    ),
});
export type ReviewFinding = z.infer<typeof reviewFinding>;

/** What `--fail-on` counts: without another reviewer, an unconfirmed finding is all there can be. */
export const failing: readonly ReviewFinding['standing'][] = ['confirmed', 'unconfirmed'];

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
  unmatched: z
    .strictObject({ judge: z.string(), problem: z.string() })
    .optional()
    .describe('the judge who matches findings gave no usable reply: the same one may be listed twice'),
  findings: z.array(reviewFinding).describe('the worst first, then by agreement'),
  requirements: z
    .array(
      z.strictObject({
        id: z.string(),
        text: z.string(),
        met: z
          .enum(['met', 'not met', 'partly', 'cannot tell', 'split'])
          .describe('what most of those with an opinion say; cannot tell: none has one'),
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
  failed: z.boolean().describe('a finding that counts is at least as severe as failOn'),
});
export type ReviewResult = z.infer<typeof reviewResult>;
