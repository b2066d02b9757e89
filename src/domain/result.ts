// What a contest came to, by format: figures and names for views to tell. Played again, it is the same.
import { z } from 'zod';
import { debateResult } from './debate-result.ts';
import { distillResult } from './distill-result.ts';
import { raceResult } from './race-result.ts';
import { tournamentResult } from './tournament-result.ts';
import { voteResult } from './vote-result.ts';

/** One text that answers for all: a merged answer, a debate's verdict, an oracle's advice. */
export const answerResult = z.strictObject({
  type: z.literal('answer'),
  text: z.string(),
  /** Who wrote it. */
  by: z.string(),
});

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
export const judgedResult = z.strictObject({
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
      judges: z.array(
        z.strictObject({
          judge: z.string(),
          word: z.string(),
          flipped: z.boolean(),
          setAside: z.string().optional(),
          rationale: z.string().optional(),
        }),
      ),
    }),
  ),
});

/** Entries of another contest, scored on a rubric. */
export const scoredResult = z.strictObject({
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

/** Two answers that a person compared without knowing whose they were; here it is told. */
export const arenaResult = z.strictObject({
  type: z.literal('arena'),
  pick: z.enum(['a', 'b', 'tie', 'bad', 'skip', 'none']).describe('none: there were no two answers'),
  winner: z.string().optional().describe('a contestant'),
  stored: z.boolean().describe('whether it is kept as a preference'),
  simulated: z.boolean(),
  sides: z.array(
    z.strictObject({
      label: z.string().optional().describe('absent: it was never shown'),
      contestant: z.string(),
      agent: z.string(),
      model: z.string().optional(),
      effort: z.string().optional(),
      outcome: z.string(),
      reason: z.string().optional(),
      ranMs: z.number().optional(),
      tokens: z.int().optional(),
      costUsd: z.number().optional().describe('absent: unknown'),
    }),
  ),
});

/** Digest cards of another contest's entries, and a judgement over them. */
export const analysisResult = z.strictObject({
  type: z.literal('analysis'),
  about: z.string().optional(),
  cards: z.array(z.strictObject({ contestant: z.string(), text: z.string().optional() })),
  judgement: z
    .strictObject({
      text: z.string(),
      labels: z.array(z.strictObject({ label: z.string(), contestant: z.string() })),
      winner: z.string().optional(),
    })
    .optional(),
});

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

/** One stronger model's advice, and what it took of the session. */
export const oracleResult = z.strictObject({
  type: z.literal('oracle'),
  text: z.string(),
  by: z.string(),
  model: z.string().optional(),
  simulated: z.boolean(),
  cut: z.boolean().describe('true: it reached the limit of output tokens'),
  costUsd: z.number().optional().describe('absent: unknown'),
  session: z.string().optional(),
  turn: z.string().optional(),
  sessionUsd: z.number().describe('what is known of the session, this call included'),
  sessionCalls: z.int(),
  unknownCosts: z.int().describe('calls of the session whose cost is unknown'),
  capUsd: z.number(),
  turnCalls: z.int(),
  callsPerTurn: z.int(),
});

export const resultSchema = z.discriminatedUnion('type', [
  oracleResult,
  analysisResult,
  crossResult,
  arenaResult,
  judgedResult,
  scoredResult,
  answerResult,
  distillResult,
  debateResult,
  voteResult,
  tournamentResult,
  raceResult,
]);

export type FormatResult = z.infer<typeof resultSchema>;
