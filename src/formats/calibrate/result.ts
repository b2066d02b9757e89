// What a calibration came to: for each judge and model how often it is right, and what it follows besides.
import { z } from 'zod';

const share = z.number().describe('from 0 to 1');
/** A share with its 95 % interval (Wilson); without one where there are fewer than ten. */
const part = z.strictObject({
  right: z.number().describe('right in both orders counts 1, in one 1/2, a tie 1/2'),
  of: z.int(),
  share: share.optional().describe('absent: none'),
  low: share.optional(),
  high: share.optional(),
});
const times = z.strictObject({ times: z.int(), of: z.int() });
const lean = z.strictObject({
  share: share.describe('how often it takes that one of two that are equally right; 0.5 is no lean'),
  low: share,
  high: share,
});

export const calibrationResult = z.strictObject({
  type: z.literal('calibration'),
  set: z.string().describe('the version of the set of pairs'),
  pairs: z.int().describe('how many each judge was to be asked'),
  judges: z.array(
    z.strictObject({
      judge: z.string(),
      model: z.string().optional().describe('as its agent says; absent: it does not'),
      accuracy: part,
      unread: z.int().describe('looks of which nothing could be read, or that were not taken'),
      flips: times.describe('pairs on which it chose the same place both times'),
      fooled: times.describe('pairs whose wrong answer addresses the judge, and how often it took that one'),
      byKind: z.record(z.string(), part),
      byDecoy: z.record(z.string(), part).describe('what speaks for the wrong answer; none: nothing does'),
      leans: z
        .strictObject({
          place: lean.describe('the first shown'),
          length: lean.describe('one that is twice as long'),
          style: lean.describe('one with three times as many headings, points and marks'),
        })
        .optional()
        .describe('absent: too few pairs to tell'),
    }),
  ),
});
export type CalibrationResult = z.infer<typeof calibrationResult>;
