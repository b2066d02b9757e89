// Who an end belongs to, as a heading shows it.

import { isSimulated } from '../../../app/agents.ts';
import type { Contestant } from '../../../domain/contestant.ts';
import type { AttemptEnded } from '../../../domain/event.ts';
import type { AnswerHead } from '../../../views/answer.ts';

export function headOf(roster: readonly Contestant[], end: AttemptEnded): AnswerHead {
  const contestant = roster.find(({ name }) => name === end.contestant);
  const simulated = isSimulated(contestant?.agent);
  return { name: end.contestant, model: simulated ? undefined : end.model, simulated };
}
