// What came out of one cell of a suite, with what its asserts said: a report is made from these alone.
import { z } from 'zod';
import { outcomes } from '../outcome.ts';
import { fact, key } from './contest-event.ts';

export const cellMeasured = fact('cell.measured', {
  key,
  inputs: z.string(),
  task: z.string(),
  contestant: z.string(),
  trial: z.int().positive(),
  /** error: there was nothing to measure, or an assert could not tell. */
  state: z.enum(['passed', 'failed', 'error']),
  /** Of the contestant's attempt; absent: the contest came to none. */
  outcome: z.enum(outcomes).optional(),
  asserts: z.array(
    z.object({
      name: z.string(),
      is: z.enum(['pass', 'fail', 'error']),
      score: z.number().optional(),
      why: z.string().optional(),
      /** The step behind it: reopened where it is to be measured again. */
      step: z.string().optional(),
    }),
  ),
  score: z.number().optional(),
  usd: z.number().optional(),
  tokens: z.int().optional(),
  ranMs: z.number().optional(),
  simulated: z.boolean().optional(),
  /** The contest of the cell. */
  contest: z.string(),
});
