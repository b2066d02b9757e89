// Who an end belongs to, as a heading shows it.
import type { Contestant } from '../../../domain/contestant.ts';
import type { AttemptEnded } from '../../../domain/event.ts';
import { agentOf } from '../../../index.ts';
import type { AnswerHead } from '../../../views/answer.ts';

export function headOf(roster: readonly Contestant[], end: AttemptEnded): AnswerHead {
  const contestant = roster.find(({ name }) => name === end.contestant);
  const simulated = contestant !== undefined && agentOf(contestant.agent).kind === 'scripted';
  return { name: end.contestant, model: simulated ? undefined : end.model, simulated };
}
