// What a cross-examination came to.
import { z } from 'zod';

/** Who asked whom what about its entry, and the answers. */
export const crossResult = z.strictObject({
  type: z.literal('cross-examination'),
  about: z.string().optional(),
  exchanges: z.array(
    z.strictObject({
      by: z.string(),
      of: z.string(),
      questions: z.string().optional(),
      answer: z.string().optional(),
      problem: z.string().optional(),
    }),
  ),
});
export type CrossResult = z.infer<typeof crossResult>;
