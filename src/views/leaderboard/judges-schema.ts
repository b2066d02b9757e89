// The known reliability of judges as programs get it.
import { z } from 'zod';
import type { KnownJudges } from './judges-document.ts';

const count = z.int().nonnegative();
const share = {
  right: count,
  of: count,
  low: z.number().optional(),
  high: z.number().optional(),
  at: z.string().describe('when that was last learned, in ISO 8601'),
};
const times = z.strictObject({ times: count, of: count });
const lean = z
  .strictObject({ share: z.number(), low: z.number(), high: z.number() })
  .describe('share of pairs of equally right answers in which it takes that one; 0.5: it has no lean');

const judge = z.strictObject({
  judge: z.string(),
  model: z.string().optional(),
  replaced: z.boolean().describe('another model answers for this judge now'),
  simulated: z.boolean(),
  at: z.string(),
  calibration: z
    .strictObject({
      ...share,
      flips: times,
      fooled: times,
      byKind: z.record(z.string(), z.strictObject({ right: count, of: count })),
      leans: z.strictObject({ place: lean, length: lean, style: lean }).optional(),
    })
    .optional(),
  people: z.strictObject(share).optional(),
  checks: z.strictObject(share).optional(),
  panels: z.strictObject(share).optional(),
  weight: z.number().optional().describe('in a panel of all judges here, where 1 is an equal share'),
});

export const judgesSchema: z.ZodType<KnownJudges> = z.strictObject({
  judges: z.array(judge),
});
