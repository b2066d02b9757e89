// What this host lacks of what a contest needs, looked up before anything of it starts: agents, programs, logins, variables.
import { whyUnusable } from '../contest/accounts/examine.ts';
import type { ContestOpened } from '../domain/event.ts';
import { JoustError } from '../domain/joust-error.ts';
import { everybody } from '../domain/roster.ts';
import { asOpened, createPlayer, type World } from '../play/create-player.ts';
import { needExtensions } from '../play/extensions/load-extensions.ts';

/** Throws `config` with all that is missing, or what is wrong with an extension. */
export async function checkLacking(world: World, opened: ContestOpened): Promise<void> {
  await needExtensions(opened, world.machine);
  const player = createPlayer(asOpened(world, opened));
  const { agentOf, probes, vault } = player;
  const lacks = new Set<string>();
  for (const one of everybody(opened)) {
    const { missing } = vault.look(one);
    if (missing.length > 0)
      lacks.add(`${one.name}: the value of ${missing.join(', ')} is not in the config of this host`);
    const contestant = vault.open(one);
    const agent = agentOf(one.agent);
    const program = probes.find(agent, contestant);
    const asks = program !== undefined || agent.kind !== 'cli';
    const how = { withholdKeys: contestant.auth === 'subscription', environment: contestant.environment };
    const login = asks ? await probes.login(agent, how) : undefined;
    const problem = whyUnusable({ contestant, agent, program, login });
    if (problem !== undefined) lacks.add(`${one.name}: ${problem.reason}`);
  }
  if (lacks.size === 0) return;
  throw new JoustError([...lacks].join('; '), {
    code: 'config',
    hint: 'joust doctor on that host shows what its agents need.',
  });
}

/** On one line, and of a length to be read. */
export const joinedLines = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 500);
