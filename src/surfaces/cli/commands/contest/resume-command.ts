// Plays a contest on before the user's eyes, from where its record ends.
import { blindUntil } from '../../../../domain/events/blind-pick.ts';
import { answersShown } from '../../../../formats/all.ts';
import { type GoOnRequest, playOn } from '../../../../play/play-on.ts';
import { joustHome } from '../../../../process/machine.ts';
import { openArchive } from '../../../../record/archive.ts';
import { contestSummary } from '../../../../views/contest-summary.ts';
import type { CliWorld, CommandInput } from '../../grammar/command.ts';
import { playOnScreen, screenFor } from '../../screens/play-on-screen.ts';
import type { Screen } from '../../screens/screen.ts';
import type { Showing } from './contest-command.ts';

interface ToResume {
  readonly id: string;
  readonly asked: GoOnRequest;
}

export async function resumeOnScreen(
  { id, asked }: ToResume,
  input: CommandInput,
  { cli, played, screen: own }: Showing,
): Promise<number> {
  const screen = (await own?.()) ?? (await contestScreen({ id, asked }, input, cli));
  return await playOnScreen({ screen, cli, yes: asked.approve === true }, async (world) => {
    const ended = await playOn(id, asked, { ...world, home: joustHome(cli.machine) });
    played?.(ended);
    return ended;
  });
}

async function contestScreen({ id, asked }: ToResume, input: CommandInput, cli: CliWorld): Promise<Screen> {
  const { players, shows, until, blind } = await stagingOf(id, cli.machine);
  // A side that runs again can still be picked.
  const hides = until !== undefined && (blind || asked.retryFailed === true);
  return await screenFor(input, hides ? [] : players, {
    cli,
    shows,
    hidden: hides ? { answers: players.length, until } : undefined,
  });
}

async function stagingOf(id: string, machine: CliWorld['machine']) {
  await using archive = openArchive(joustHome(machine), machine);
  const summary = contestSummary(id, await archive.events(id));
  const { roster = [], staff = [] } = summary?.opened ?? {};
  const shows = summary === undefined ? undefined : await answersShown(summary.opened);
  const until = summary === undefined ? undefined : blindUntil(summary.opened);
  return { players: [...roster, ...staff], until, blind: summary?.blind === true, shows };
}
