// What the tamper radar reads and what it says: a changed file, and the flag of what in it measures the change.
import { z } from 'zod';

/** What a change touches that measures it. */
export const tamperSchema = z.strictObject({
  path: z.string(),
  kind: z.enum(['tests', 'ci', 'lint', 'types', 'runner', 'scripts', 'lock', 'skip', 'process']),
  how: z.enum(['added', 'changed', 'deleted']),
  detail: z.string().optional(),
});
export type Tamper = z.infer<typeof tamperSchema>;

export interface ChangedFile {
  /** Relative to the top of the tree, with forward slashes. */
  readonly path: string;
  readonly how: 'added' | 'changed' | 'deleted';
  /** Absent: it was not there, or it is no text. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}
