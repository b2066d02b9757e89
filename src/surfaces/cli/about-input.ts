// What commands about a contest on record have in common: its entries, who serves, and the way to play.
import { type LoadedConfig, loadConfig } from '../../config/load.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { joustVersion } from '../../domain/version.ts';
import {
  type ContestRequest,
  type EntriesOnRecord,
  entriesOnRecord,
  joustHome,
  openArchive,
  Probes,
  playContest,
} from '../../index.ts';
import { type CliWorld, type CommandInput, flag } from './command.ts';
import { flagsOf, limitsOf, worldOf } from './contest-input.ts';
import { detach } from './detach.ts';
import { playOnScreen, screenFor } from './play-on-screen.ts';

export interface AboutInput extends Omit<EntriesOnRecord, 'prompt'> {
  /** The contest it is about. */
  readonly id: string;
  readonly prompt: string;
  readonly home: string;
  readonly loaded: LoadedConfig;
  readonly probes: Probes;
}

export async function aboutInput(
  input: CommandInput,
  { machine }: CliWorld,
  atLeast: number,
): Promise<AboutInput> {
  const home = joustHome(machine);
  const loaded = await loadConfig({ machine, cwd: machine.cwd, flags: flagsOf(input) });
  const probes = new Probes(machine, { home, envPass: loaded.values.env.pass });
  await using archive = openArchive(home, machine);
  const id = await archive.find(input.words[0] ?? '@last');
  const found = entriesOnRecord(await archive.events(id));
  if (found.entries.length < atLeast) {
    throw new JoustError(
      `contest ${id} has ${found.entries.length} entries, and it takes ${atLeast === 1 ? 'one' : 'two'}`,
      { code: 'not-found', hint: `Only ok answers count; see them with: joust show ${id}` },
    );
  }
  return { ...found, id, home, loaded, probes, prompt: await archive.text(found.prompt) };
}

export interface AboutPlay extends Pick<ContestRequest, 'format' | 'options' | 'staff'> {
  readonly notes: readonly string[];
}

export async function playAbout(
  about: AboutInput,
  { notes, ...play }: AboutPlay,
  { input, cli }: { input: CommandInput; cli: CliWorld },
): Promise<number> {
  const { id, prompt, cwd, roster, loaded, home } = about;
  const request: ContestRequest = {
    ...play,
    about: id,
    joustVersion,
    files: [],
    tier: 'read',
    prompt,
    cwd,
    roster,
    limits: limitsOf(loaded),
  };
  const world = { home, ...worldOf(loaded, input) };
  if (flag(input, 'detach')) return await detach({ ...request, world }, { input, cli, notes });
  const screen = await screenFor(input, [...roster, ...(play.staff ?? [])], { cli, shows: () => false });
  for (const note of notes) screen.note(note);
  return await playOnScreen({ screen, cli, yes: flag(input, 'yes') }, (more) =>
    playContest(request, { ...world, ...more }),
  );
}
