// The base of a race: the commit the user stood on, and their uncommitted work on top of it.
import { z } from 'zod';
import { changeSchema } from './change.ts';

export const baseSchema = z.strictObject({
  /** The top of the user's working tree. */
  folder: z.string(),
  /** The folder below it that the user stood in. */
  below: z.string(),
  /** The user's own commit. */
  commit: z.string(),
  /** That commit, or one of ours on top of it that holds the uncommitted work. */
  snapshot: z.string(),
  tree: z.string(),
  /** The uncommitted work; absent: there was none. */
  change: changeSchema.optional(),
  files: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
});
export type Base = z.infer<typeof baseSchema>;
