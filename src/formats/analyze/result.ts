// What an analysis came to.
import { z } from 'zod';

/** Digest cards of another contest's entries, and a judgement over them. */
export const analysisResult = z.strictObject({
  type: z.literal('analysis'),
  about: z.string().optional(),
  cards: z.array(z.strictObject({ contestant: z.string(), text: z.string().optional() })),
  judgement: z
    .strictObject({
      text: z.string(),
      /** Why that one, in a sentence. */
      reason: z.string().optional(),
      labels: z.array(z.strictObject({ label: z.string(), contestant: z.string() })),
      winner: z.string().optional(),
    })
    .optional(),
});
export type AnalysisResult = z.infer<typeof analysisResult>;
