// Removes an agent's own state about a folder of joust's, once that folder is gone.
import type { Agent } from '../../agents/agent.ts';
import type { ContestOpened } from '../../domain/event.ts';
import { everybody } from '../../domain/roster.ts';
import { forgetFolder } from '../../process/files/forget-folder.ts';
import { homePath } from '../../process/spawn/probe.ts';
import type { Player } from '../play/player.ts';

type Place = Parameters<typeof homePath>[1];

/** Of a folder in which nobody works any more, and nobody will. */
export function forgetTraces({ traces }: Agent, folder: string, place: Place): void {
  if (traces === undefined) return;
  const paths = (names: readonly string[] = []) => names.flatMap((name) => homePath(name, place) ?? []);
  const { mark = '', folders } = traces.marked ?? {};
  const { field = '', files } = traces.registries ?? {};
  forgetFolder(folder, {
    named: paths(traces.named?.(folder)),
    marked: paths(folders).map((among) => ({ folder: among, mark })),
    registries: paths(files).map((file) => ({ file, field })),
  });
}

/** The traces of every contestant and judge of a contest that was played in the folder. */
export function forgetContestTraces(
  { vault, agentOf, machine }: Pick<Player, 'vault' | 'agentOf' | 'machine'>,
  opened: ContestOpened,
  folder: string,
): void {
  for (const one of everybody(opened)) {
    const { agent, environment } = vault.open(one);
    const env = { ...machine.env, ...environment };
    forgetTraces(agentOf(agent), folder, { home: machine.home, env });
  }
}
