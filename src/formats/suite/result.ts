// What a suite came to: every cell (a task, a contestant, a trial) with what its asserts said, and which thresholds were missed.
import { z } from 'zod';
import { suiteThresholds } from '../../domain/suite/suite-plan.ts';

const measure = z.strictObject({
  name: z.string(),
  is: z.enum(['pass', 'fail', 'error']).describe('error: it could not be told; that is no failure'),
  score: z.number().optional().describe('from 0 to 1, where it has one'),
  why: z.string().optional(),
});

const cell = z.strictObject({
  task: z.string(),
  contestant: z.string(),
  trial: z.int().describe('from 1'),
  state: z
    .enum(['passed', 'failed', 'error', 'open'])
    .describe('error: not played to an answer, or an assert could not be told; open: not played yet'),
  outcome: z.string().optional().describe("of the contestant's attempt"),
  contest: z.string().optional().describe('the contest of this cell'),
  score: z.number().optional().describe('from 0 to 1: the weighted share of its asserts'),
  asserts: z.array(measure),
  usd: z.number().optional().describe('absent: unknown'),
  tokens: z.int().optional(),
  ranMs: z.number().optional(),
  simulated: z.boolean().optional(),
});

export const suiteResult = z.strictObject({
  type: z.literal('suite'),
  name: z.string(),
  contestants: z.array(z.string()),
  trials: z.int(),
  tasks: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string().optional(),
      format: z.string(),
      threshold: z.number().optional().describe('the least share of its trials that pass'),
    }),
  ),
  cells: z.array(cell),
  thresholds: suiteThresholds,
  missed: z.array(z.string()).describe('a sentence for each threshold that was not met'),
});

export type SuiteResult = z.output<typeof suiteResult>;
export type SuiteCell = SuiteResult['cells'][number];
