// Whose word something is: a person's, or that of a program that called joust. Records from before it was told are people's.
import type { JoustEvent } from '../event.ts';
import { pickGate } from './blind-pick.ts';

/** The program that picked in an arena; undefined: a person did, or nobody. */
export function pickedBy(events: readonly JoustEvent[]): string | undefined {
  const said = events.findLast((event) => event.type === 'gate.answered' && event.key === pickGate.key);
  return said?.type === 'gate.answered' ? said.program : undefined;
}

/** Who won: a person's word comes before what was computed, and that before the word of a program. */
export function winnerIn(events: readonly JoustEvent[]): string | undefined {
  return decidedWinner(events) ?? wordsOn(events).at(-1)?.winner;
}

/** The same without the word of programs. */
export function decidedWinner(events: readonly JoustEvent[]): string | undefined {
  const said = wordsOn(events).findLast(({ program }) => program === undefined);
  const decided = events.findLast((event) => event.type === 'winner.decided');
  return said?.winner ?? decided?.winner;
}

function wordsOn(events: readonly JoustEvent[]) {
  return events.filter((event) => event.type === 'winner.overridden');
}
