// The variables a contestant's agent was given by name, and those that a player started elsewhere lacks.
import type { Contestant } from '../../domain/contestant.ts';
import type { ContestOpened } from '../../domain/event.ts';
import { everybody } from '../../domain/roster.ts';
import type { Player } from '../play/player.ts';

type Needs = Pick<Player, 'machine' | 'settings' | 'agentOf'>;

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

/** What was there when the contest was opened and is not here. */
export function lackingNotes(player: Needs, opened: ContestOpened): readonly string[] {
  const { environment = {} } = opened;
  return everybody(opened).flatMap(({ name }) => {
    const lacking = (environment[name] ?? []).filter(
      (variable) => player.machine.env[variable] === undefined,
    );
    if (lacking.length === 0) return [];
    const which = lacking.length === 1 ? 'variable' : 'variables';
    return [`${name}: the ${which} ${lacking.join(', ')} it was opened with is not set here.`];
  });
}
