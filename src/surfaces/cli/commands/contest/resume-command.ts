// joust resume: plays a contest on from where its record ends.

import { blindUntil } from '../../../../domain/events/blind-pick.ts';
import { exitCode } from '../../../../domain/joust-error.ts';
import { playOn } from '../../../../play/play-on.ts';
import { shownAnswers } from '../../../../play/result.ts';
import { joustHome } from '../../../../process/machine.ts';
import { type Fitting, openArchive } from '../../../../record/archive.ts';
import { contestSummary } from '../../../../views/contest-summary.ts';
import { type CliWorld, type CommandInput, type CommandProgram, flag, texts } from '../../grammar/command.ts';
import { limitSettings, settingsSaid } from '../../grammar/contest-options.ts';
import { playOnScreen, screenFor } from '../../screens/play-on-screen.ts';
import { quotaWait } from './contest-command.ts';
import { detachPlayer } from './detach.ts';

export const resumeCommand: CommandProgram = async (input, cli) => {
  const home = joustHome(cli.machine);
  const found = await find(input.words[0] ?? '@last', cli.machine);
  if (flag(input, 'detach')) {
    await detachPlayer(found.id, { home, input });
    cli.stdout.write(`${found.id}\n`);
    return exitCode.ok;
  }
  return await resumeOnScreen(input, cli, found);
};

interface ToResume extends Awaited<ReturnType<typeof find>> {
  /** The question that was just settled. */
  readonly answered?: string;
}

export async function resumeOnScreen(
  input: CommandInput,
  cli: CliWorld,
  { id, players, shows, until, blind, answered }: ToResume,
): Promise<number> {
  const retryFailed = flag(input, 'retry-failed');
  // Whoever is asked again may yet be picked.
  const hides = until !== undefined && (blind || retryFailed);
  const screen = await screenFor(input, hides ? [] : players, {
    cli,
    ...(hides && answered !== until && { hidden: { answers: players.length, until } }),
    shows,
  });
  const limits = await settingsSaid(input, limitSettings, async (path) => path);
  const waitForQuotaMs = quotaWait(input);
  const asked = {
    limits,
    retryFailed,
    only: texts(input, 'only'),
    waitForQuotaMs,
    ...(flag(input, 'yes') && { approve: true }),
    ...(flag(input, 'here') && { here: true }),
  };
  return await playOnScreen({ screen, cli, yes: flag(input, 'yes') }, (world) =>
    playOn(id, asked, { ...world, home: joustHome(cli.machine) }),
  );
}

export async function find(name: string, machine: CliWorld['machine'], fitting?: Fitting) {
  await using archive = openArchive(joustHome(machine), machine);
  const id = await archive.find(name, fitting);
  const summary = contestSummary(id, await archive.events(id));
  const { roster = [], staff = [] } = summary?.opened ?? {};
  const shows = summary === undefined ? undefined : await shownAnswers(summary.opened);
  const until = summary === undefined ? undefined : blindUntil(summary.opened);
  const blind = summary?.blind === true;
  return { id, players: [...roster, ...staff], until, blind, shows };
}
