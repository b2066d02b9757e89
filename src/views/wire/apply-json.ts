// The wire form of what apply and undo do, or would do.
import { z } from 'zod';
import { changedFiles } from './diff-json.ts';

export const applySchema = z.object({
  id: z.string(),
  contestant: z.string(),
  folder: z.string(),
  how: z.enum(['tree', 'commit', 'branch']),
  state: z
    .enum(['new', 'begun', 'there'])
    .describe('begun: it was interrupted and is finished now; there: it is already applied'),
  files: changedFiles,
  notes: z.array(z.string()),
  merged: z.array(z.string()).optional().describe("files in which the user's own changes were merged"),
  branch: z.string().optional(),
  commit: z.string().optional(),
});
export type ApplyJson = z.output<typeof applySchema>;

export const undoSchema = z.object({
  id: z.string(),
  contestant: z.string(),
  folder: z.string(),
  how: z.enum(['tree', 'commit', 'branch']),
  files: changedFiles,
  branch: z.string().optional(),
  commit: z.string().optional(),
});
export type UndoJson = z.output<typeof undoSchema>;
