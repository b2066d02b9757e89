// What a player is set to by the config, and what a contest may take by it.
import type { PlayConfig } from '../../config/config.ts';
import type { LoadedConfig } from '../../config/load.ts';
import type { Limits } from '../../domain/usage.ts';
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
      ...(idleMs !== undefined && { idleMs }),
      ...(waitForQuotaMs !== undefined && { waitForQuotaMs }),
      ...(approve !== undefined && { approve }),
      ...(cassettes !== undefined && { cassettes }),
    },
    lanes: { capacities: lanes, cloud: maxParallel },
  };
}

export function limitsOf({ values }: LoadedConfig): Limits {
  const { maxUsd, maxTokens, maxAttempts, maxTimeMs, confirmTokens } = values.budget;
  return {
    ...(maxUsd !== undefined && { usd: maxUsd }),
    ...(maxTokens !== undefined && { tokens: maxTokens }),
    ...(maxAttempts !== undefined && { attempts: maxAttempts }),
    ...(maxTimeMs !== undefined && { timeMs: maxTimeMs }),
    ...(confirmTokens !== undefined && { confirmTokens }),
  };
}
