// What a verdict is worth to one of its two sides: 1, 1/2 or 0; undefined where it could not be read.
import type { Choice } from './tally.ts';

export function scoreFor(choice: Choice, side: 'first' | 'second'): number | undefined {
  if (choice === 'none') return undefined;
  if (choice === 'tie' || choice === 'both-bad') return 0.5;
  return choice === side ? 1 : 0;
}
