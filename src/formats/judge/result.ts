// What a judging came to: entries of another contest compared pair by pair, or scored on a rubric.
import { z } from 'zod';
import { judgeWord } from '../judging-options.ts';

const share = z.number().describe('from 0 to 1');
const standingRow = z.strictObject({
  contestant: z.string(),
  rating: z.number(),
  low: z.number(),
  high: z.number(),
  probabilityBest: share,
  tiedForBest: z.boolean(),
});
const judgeFigures = z.strictObject({
  judge: z.string(),
  verdicts: z.int(),
  unread: z.int(),
  setAside: z.int(),
  flips: z.int(),
  flipRate: share.optional().describe('absent: too few pairs to tell'),
  longerShare: share.optional().describe('of pairs in which it preferred the longer; absent: too few'),
  ownFamilyLean: z.number().optional().describe('how much more it gives its own family than others do'),
  reliability: share.optional().describe('how far it is better than a coin; absent: too few judges to tell'),
  firstLean: z.number().optional().describe('above 0: leans to whoever is shown first; absent: too few'),
});

/** Entries of another contest, compared pair by pair. */
const judgedResult = z.strictObject({
  type: z.literal('judged'),
  about: z.string().optional(),
  winner: z.string().optional().describe('absent: no clear winner'),
  rule: z.string().optional(),
  tied: z.array(z.string()).describe('those who cannot be told apart from the best'),
  rows: z.array(standingRow),
  judges: z.array(judgeFigures),
  agreement: z.number().optional().describe("Krippendorff's alpha of the judges"),
  ownFamily: z.boolean().optional().describe('judges of the contestants own families had to vote'),
  pairs: z.array(
    z.strictObject({
      pair: z.tuple([z.string(), z.string()]),
      word: z.string().describe('a contestant, tie or none'),
      decided: z.boolean(),
      judges: z.array(judgeWord),
    }),
  ),
});
export type JudgedResult = z.infer<typeof judgedResult>;

/** Entries of another contest, scored on a rubric. */
const scoredResult = z.strictObject({
  type: z.literal('scored'),
  about: z.string().optional(),
  winner: z.string().optional(),
  tied: z.array(z.string()),
  rows: z.array(
    z.strictObject({
      contestant: z.string(),
      score: share.optional(),
      fair: share.optional().describe("with each judge's severity taken out"),
      byDimension: z.record(z.string(), z.number()),
      judges: z.int(),
      incomplete: z.int(),
      setAside: z.int(),
    }),
  ),
  unread: z.int(),
});
export type ScoredResult = z.infer<typeof scoredResult>;

export const judgeResult = z.discriminatedUnion('type', [judgedResult, scoredResult]);
export type JudgeResult = z.infer<typeof judgeResult>;
