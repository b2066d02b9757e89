// What a contest came to, by format: figures and names for views to tell. Played again, it is the same.
import { z } from 'zod';

/** One text that answers for all: a merged answer, a debate's verdict, an oracle's advice. */
export const answerResult = z.strictObject({
  type: z.literal('answer'),
  text: z.string(),
  /** Who wrote it. */
  by: z.string(),
});

export const resultSchema = z.discriminatedUnion('type', [answerResult]);

export type FormatResult = z.infer<typeof resultSchema>;
