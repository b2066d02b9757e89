// What a tournament came to: its matches, the champion and whether that is clear, the order from all comparisons, and how
// far each judge can be trusted.
import { z } from 'zod';
import { outcomes } from '../../domain/outcome.ts';
import { evenStanding, judgeWord, weighedJudge } from '../judging-options.ts';

const share = z.number().describe('from 0 to 1');

/** A figure about a judge with its 95 % interval, or that there is too little to say. */
const figure = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('measured'),
    value: z.number(),
    low: z.number(),
    high: z.number(),
    n: z.int(),
  }),
  z.strictObject({ kind: z.literal('too-few'), n: z.int(), needed: z.int() }),
]);

const match = z.strictObject({
  round: z.int().positive(),
  part: z.enum(['winners', 'losers', 'final']).optional().describe('of a double elimination'),
  pair: z.tuple([z.string(), z.string()]).describe('the higher seed first'),
  winner: z.string().optional().describe('who goes on or has the point; absent: half a point each'),
  how: z
    .enum(['verdict', 'one-more', 'undecided', 'parked'])
    .describe(
      'by the verdict; by one more verdict; by nobody, so that it went to the higher seed where somebody has to go on; a judge waits for its quota',
    ),
  why: z.string().optional().describe('why nobody decided it'),
  ownFamily: z.boolean().optional().describe("judges of the contestants' own families had to vote"),
  words: z.array(judgeWord),
});

export const tournamentResult = z.strictObject({
  type: z.literal('tournament'),
  system: z.enum(['bracket', 'double', 'swiss', 'round-robin', 'adaptive']),
  seeds: z.array(z.string()).describe('those who played, the highest seed first'),
  champion: z.string().optional().describe('who won, or would have; absent: nobody'),
  clear: z.boolean().describe('false: no clear winner'),
  rule: z.string().describe('what made the champion'),
  why: z.string().optional().describe('why there is no clear winner'),
  answer: z.string().optional().describe("the champion's answer"),
  matches: z.array(match),
  byes: z.array(z.strictObject({ round: z.int().positive(), contestant: z.string() })),
  order: z
    .array(
      z.strictObject({
        contestant: z.string(),
        points: z.number(),
        matches: z.int(),
        rating: z
          .number()
          .optional()
          .describe('Bradley-Terry over all verdicts; absent: they do not give one'),
        low: z.number().optional(),
        high: z.number().optional(),
        probabilityBest: share.optional(),
        tiedForBest: z.boolean().describe('cannot be told apart from the best'),
      }),
    )
    .describe('strongest first, from all comparisons together'),
  even: evenStanding,
  unfit: z.string().optional().describe('why there are no ratings'),
  unranked: z.array(
    z.strictObject({
      contestant: z.string(),
      outcome: z.union([z.enum(outcomes), z.literal('parked')]),
      reason: z.string().optional(),
    }),
  ),
  judges: z.array(
    z.strictObject({
      judge: z.string(),
      verdicts: z.int(),
      unread: z.int(),
      setAside: z.int(),
      flipRate: figure.describe('of the pairs it saw both ways'),
      lean: figure.describe('logit by which it favours the first shown; below 0: the second'),
      agreement: figure.describe('share of matches on which another judge said the same'),
      alarm: z
        .enum(['warn', 'drop'])
        .optional()
        .describe('its verdicts follow the order more than the entries'),
    }),
  ),
  agreement: z.number().optional().describe("Krippendorff's alpha of the judges"),
  weighed: z
    .array(weighedJudge)
    .optional()
    .describe('how much each judge counts and why; empty: all the same'),
  calls: z.int().describe('how often a judge was asked'),
});

export type TournamentResult = z.infer<typeof tournamentResult>;
