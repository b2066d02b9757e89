// What reviewers said of an entry.
import { z } from 'zod';

export const verdicts = ['ship', 'fix', 'rework'] as const;

export const consultResult = z.strictObject({
  type: z.literal('consultation'),
  about: z.string().optional(),
  of: z.string(),
  reviews: z.array(
    z.strictObject({
      reviewer: z.string(),
      verdict: z.enum(verdicts).optional().describe('absent: it gave none that could be read'),
      text: z.string().optional(),
      problem: z.string().optional(),
    }),
  ),
});
export type ConsultResult = z.infer<typeof consultResult>;
