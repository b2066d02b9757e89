// What surfaces ask about agents: which there are, and which of them only pretend.

import type { ContestOpened } from '../domain/event.ts';
import { everybody } from '../domain/roster.ts';
import { allAgents, agentIds as everyId } from './all.ts';

export const agentIds: readonly string[] = everyId;

/** It plays from a script: whatever it says is simulated. */
export function isSimulated(agent: string | undefined): boolean {
  return kindOf(agent) === 'scripted';
}

/** Somebody in it plays from a script, a judge perhaps: what it came to says nothing of anybody. */
export function provesNothing(opened: ContestOpened): boolean {
  return opened.simulated || everybody(opened).some(({ agent }) => isSimulated(agent));
}

function kindOf(agent: string | undefined) {
  return allAgents.find(({ id }) => id === agent)?.kind;
}
