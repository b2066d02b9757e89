// Which outcomes are failures. Apart from the schemas: every start of joust loads this file.
import type { Outcome } from './outcome.ts';

/** Blocked needs a person and empty is an answer of sorts; everything else that is not ok failed. */
export function isFailed(outcome: Outcome): boolean {
  return outcome !== 'ok' && outcome !== 'blocked' && outcome !== 'empty';
}
