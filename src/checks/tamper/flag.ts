// A flag of the tamper radar: what a change touches that measures it.
import { z } from 'zod';

/** What a change touches that measures it. */
export const tamperSchema = z.strictObject({
  path: z.string(),
  kind: z.enum(['tests', 'ci', 'lint', 'types', 'runner', 'scripts', 'lock', 'skip']),
  how: z.enum(['added', 'changed', 'deleted']),
  detail: z.string().optional(),
});
export type Tamper = z.infer<typeof tamperSchema>;
