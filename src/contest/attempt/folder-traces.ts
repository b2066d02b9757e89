// What an agent's program keeps in its own state about a folder of joust's goes with that folder.
import type { Agent } from '../../agents/agent.ts';
import { forgetFolder } from '../../process/files/forget-folder.ts';
import { homePath } from '../../process/spawn/probe.ts';

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
