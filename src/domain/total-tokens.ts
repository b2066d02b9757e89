// How many tokens an attempt took in all.
import type { Usage } from './usage.ts';

/** All tokens of an attempt, or undefined where one of the two sides is unknown. */
export function totalTokens(usage: Usage | undefined): number | undefined {
  if (usage?.inputTokens === undefined || usage.outputTokens === undefined) return undefined;
  return usage.inputTokens + usage.outputTokens;
}
