// joust do: one contestant makes the change, by the gate and the measures of a race; tags that the config names are raced.
import type { LoadedConfig } from '../../config/load.ts';
import { JoustError } from '../../domain/joust-error.ts';
import {
  agentOf,
  chooseRoster,
  joustHome,
  openArchive,
  Probes,
  randomFor,
  whyUnusable,
} from '../../index.ts';
import { bestInRaces } from '../../views/leaderboard/leaderboard.ts';
import type { ContestRecord } from '../../views/leaderboard/opinions.ts';
import { type CliWorld, type CommandProgram, texts } from './command.ts';
import type { ContestInput } from './contest-input.ts';
import { tagOf } from './race-input.ts';
import { loadRaceConfig, playRace } from './race-play.ts';

export const doCommand: CommandProgram = async (input, cli) => {
  const loaded = await loadRaceConfig(input, cli);
  const { race } = loaded.values;
  const tag = tagOf(input);
  if (tag !== undefined && race.tags.includes(tag)) {
    const notes = [`Tasks with the tag ${tag} are raced (race.tags in the config).`];
    return await playRace(input, cli, { loaded, num: race.width, notes });
  }
  const named = texts(input, 'contestant');
  const { contestant, notes } =
    named.length > 0 ? { contestant: named, notes: [] } : await one(cli, loaded, tag);
  const single = { ...input, options: { ...input.options, contestant } };
  return await playRace(single, cli, { loaded, num: 1, notes, accept: onlyOne });
};

function onlyOne({ roster }: ContestInput): void {
  if (roster.length === 1) return;
  throw new JoustError(`joust do is for one contestant, and here are ${roster.length}`, {
    code: 'usage',
    hint: 'Name one with -c, let several play with joust race, or put the tag among `tags` in [race] of your config.',
  });
}

interface Chosen {
  /** Empty: the first usable one. */
  readonly contestant: readonly string[];
  readonly notes: readonly string[];
}

async function one(cli: CliWorld, loaded: LoadedConfig, tag: string | undefined): Promise<Chosen> {
  const { contestant } = loaded.values.race;
  if (contestant !== undefined) return { contestant: [contestant], notes: [] };
  const best = await bestUsable(cli, loaded, tag);
  const what = tag === undefined ? 'races' : `races with the tag ${tag}`;
  return best === undefined
    ? { contestant: [], notes: [`Nothing is known from ${what} yet: the first usable contestant plays.`] }
    : { contestant: [best], notes: [`${best} plays: the best in ${what} of those who can.`] };
}

/** Whoever did best and could play today, by the words that name it. */
async function bestUsable(
  { machine }: CliWorld,
  loaded: LoadedConfig,
  tag: string | undefined,
): Promise<string | undefined> {
  const home = joustHome(machine);
  const records: ContestRecord[] = [];
  await using archive = openArchive(home, machine);
  for (const { contest, event } of await archive.contests()) {
    if (event.type !== 'contest.opened' || event.format !== 'race') continue;
    records.push({ id: contest, events: (await archive.events(contest)).map((stored) => stored.event) });
  }
  const random = randomFor(records.map(({ id }) => id).join(' '));
  const probes = new Probes(machine, { home, envPass: loaded.values.env.pass });
  return bestInRaces(records, { tag, random }).find((spec) => isUsable(spec, { loaded, probes }));
}

function isUsable(
  spec: string,
  { loaded, probes }: { readonly loaded: LoadedConfig; readonly probes: Probes },
): boolean {
  try {
    const [contestant] = chooseRoster({ specs: [spec], config: loaded, probes }).roster;
    if (contestant === undefined) return false;
    const agent = agentOf(contestant.agent);
    const login = probes.knownLogin(agent, { withholdKeys: contestant.auth === 'subscription' });
    return whyUnusable({ contestant, agent, program: probes.find(agent, contestant), login }) === undefined;
  } catch (error) {
    // A name of an older config, which means nothing any more.
    if (error instanceof JoustError) return false;
    throw error;
  }
}
