// What a player is set to by the config, and what a contest may take by it.
import type { Config, PlayConfig } from '../config/config.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { AccountTable } from '../contest/accounts/accounts.ts';
import type { Limits } from '../domain/usage.ts';
import type { World } from './create-player.ts';

const outputBytes = 256 * 1024 * 1024;

/** What a player is set to by the config. */
export function playWorld(
  { values, cast = {} }: LoadedConfig,
  {
    waitForQuotaMs,
    approve,
    cassettes,
  }: Pick<World['settings'], 'waitForQuotaMs' | 'approve' | 'cassettes'> = {},
): Pick<World, 'settings' | 'lanes'> {
  const { timeoutMs, idleMs, env, container, prices, lanes, maxParallel } = values;
  return {
    settings: {
      timeoutMs,
      outputBytes,
      envPass: env.pass,
      environments: [values.agents, values.contestants, cast]
        .flatMap((table) => Object.values<PlayConfig>(table))
        .flatMap(({ environment }) => (environment === undefined ? [] : [environment])),
      container,
      prices,
      accounts: accountTable(values, cast),
      idleMs,
      waitForQuotaMs,
      approve,
      cassettes,
    },
    lanes: { capacities: lanes, cloud: maxParallel },
  };
}

/** A name that stands for another has its account, unless it has one of its own: one of a cast never has. */
export function accountTable(
  { accounts, agents, contestants }: Pick<Config, 'accounts' | 'agents' | 'contestants'>,
  cast: NonNullable<LoadedConfig['cast']> = {},
): AccountTable {
  const namesOf = (name: string) => {
    const agent = contestants[name]?.agent ?? name;
    return [name, agent, agents[agent]?.uses ?? agent];
  };
  const found = (names: readonly string[]) => {
    const account = names.find((one) => accounts[one] !== undefined);
    return account === undefined ? undefined : { ...accounts[account], account };
  };
  const own = [...Object.keys(accounts), ...Object.keys(contestants), ...Object.keys(agents)];
  const all = new Map(own.map((name) => [name, found(namesOf(name))]));
  for (const [name, { agent }] of Object.entries(cast)) all.set(name, found(namesOf(agent)));
  return Object.fromEntries([...all].flatMap(([name, one]) => (one === undefined ? [] : [[name, one]])));
}

export function limitsOf({ values }: LoadedConfig): Limits {
  const { maxUsd, maxTokens, maxAttempts, partial, maxTimeMs, confirmTokens } = values.budget;
  return {
    ...(maxUsd !== undefined && { usd: maxUsd }),
    ...(maxTokens !== undefined && { tokens: maxTokens }),
    ...(maxAttempts !== undefined && { attempts: maxAttempts, ...(partial === true && { partial }) }),
    ...(maxTimeMs !== undefined && { timeMs: maxTimeMs }),
    ...(confirmTokens !== undefined && confirmTokens > 0 && { confirmTokens }),
  };
}
