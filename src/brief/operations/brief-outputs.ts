// The outputs of operations on briefs that more than one of them has.
import { z } from 'zod';
import type { BriefReport } from '../../views/brief/brief-report.ts';
import type { StatusFile } from '../contract/status-file.ts';

const leftOut = z.strictObject({ path: z.string(), why: z.string() });
export const leftOutFiles = z.array(leftOut).readonly();
export const noteLines = z.array(z.string()).readonly().describe('remarks about the folder');
export const briefReportField = z.custom<BriefReport>().describe('scores by contestant, judge and dimension');

/** The state of a brief. */
export const statusFields = {
  folder: z.string(),
  status: z.custom<StatusFile>().describe('the content of status.json'),
  judgings: z
    .array(
      z.strictObject({
        contest: z.string(),
        at: z.string(),
        round: z.int(),
        gist: z.string().optional().describe('the result in a line'),
      }),
    )
    .readonly(),
  changedByHand: z
    .array(
      z.strictObject({
        name: z.string(),
        path: z.string(),
        changed: z.int().describe('files that differ from the record'),
        leftOut: leftOutFiles,
      }),
    )
    .readonly(),
  notes: noteLines,
  next: z.array(z.strictObject({ why: z.string(), command: z.string() })).readonly(),
};
