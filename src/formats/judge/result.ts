// What a judging came to: entries of another contest compared pair by pair, or scored on a rubric.
import { z } from 'zod';
import { evenStanding, judgeWord, standingRow, weighedJudge } from '../judging-options.ts';

const share = z.number().describe('from 0 to 1');
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
  even: evenStanding,
  judges: z.array(judgeFigures),
  agreement: z.number().optional().describe("Krippendorff's alpha of the judges"),
  ownFamily: z.boolean().optional().describe('judges of the contestants own families had to vote'),
  weighed: z
    .array(weighedJudge)
    .optional()
    .describe('how much each judge counts and why; empty: all the same'),
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

/** What one judge gave. */
const judgeSheet = z.strictObject({
  judge: z.string(),
  scores: z
    .record(z.string(), z.record(z.string(), z.number()))
    .describe('by contestant and dimension, as given'),
  percentages: z.record(z.string(), share).describe('by contestant; only where every dimension was scored'),
  reviews: z.array(
    z.strictObject({
      labels: z.record(z.string(), z.string()).describe('whose entry each label was'),
      text: z.string(),
    }),
  ),
  excluded: z.array(z.string()).describe('contestants of its own family, whose scores do not count'),
  ignored: z.array(z.string()).optional().describe('labels it scored that it was not shown'),
});
const judgedPair = z.strictObject({ judge: z.string(), contestant: z.string() });
const judgeReason = z.strictObject({ judge: z.string(), why: z.string() });

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
      low: share.optional().describe('where the fair score lies at 95 %; absent: too few scores to tell'),
      high: share.optional(),
      tiedForBest: z.boolean().optional(),
      addressesJudges: z.boolean().optional().describe('the entry speaks to its judges'),
    }),
  ),
  unread: z.int(),
  judges: z.array(judgeSheet).optional().describe('absent in judgings of before'),
  excluded: z.array(judgedPair).optional().describe('scores by a judge of the own family, not counted'),
  quarantined: z.array(judgeReason).optional().describe('sheets not as they were asked for, under strict'),
  silent: z.array(judgeReason).optional().describe('judges of whom nothing could be read'),
  agreement: z
    .number()
    .optional()
    .describe("Krippendorff's alpha of the judges, over entries and dimensions"),
  divergence: z
    .strictObject({
      dimension: z.string(),
      spread: share.describe('between best and worst on it, of its scale'),
      best: z.string(),
      worst: z.string(),
    })
    .optional()
    .describe('the dimension on which the entries lie furthest apart'),
  decisions: z
    .array(z.strictObject({ judge: z.string(), text: z.string() }))
    .optional()
    .describe('on what the entries differ most, in the words of the judges and by their labels'),
  ownFamily: z.boolean().optional().describe('judges of the contestants own families had to score'),
  weighed: z
    .array(weighedJudge)
    .optional()
    .describe('how much each judge counts and why; empty: all the same'),
});
export type ScoredResult = z.infer<typeof scoredResult>;

export const judgeResult = z.discriminatedUnion('type', [judgedResult, scoredResult]);
export type JudgeResult = z.infer<typeof judgeResult>;
