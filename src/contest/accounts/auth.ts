// Subscription or key: decides what a contestant pays with before it starts, and never falls back to a paid key.
import type { Agent } from '../../agents/agent.ts';
import type { Auth, Contestant } from '../../domain/contestant.ts';
import type { Cost } from '../../domain/usage.ts';
import type { Player } from '../play/player.ts';

export interface AuthChoice {
  readonly mode: Auth;
  /** What a cost figure means for this contestant. */
  readonly basis: Cost['basis'];
  /** Why it must not start. */
  readonly refused?: string;
}

/** A probe stands before the start only where it decides something: a subscription was demanded, or a key lies about. */
export async function chooseAuth(player: Player, contestant: Contestant, agent: Agent): Promise<AuthChoice> {
  if (agent.kind !== 'cli')
    return { mode: contestant.auth ?? 'any', basis: agent.kind === 'http' ? 'billed' : 'unknown' };
  if (contestant.auth === 'key') return { mode: 'key', basis: 'billed' };
  if (contestant.auth === 'subscription') return await demandSubscription(player, agent);
  const keyPresent = agent.environment.keys.some((name) => player.machine.env[name] !== undefined);
  if (contestant.auth === 'any') return { mode: 'any', basis: 'unknown' };
  if (!keyPresent) return { mode: 'any', basis: 'unknown' };
  const login = await player.probes.login(agent, { withholdKeys: true });
  return login.state === 'subscription'
    ? { mode: 'subscription', basis: 'list-price' }
    : { mode: 'key', basis: 'billed' };
}

async function demandSubscription(player: Player, agent: Agent): Promise<AuthChoice> {
  const choice = { mode: 'subscription', basis: 'list-price' } as const;
  const login = await player.probes.login(agent, { withholdKeys: true });
  if (login.state !== 'logged-out') return choice;
  const hint = agent.presence.login?.hint ?? '';
  return {
    ...choice,
    refused: `not logged in with a subscription, and auth = subscription forbids a key. ${hint}`.trim(),
  };
}
