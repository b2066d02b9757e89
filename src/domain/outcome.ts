// How an attempt can end: exactly one of these, and what each means for the rest of joust.
import { z } from 'zod';

export const outcomeSchema = z.enum([
  'ok',
  'blocked',
  'empty',
  'incomplete',
  'refused',
  'rate-limited',
  'unauthenticated',
  'missing',
  'timed-out',
  'cancelled',
  'skipped',
  'crashed',
]);

export type Outcome = z.infer<typeof outcomeSchema>;
