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
  if (contestant.auth === 'subscription') return await demandSubscription(player, contestant, agent);
  const keyPresent = agent.environment.keys.some((name) => player.machine.env[name] !== undefined);
  if (contestant.auth === 'any') return { mode: 'any', basis: 'unknown' };
  if (!keyPresent) return { mode: 'any', basis: 'unknown' };
  const { environment } = contestant;
  const login = await player.probes.login(agent, { withholdKeys: true, environment });
  return login.state === 'subscription'
    ? { mode: 'subscription', basis: 'list-price' }
    : { mode: 'key', basis: 'billed' };
}

/** Only a login that is seen to be one plays without a word; where it cannot be told, a key in reach could pay. */
async function demandSubscription(
  player: Player,
  { name, environment }: Contestant,
  agent: Agent,
): Promise<AuthChoice> {
  const choice = { mode: 'subscription', basis: 'list-price' } as const;
  const login = await player.probes.login(agent, { withholdKeys: true, environment });
  if (login.state === 'subscription') return choice;
  const key = login.state === 'unknown' ? await keyInReach(player, environment, agent) : login.detail;
  if (login.state === 'unknown' && key === undefined) {
    const text = `${name}: nobody can tell whether ${agent.id} is logged in with a subscription, so auth = subscription cannot be enforced; no key was found that it could use.`;
    player.observe({ type: 'note', text });
    return choice;
  }
  player.probes.forgetLogin(agent);
  const hint = agent.presence.login?.hint ?? '';
  const found = login.state === 'logged-out' || key === undefined ? '' : ` (${key})`;
  const what = login.state === 'logged-out' ? '' : `; there is a key${found}`;
  return {
    ...choice,
    refused:
      `not logged in with a subscription, and auth = subscription forbids a key${what}. ${hint}`.trim(),
  };
}

/** What it would take for a key if none were withheld. */
async function keyInReach(
  { probes, machine }: Player,
  environment: Contestant['environment'],
  agent: Agent,
): Promise<string | undefined> {
  const set = { ...machine.env, ...environment };
  const variable = agent.environment.keys.find((name) => set[name] !== undefined);
  if (variable !== undefined) return variable;
  const login = await probes.login(agent, { withholdKeys: false, environment });
  return login.state === 'key' ? (login.detail ?? 'in its config') : undefined;
}
