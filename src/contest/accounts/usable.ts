// Who can play: what keeps a contestant from it, told without starting anything.
import type { Agent, LoginState } from '../../agents/agent.ts';
import type { Contestant } from '../../domain/contestant.ts';

export interface Problem {
  readonly reason: string;
  /** The next step. */
  readonly hint: string;
}

export interface Candidate {
  readonly contestant: Contestant;
  readonly agent: Agent;
  /** Where its program was found. */
  readonly program: string | undefined;
  /** As far as it is known. */
  readonly login: LoginState | undefined;
}

export function whyUnusable({ contestant, agent, program, login }: Candidate): Problem | undefined {
  const { presence } = agent;
  if (presence.needsModel === true && contestant.model === undefined) {
    return {
      reason: 'no model is named',
      hint: `Write ${agent.id}/MODEL, or set model for [agents.${agent.id}].`,
    };
  }
  const missing = presence.missing?.(contestant);
  if (missing !== undefined) return { reason: missing, hint: presence.install };
  const wanted = contestant.settings?.command?.[0] ?? presence.executable;
  if (wanted !== undefined && program === undefined)
    return { reason: `${wanted} is not installed`, hint: presence.install };
  if (login?.state !== 'logged-out') return undefined;
  return { reason: login.detail ?? 'not logged in', hint: presence.login?.hint ?? presence.install };
}
