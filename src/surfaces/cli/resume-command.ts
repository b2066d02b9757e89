// joust resume: plays a contest on from where its record ends.
import { loadConfig } from '../../config/load.ts';
import { joustHome, openArchive, resumeContest } from '../../index.ts';
import { contestSummary } from '../../views/contest-summary.ts';
import type { CommandProgram } from './command.ts';
import { worldOf } from './contest-input.ts';
import { playOnScreen, screenFor } from './play-on-screen.ts';

export const resumeCommand: CommandProgram = async (input, cli) => {
  const { machine, signal } = cli;
  const home = joustHome(machine);
  const { id, roster } = await find(input.words[0] ?? '@last', home, machine);
  const loaded = await loadConfig({ machine, cwd: machine.cwd });
  const screen = await screenFor(input, roster, cli);
  return await playOnScreen(screen, cli, (observe) =>
    resumeContest(id, { ...worldOf(loaded), home, machine, signal, observe }),
  );
};

async function find(name: string, home: string, machine: Parameters<typeof openArchive>[1]) {
  await using archive = openArchive(home, machine);
  const id = await archive.find(name);
  const summary = contestSummary(id, await archive.events(id));
  return { id, roster: summary?.opened.roster ?? [] };
}
