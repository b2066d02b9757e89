// What a race came to: every signal, weight, check and verdict behind its decision, so that it can be weighed again.
import { z } from 'zod';
import { tamperSchema } from '../../checks/tamper/flag.ts';
import { weightsSchema } from '../../domain/check-spec.ts';
import { outcomes } from '../../domain/outcome.ts';
import { judgeWord, weighedJudge } from '../judging-options.ts';

const share = z.number().describe('from 0 to 1');
const counts = z.strictObject({ passed: z.int(), total: z.int() });
const checkOutcome = z.enum(['passed', 'failed', 'unavailable', 'timed-out']);

/** What a score is computed from: raw figures, unknown ones absent. */
const scoreInput = z.strictObject({
  name: z.string(),
  outcome: z.enum(outcomes),
  /** Added and removed. */
  lines: z.int().nonnegative(),
  /** Required checks it passes, whatever the base does; absent: the race was played before they counted. */
  passed: z.int().nonnegative().optional(),
  lint: z.strictObject({ errors: z.int(), warnings: z.int(), infos: z.int() }).optional(),
  percent: z.number().optional(),
  tests: counts.optional(),
  judge: share.optional(),
  /** Why it cannot win whatever its figures are: a required check it fails. */
  disqualified: z.string().optional(),
  /** Why it may lead but not win: required checks it fails that the base fails too. */
  failing: z.string().optional(),
});
export type ScoreInput = z.infer<typeof scoreInput>;

const scoreContext = z.strictObject({
  weights: weightsSchema,
  baseTestsTotal: z.int().optional(),
  /** Which signals this project has a check for. */
  has: z.strictObject({
    lint: z.boolean(),
    readiness: z.boolean(),
    tests: z.boolean(),
    judge: z.boolean().optional(),
  }),
  rules: z.enum(['rescale', 'charm']),
  /** What separates equal entries: only measurements; absent, as in older races: also the size of the change, then the name. */
  decides: z.literal('measured').optional(),
});
export type ScoreContext = z.infer<typeof scoreContext>;

const raceRow = z.strictObject({
  contestant: z.string(),
  outcome: z.enum(outcomes),
  reason: z.string().optional(),
  partial: z.boolean().optional(),
  /** Entered by somebody: work made elsewhere. */
  adopted: z.boolean().optional(),
  rank: z.int().optional().describe('absent: it cannot win'),
  whyNot: z.string().optional(),
  total: share,
  signals: z.record(z.string(), share).describe('each signal that could be read'),
  unknown: z.array(z.string()).describe('signals the project has that could not be read here'),
  files: z.int(),
  added: z.int(),
  removed: z.int(),
  checks: z.array(
    z.strictObject({
      name: z.string(),
      /** With the tests and settings of the base put back, where the change touches them: this counts. */
      outcome: checkOutcome,
      /** As handed in, where that differs from the above. */
      submitted: checkOutcome.optional(),
      detail: z.string().optional(),
      lostTests: z
        .literal(true)
        .optional()
        .describe(
          "it failed because it ran fewer of the base's tests, or its figures can't be read any more",
        ),
      submittedDetail: z.string().optional(),
      readers: z
        .array(z.string())
        .optional()
        .describe('it could not be read: parsers that would read what it printed'),
    }),
  ),
  canary: z
    .strictObject({
      outcome: z.enum(['clean', 'all-pass', 'not-measured']),
      why: z.string().optional(),
      onBase: z.literal('clean').optional().describe('it could be measured on the base'),
    })
    .optional()
    .describe(
      'of generated tests, exactly the wrong one fails with its code; absent: it was not about to win',
    ),
  tamper: z.array(tamperSchema),
  leftOut: z.array(z.strictObject({ path: z.string(), why: z.string() })),
  secrets: z.array(z.string()).optional().describe('files of the patch that look like they hold a secret'),
  secretKinds: z.array(z.string()).optional().describe('what these look like'),
  looked: z.array(z.string()).optional().describe('signs that it looked outside; absent: cannot be told'),
  ranMs: z.number().optional(),
  tokens: z.int().optional(),
  costUsd: z.number().optional(),
  /** The end of its last message. */
  says: z.string().optional(),
});

/** Whose added tests passed on whose code. */
const crossTests = z.strictObject({
  check: z.string(),
  rows: z.array(
    z.strictObject({
      /** Whose tests. */
      author: z.string(),
      files: z.array(z.string()),
      /** By contestant, whose code. */
      on: z.record(z.string(), checkOutcome),
      onBase: checkOutcome.optional(),
      suspect: z.string().optional(),
    }),
  ),
});

export const raceResult = z.strictObject({
  type: z.literal('race'),
  simulated: z.boolean().describe('scripted contestants took part: no model was asked by them'),
  base: z.strictObject({ commit: z.string(), tree: z.string(), dirty: z.boolean() }),
  sandbox: z.enum(['none', 'os', 'container']),
  preset: z.string().optional(),
  downgraded: z
    .strictObject({
      reason: z.enum(['over_budget', 'user_declined', 'over_budget_midflight']),
      single: z.string().optional(),
      estimateTokens: z.int().optional(),
      budgetTokens: z.int().optional(),
    })
    .optional(),
  /** Why the rest was not waited for. */
  stopped: z.string().optional(),
  checks: z.array(
    z.strictObject({
      name: z.string(),
      command: z.string(),
      signal: z.string().optional(),
      required: z.boolean(),
      base: checkOutcome,
      detail: z.string().optional(),
      /** Why it does not count: it fails on the base, or its tool is missing. */
      ignored: z.string().optional(),
      allowed: z.literal(true).optional().describe('an entry may fail it and still win (--allow-failing)'),
    }),
  ),
  dropped: z.array(z.string()).describe('signals the project does not have; the rest is rescaled'),
  rows: z.array(raceRow).describe('best first'),
  winner: z.string().optional(),
  leader: z.string().optional().describe('ranks first, but fails a required check that the base fails too'),
  rule: z.string(),
  cross: crossTests.optional(),
  judges: z.array(z.string()).optional(),
  weighed: z
    .array(weighedJudge)
    .optional()
    .describe('how much each judge counts and why; empty: all the same'),
  /** What judges said of each pair. */
  pairs: z.array(z.strictObject({ pair: z.array(z.string()), words: z.array(judgeWord) })).optional(),
  notes: z.array(z.string()),
  score: z.strictObject({ inputs: z.array(scoreInput), context: scoreContext }),
});
export type RaceResult = z.infer<typeof raceResult>;
export type RaceRow = z.infer<typeof raceRow>;
