// joust do: one contestant makes the change, by the gate and the measures of a race; tags that the config names are raced.

import { agentOf } from '../agents/all.ts';
import { provesNothing } from '../agents/known-agents.ts';
import type { LoadedConfig } from '../config/load.ts';
import { whyUnusable } from '../contest/accounts/examine.ts';
import { Probes } from '../contest/accounts/probes.ts';
import { randomFor } from '../contest/handle/draw.ts';
import { JoustError } from '../domain/joust-error.ts';
import { type BestInRaces, bestInRaces } from '../views/leaderboard/leaderboard.ts';
import type { ContestRecord } from '../views/leaderboard/opinions.ts';
import { extendedConfig } from './extensions/extended-config.ts';
import { type RecordWorld, withArchive } from './make-scene.ts';
import { type ReadyContest, readyContest, type StartRequest } from './ready.ts';
import { chooseRoster } from './roster/choose-roster.ts';

type DoRequest = Omit<StartRequest, 'format'>;

export async function readyDo(asked: DoRequest, world: RecordWorld): Promise<ReadyContest> {
  const loaded = await extendedConfig({ machine: world.machine, cwd: asked.cwd });
  const { tag, contestant: named } = asked.settings ?? {};
  const raced = configValue(loaded, 'race.tags');
  if (Array.isArray(raced) && raced.includes(tag))
    return noted(await readyContest({ ...asked, format: 'race' }, world), [
      `Tasks with the tag ${String(tag)} are raced (race.tags in the config).`,
    ]);
  const { contestant, notes } = Array.isArray(named)
    ? { contestant: named, notes: [] }
    : await single(asked, loaded, world);
  const settings = { num: 1, ...asked.settings, ...(contestant.length > 0 && { contestant }) };
  const ready = await readyContest({ ...asked, format: 'race', settings }, world);
  const { roster } = ready.request;
  if (roster.length === 1) return noted(ready, notes);
  throw new JoustError(`joust do is for one contestant, and here are ${roster.length}`, {
    code: 'usage',
    setting: 'contestant',
    hint: 'Name one with -c, let several play with joust race, or put the tag among `tags` in [race] of your config.',
  });
}

function noted(ready: ReadyContest, notes: readonly string[]): ReadyContest {
  return { ...ready, notes: [...ready.notes, ...notes] };
}

function configValue({ entries }: LoadedConfig, key: string): unknown {
  return entries.find(({ path }) => path.join('.') === key)?.value;
}

interface Single {
  /** Empty: the first usable one. */
  readonly contestant: readonly string[];
  readonly notes: readonly string[];
}

async function single(
  { settings = {} }: DoRequest,
  loaded: LoadedConfig,
  world: RecordWorld,
): Promise<Single> {
  const configured = configValue(loaded, 'race.contestant');
  if (typeof configured === 'string') return { contestant: [configured], notes: [] };
  const tag = typeof settings['tag'] === 'string' ? settings['tag'] : undefined;
  const best = await bestUsable(tag, loaded, world);
  const what = tag === undefined ? 'races' : `races with the tag ${tag}`;
  return best === undefined
    ? { contestant: [], notes: [`Nothing is known from ${what} yet: the first usable contestant plays.`] }
    : { contestant: [best.spec], notes: [bestNote(best, what)] };
}

function bestNote({ spec, neverMet }: BestInRaces, what: string): string {
  const best = `${spec} plays: the best in ${what} of those who can.`;
  return neverMet.length === 0
    ? best
    : `${best} It can't be compared with ${neverMet.join(', ')}: they never met.`;
}

/** Best of those who could play today. */
async function bestUsable(
  tag: string | undefined,
  loaded: LoadedConfig,
  world: RecordWorld,
): Promise<BestInRaces | undefined> {
  const records = await withArchive(world, async (archive) => {
    const found: ContestRecord[] = [];
    for await (const { id, opened, record } of archive.records({ format: 'race' }))
      if (!provesNothing(opened)) found.push({ id, events: record.map(({ event }) => event) });
    return found;
  });
  const random = randomFor(records.map(({ id }) => id).join(' '));
  const probes = new Probes(world.machine, { home: world.home, envPass: loaded.values.env.pass });
  return bestInRaces(records, { tag, random }).find(({ spec }) => isUsable(spec, loaded, probes));
}

function isUsable(spec: string, loaded: LoadedConfig, probes: Probes): boolean {
  try {
    const [contestant] = chooseRoster({ specs: [spec], config: loaded, probes }).roster;
    if (contestant === undefined) return false;
    const agent = agentOf(contestant.agent);
    const login = probes.knownLogin(agent, {
      withholdKeys: contestant.auth === 'subscription',
      environment: contestant.environment,
    });
    return whyUnusable({ contestant, agent, program: probes.find(agent, contestant), login }) === undefined;
  } catch (error) {
    // A name of an older config, which means nothing any more.
    if (error instanceof JoustError) return false;
    throw error;
  }
}
