// joust resume: plays a contest on from where its record ends.
import { loadConfig } from '../../config/load.ts';
import { blindUntil } from '../../domain/blind-record.ts';
import { exitCode } from '../../domain/joust-error.ts';
import { answersShown, joustHome, openArchive, resumeContest } from '../../index.ts';
import { contestSummary } from '../../views/contest-summary.ts';
import { type CliWorld, type CommandInput, type CommandProgram, flag, texts } from './command.ts';
import { flagsOf, limitsSaid, worldOf } from './contest-input.ts';
import { startPlayer } from './detach.ts';
import { playOnScreen, screenFor } from './play-on-screen.ts';

export const resumeCommand: CommandProgram = async (input, cli) => {
  const home = joustHome(cli.machine);
  const found = await find(input.words[0] ?? '@last', home, cli.machine);
  if (flag(input, 'detach')) {
    startPlayer(found.id, { home, input });
    cli.stdout.write(`${found.id}\n`);
    return exitCode.ok;
  }
  return await resumeOnScreen(input, cli, found);
};

export async function resumeOnScreen(
  input: CommandInput,
  cli: CliWorld,
  { id, players, shows, until, blind }: Awaited<ReturnType<typeof find>>,
): Promise<number> {
  const home = joustHome(cli.machine);
  const loaded = await loadConfig({ machine: cli.machine, cwd: cli.machine.cwd, flags: flagsOf(input) });
  const only = texts(input, 'only');
  const named = only.length === 0 ? {} : { only };
  const { settings, lanes } = worldOf(loaded, input);
  // Whoever is asked again may yet be picked.
  const hiddenUntil = blind || flag(input, 'retry-failed') ? until : undefined;
  const seen = hiddenUntil === undefined ? players : [];
  const screen = await screenFor(input, seen, { cli, ...(shows !== undefined && { shows }) });
  const limits = limitsSaid(input, loaded);
  return await playOnScreen({ screen, cli, yes: flag(input, 'yes'), blindUntil: hiddenUntil }, (world) =>
    resumeContest(
      id,
      { ...world, home, lanes, settings: { ...settings, ...named } },
      { retryFailed: flag(input, 'retry-failed'), limits, ...named },
    ),
  );
}

export async function find(name: string, home: string, machine: Parameters<typeof openArchive>[1]) {
  await using archive = openArchive(home, machine);
  const id = await archive.find(name);
  const summary = contestSummary(id, await archive.events(id));
  const { roster = [], staff = [] } = summary?.opened ?? {};
  const shows = summary === undefined ? undefined : await answersShown(summary.opened);
  const until = summary === undefined ? undefined : blindUntil(summary.opened);
  const blind = summary?.blind === true;
  return { id, players: [...roster, ...staff], until, blind, ...(shows !== undefined && { shows }) };
}
