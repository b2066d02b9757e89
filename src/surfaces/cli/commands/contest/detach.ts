// Opens a contest and leaves it to a process of its own.

import { startPlayer } from '../../../../contest/play/detached-player.ts';
import { exitCode } from '../../../../domain/joust-error.ts';
import type { World } from '../../../../play/create-player.ts';
import { openOnly } from '../../../../play/open.ts';
import type { ReadyContest } from '../../../../play/ready.ts';
import { joustHome } from '../../../../process/machine.ts';
import { visible } from '../../../../views/visible.ts';
import { type CliWorld, type CommandInput, flag } from '../../grammar/command.ts';
import { gateAsker } from '../../screens/ask-gate.ts';
import { tellNext } from '../../screens/play-on-screen.ts';

/** The contest is on record before its player starts; a player that fails to start is replaced by joust resume. */
export async function detach(
  { request, notes, world }: ReadyContest,
  { input, cli }: { input: CommandInput; cli: CliWorld },
): Promise<number> {
  const { machine, signal, stdout, stderr } = cli;
  for (const note of notes) stderr.write(`${visible(note)}\n`);
  const home = joustHome(machine);
  const place: World = {
    ...world,
    home,
    machine,
    signal,
    answer: gateAsker(cli, { yes: flag(input, 'yes') }),
    observe: (seen) => void (seen.type === 'note' && stderr.write(`${visible(seen.text)}\n`)),
  };
  // Whoever reads the id finds its player; one for the pool is in its queue by then.
  const { id, waiting, declined } = await openOnly(request, place, async (opened) => {
    if (!opened.declined && !opened.waiting && request.pool === undefined)
      await startPlayer(home, opened.id, []);
  });
  stdout.write(`${id}\n`);
  if (declined) return exitCode.nothingUsable;
  const going = request.pool === undefined ? 'It is being played.\n' : 'A host of the pool plays it.\n';
  stderr.write(waiting ? 'Nothing goes on before an answer.\n' : going);
  await tellNext(id, { cli, told: false, playing: !waiting });
  return waiting ? exitCode.nothingUsable : exitCode.ok;
}
