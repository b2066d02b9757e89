// The variables a contestant's agent was given by name, and those that a player started elsewhere lacks.
import type { Contestant } from '../../domain/contestant.ts';
import type { ContestOpened } from '../../domain/event.ts';
import { everybody } from '../../domain/roster.ts';
import type { Player } from '../play/player.ts';

type Needs = Pick<Player, 'machine' | 'settings' | 'agentOf' | 'vault'>;

/** Its agent's own variables and keys, and what the user passes besides; as far as they are set. */
export function variablesOf(
  { machine, settings, agentOf }: Needs,
  contestant: Contestant,
): readonly string[] {
  const { passes, keys } = agentOf(contestant.agent).environment;
  const { keyEnv } = contestant.settings ?? {};
  const wanted = [...passes, ...keys, ...settings.envPass, ...(keyEnv === undefined ? [] : [keyEnv])];
  const isWanted = (name: string) =>
    wanted.some((pattern) =>
      pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
    );
  return Object.keys(machine.env).filter(isWanted).sort();
}

/** What was there when the contest was opened and is not here, or is another. */
export function lackingNotes({ machine, vault }: Needs, opened: ContestOpened): readonly string[] {
  const { environment = {} } = opened;
  return everybody(opened).flatMap((contestant) => {
    const { name } = contestant;
    const lacking = (environment[name] ?? []).filter((variable) => machine.env[variable] === undefined);
    const { missing, other } = vault.look(contestant);
    return [
      ...sentence(lacking, (which) => `${name}: the ${which} it was opened with is not set here.`),
      ...sentence(
        missing,
        (which) => `${name}: the value of the ${which} it was opened with is not known here.`,
      ),
      ...sentence(other, (which) => `${name}: the ${which} has another value than it was opened with.`),
    ];
  });
}

function sentence(names: readonly string[], say: (which: string) => string): readonly string[] {
  if (names.length === 0) return [];
  return [say(`${names.length === 1 ? 'variable' : 'variables'} ${names.join(', ')}`)];
}

/** Asked beside the play and remembered: some CLIs take seconds to tell their version. */
export async function identify(
  player: Player,
  roster: readonly Contestant[],
): Promise<Record<string, string>> {
  const agents = [...new Set(roster.map(({ agent }) => agent))].map((id) => player.agentOf(id));
  const found = await Promise.all(
    agents.map(async (agent) => [agent.id, await player.probes.version(agent)] as const),
  );
  return Object.fromEntries(
    found.filter((entry): entry is readonly [string, string] => entry[1] !== undefined),
  );
}
