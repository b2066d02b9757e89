// What a format may look at when it is set up: who could serve, and what is on record.
import type { LoadedConfig } from '../../config/load.ts';
import type { Probes } from '../../contest/accounts/probes.ts';
import type { Contestant } from '../../domain/contestant.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { blindCaveats } from '../../formats/judges.ts';
import type { PastContest, Scene, Serving, Subject } from '../../formats/scene.ts';
import { type Archive, openArchive } from '../archive.ts';
import { chooseJudges, chooseRoster } from '../roster/choose-roster.ts';
import type { World } from './create-player.ts';

export interface Setting {
  readonly format: string;
  readonly cwd: string;
  readonly roster: readonly Contestant[];
  readonly subject?: Subject;
  /** Names of the settings that whoever starts it gave. */
  readonly said: ReadonlySet<string>;
  readonly loaded: LoadedConfig;
  readonly probes: Probes;
}

export type RecordWorld = Pick<World, 'machine' | 'home' | 'openLedger'>;

export function sceneOf(setting: Setting, world: RecordWorld): Scene {
  const { format, cwd, roster, subject, said, loaded: config, probes } = setting;
  return {
    cwd,
    home: world.home,
    roster,
    said,
    ...(subject !== undefined && { subject }),
    isSet: (key) => (config.origins.get(key)?.from ?? 'built-in') !== 'built-in',
    chooseJudges: (specs, among = roster) => chooseJudges(among, { specs, config, probes }),
    serving: (spec) => servingOf(spec, setting),
    past: () => withArchive(world, (archive) => pastOf(archive, format)),
    recordOf: (name) =>
      withArchive(world, async (archive) => {
        const id = await archive.find(name);
        return { id, events: (await archive.events(id)).map(({ event }) => event) };
      }),
    text: (ref) => withArchive(world, (archive) => archive.text(ref)),
  };
}

export async function withArchive<T>(world: RecordWorld, use: (archive: Archive) => Promise<T>): Promise<T> {
  await using archive = openArchive(world.home, world.machine, world.openLedger);
  return await use(archive);
}

function servingOf(spec: string, { roster, loaded: config, probes }: Setting): Serving {
  const playing = roster.find(({ name }) => name === spec);
  if (playing !== undefined) return { name: spec, staff: [], notes: blindCaveats([playing]) };
  const [chosen] = chooseRoster({ specs: [spec], config, probes }).roster;
  if (chosen !== undefined) return { name: chosen.name, staff: [chosen], notes: blindCaveats([chosen]) };
  throw new JoustError(`${spec} is excluded`, {
    code: 'usage',
    hint: 'Take it out of -x or of `exclude` in your config, or name somebody else.',
  });
}

async function pastOf(archive: Archive, format: string): Promise<readonly PastContest[]> {
  const past: PastContest[] = [];
  for await (const { id, opened, record } of archive.records({ format })) {
    const playing = (await archive.player(id)) !== undefined;
    past.push({ id, opened, events: record.map(({ event }) => event), playing });
  }
  return past;
}
