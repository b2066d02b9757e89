// Keys that contestants lacked: an MCP client may start joust without the variables that hold them.
import { agentOf } from '../../agents/all.ts';
import { everybody } from '../../domain/roster.ts';
import type { ContestSummary } from '../../views/contest-summary.ts';

/** Variables with the keys of contestants that were not logged in, as far as this process doesn't have them either. */
export function missingKeys(
  { opened, attempts }: Pick<ContestSummary, 'opened' | 'attempts'>,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const names = new Set(
    attempts.filter(({ end }) => end?.outcome === 'unauthenticated').map(({ contestant }) => contestant),
  );
  const keys = everybody(opened)
    .filter(({ name }) => names.has(name))
    .flatMap(({ agent, settings }) => settings?.keyEnv ?? agentOf(agent).environment.keys);
  return [...new Set(keys)].filter((key) => env[key] === undefined);
}
