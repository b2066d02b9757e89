// Contestants that hosts of a pool can play. Each host publishes its own, and a contest for the pool finds its names there.
import { agentIds } from '../agents/all.ts';
import type { LoadedConfig } from '../config/load.ts';
import { Probes } from '../contest/accounts/probes.ts';
import type { Vault } from '../contest/accounts/vault.ts';
import type { Contestant } from '../domain/contestant.ts';
import { nameShape } from '../domain/settings/rule.ts';
import { usableInOrder } from '../play/roster/choose-roster.ts';
import type { Machine } from '../process/machine.ts';
import { poolLabel, poolUrl } from './pool.ts';

/** Of this host, in its order of priority. Values of variables go out as keyed hashes only. */
export function ownOffer(
  config: LoadedConfig,
  { machine, home, vault }: { readonly machine: Machine; readonly home: string; readonly vault: Vault },
): readonly Contestant[] {
  const probes = new Probes(machine, { home, envPass: config.values.env.pass });
  return usableInOrder({ specs: [], config, probes }).map(vault.seal);
}

/** The same config, which also knows what hosts with this label can play. Names of the user's own config come first. */
export async function withOffers(
  config: LoadedConfig,
  label: string,
  machine: Machine,
): Promise<LoadedConfig> {
  const { Hosts } = await import('../dispatch/hosts.ts');
  const hosts = new Hosts(await poolUrl(machine));
  try {
    const wanted = poolLabel(label);
    const here = (await hosts.list()).filter(
      ({ state, labels }) => state === 'here' && labels.includes(wanted),
    );
    const known = new Set([...agentIds, ...Object.keys(config.values.agents)]);
    // An agent of an extension that this machine lacks can't be recorded here.
    const offers = here.map(({ contestants = [] }) =>
      contestants.filter(({ agent }) => agentIds.includes(agent)),
    );
    const theirs = offers
      .flat()
      .filter(({ name }) => nameShape.test(name) && !known.has(name))
      .map(({ name, ...rest }) => [name, rest] as const);
    return {
      ...config,
      values: {
        ...config.values,
        contestants: { ...Object.fromEntries(theirs), ...config.values.contestants },
      },
      hosts: offers.map((own) => own.map(({ name }) => name)),
    };
  } finally {
    await hosts.close();
  }
}
