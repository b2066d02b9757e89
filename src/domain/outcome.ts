// How an attempt can end: exactly one of these. Apart from the schemas: every start of joust loads this file.

export const outcomes = [
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
] as const;
export type Outcome = (typeof outcomes)[number];

/** Blocked needs a person and empty is an answer of sorts; everything else that is not ok failed. */
export function isFailed(outcome: Outcome): boolean {
  return outcome !== 'ok' && outcome !== 'blocked' && outcome !== 'empty';
}
