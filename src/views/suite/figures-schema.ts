// The figures of a suite, and of a suite beside a baseline, as programs and the page get them.
import { z } from 'zod';

const shareFields = {
  value: z.number(),
  low: z.number().describe('lower end of the 95 % interval, for tasks like these'),
  high: z.number(),
  tasks: z.int(),
};

const passShare = z.strictObject({ ...shareFields, trials: z.int() });

const pairedDifference = z.strictObject({
  ...shareFields,
  value: z.number().describe('difference of the shares, now less base'),
  told: z.enum(['better', 'worse', 'cannot be told apart']),
});

const taskCell = z
  .strictObject({ passed: z.int(), of: z.int(), errors: z.int(), open: z.int() })
  .describe('trials of one task by one contestant; an error neither passes nor fails');

const taskRow = z.strictObject({
  id: z.string(),
  cells: z.array(taskCell).readonly().describe('in the order of the contestants'),
  is: z
    .enum(['passed by all', 'passed by nobody', 'differs', 'alike', 'unknown'])
    .describe('whether it tells the contestants apart; unknown: too few cells ended'),
});

const contestantFigures = z.strictObject({
  name: z.string(),
  passed: z.int(),
  failed: z.int(),
  errors: z.int(),
  open: z.int(),
  pass: passShare.optional(),
  passAtK: passShare.optional().describe('at least one of all trials; absent: there is one trial'),
  usd: z.number().optional().describe('absent: unknown'),
  tokens: z.number().optional(),
  unpriced: z.int().describe('cells that ran at an unknown cost'),
  medianMs: z.number().optional(),
  totalMs: z.number(),
  behindBest: pairedDifference.optional().describe('how far the best is ahead, over the same tasks'),
});

export const suiteFiguresSchema = z.strictObject({
  k: z.int(),
  contestants: z.array(contestantFigures).readonly().describe('in the order of the suite'),
  tasks: z.array(taskRow).readonly(),
  best: z.string().optional(),
});

const comparedContestant = z.strictObject({
  name: z.string(),
  baseName: z.string().optional().describe('its name in the baseline, if that differs'),
  base: passShare.optional().describe('over the tasks that both suites have'),
  now: passShare.optional(),
  difference: pairedDifference.optional(),
});

const changedTask = z.strictObject({
  task: z.string(),
  contestant: z.string(),
  base: taskCell,
  now: taskCell,
  change: z.number(),
});

const suiteComparison = z.strictObject({
  contestants: z.array(comparedContestant).readonly(),
  changed: z
    .array(changedTask)
    .readonly()
    .describe('tasks with another share now: the largest change first, worse before better'),
  onlyBase: z.array(z.string()).readonly().describe('tasks of the baseline alone'),
  onlyNow: z.array(z.string()).readonly(),
  unpaired: z.array(z.string()).readonly().describe('contestants of one of the two alone'),
});

/** The output of `suite compare`. */
export const suiteComparedSchema = z.strictObject({
  type: z.literal('suite-comparison'),
  v: z.literal(1),
  suite: z.string().describe('its ID, or the file of its report'),
  base: z.string(),
  comparison: suiteComparison,
  all: z.boolean().optional().describe('true: people see every task that changed'),
});

/** Trials of one task by one contestant. */
export type TaskCell = z.output<typeof taskCell>;
export type TaskRow = z.output<typeof taskRow>;
export type ContestantFigures = z.output<typeof contestantFigures>;
export type SuiteFigures = z.output<typeof suiteFiguresSchema>;
export type ComparedContestant = z.output<typeof comparedContestant>;
export type ChangedTask = z.output<typeof changedTask>;
export type SuiteComparison = z.output<typeof suiteComparison>;
export type SuiteCompared = z.output<typeof suiteComparedSchema>;
