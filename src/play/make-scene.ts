// What a format may look at when it is set up: who could serve, what is on record, and the entries of a contest on record.
import type { LoadedConfig } from '../config/load.ts';
import type { Probes } from '../contest/accounts/probes.ts';
import { isStarted } from '../contest/play/detached-player.ts';
import type { BlobRef } from '../domain/change.ts';
import type { Contestant } from '../domain/contestant.ts';
import type { AttemptEnded, ContestOpened, JoustEvent } from '../domain/event.ts';
import { aboutSetting, JoustError } from '../domain/joust-error.ts';
import { identityOf } from '../domain/roster.ts';
import { maySee } from '../domain/secrets/visibility.ts';
import { fieldOnRecord } from '../formats/all.ts';
import { blindCaveats } from '../formats/families.ts';
import type { RecordedEntry } from '../formats/judges.ts';
import type { MaterialFile, PastContest, Scene, Serving, Subject } from '../formats/scene.ts';
import type { StoredEvent } from '../ledger/ledger.ts';
import type { Candidate } from '../ranking/agreement/judge-record.ts';
import { type Archive, type Fitting, openArchive } from '../record/archive.ts';
import type { JudgesOnRecord } from '../record/judge-records.ts';
import type { World } from './create-player.ts';
import { chooseJudges, chooseRoster } from './roster/choose-roster.ts';
import { checkTaskPath, type ProgramCaller } from './task/task-place.ts';

interface Setting {
  readonly format: string;
  readonly cwd: string;
  readonly roster: readonly Contestant[];
  readonly subject?: Subject;
  readonly material: readonly MaterialFile[];
  readonly program: ProgramCaller | undefined;
  /** Names of the settings that whoever starts it gave. */
  readonly said: ReadonlySet<string>;
  readonly loaded: LoadedConfig;
  readonly probes: Probes;
}

export type RecordWorld = Pick<World, 'machine' | 'home' | 'openLedger'>;

export function sceneOf(setting: Setting, world: RecordWorld): Scene {
  const { format, cwd, roster, subject, material, said, loaded: config, probes, program } = setting;
  let known: Promise<JudgesOnRecord> | undefined;
  const weighing = async () => {
    known ??= withArchive(world, async ({ below }) => {
      const { judgesOnRecord } = await import('../record/judge-records.ts');
      return await judgesOnRecord(below.ledger, below.now());
    });
    const { weigh } = await known;
    return (judges: readonly Contestant[], asked?: { readonly alone: boolean }) =>
      weigh(judges.map(candidateOf), asked);
  };
  return {
    cwd,
    material,
    home: world.home,
    roster,
    said,
    subject,
    checkFile: (path, as) =>
      aboutSetting(as, () => checkTaskPath(path, { cwd, machine: world.machine, home: world.home, program })),
    isSet: (key) => (config.origins.get(key)?.from ?? 'built-in') !== 'built-in',
    async chooseJudges(specs, { as } = { as: 'judge' }) {
      const weigh = specs.length === 0 ? await weighing() : undefined;
      return aboutSetting(as, () => chooseJudges(roster, { specs, config, probes }, weigh));
    },
    weighed: async (judges) => (await weighing())(judges),
    serving: (spec, as) => aboutSetting(as, () => servingOf(spec, setting)),
    past: () => withArchive(world, (archive) => pastOf(archive, format, world.home)),
    recordOf: (name) =>
      withArchive(world, async (archive) => {
        const id = await archive.find(name);
        return { id, events: (await archive.events(id)).map(({ event }) => event) };
      }),
    text: (ref) => withArchive(world, (archive) => archive.text(ref)),
  };
}

function candidateOf(contestant: Contestant): Candidate {
  const { name, agent } = contestant;
  return { name, agent, judge: identityOf(contestant) };
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

async function pastOf(archive: Archive, format: string, home: string): Promise<readonly PastContest[]> {
  const past: PastContest[] = [];
  for await (const { id, opened, record } of archive.records({ format })) {
    const events = record.map(({ event }) => event);
    // It takes a while until one that was left to a process of its own holds its lease.
    const playing = (await archive.player(id)) !== undefined || isStarted(home, id);
    past.push({ id, opened, events, playing });
  }
  return past;
}

export interface EntriesOnRecord {
  readonly opened: ContestOpened;
  readonly prompt: BlobRef;
  /** Those who handed something in. */
  readonly roster: readonly Contestant[];
  readonly entries: readonly RecordedEntry[];
}

/** A judging, an analysis and the like hand nothing in: they are about what others handed in. */
export const withEntries = (atLeast: number): Fitting => ({
  holds: async (record) => (await entriesOnRecord(record)).entries.length >= atLeast,
});

/** The last ok answer of each contestant, or what its format says. */
export async function entriesOnRecord(record: readonly StoredEvent[]): Promise<EntriesOnRecord> {
  const events = record.map(({ event }) => event);
  const opened = events.find((event) => event.type === 'contest.opened');
  if (opened === undefined)
    throw new JoustError('this contest has no beginning on record', { code: 'not-found' });
  const { prompt } = opened.task;
  const field = await fieldOnRecord(opened, events);
  if (field !== undefined) return { opened, prompt, ...field };
  const last = new Map<string, RecordedEntry>();
  for (const event of events) {
    if (event.type !== 'attempt.ended' || event.role !== undefined) continue;
    const { contestant, key, outcome } = event;
    const work = handedIn(events, event);
    if (outcome === 'ok' && work !== undefined) last.set(contestant, { contestant, key, ...work });
  }
  const roster = opened.roster.filter(({ name }) => last.has(name));
  return {
    prompt,
    opened,
    roster,
    entries: roster.flatMap(({ name }) => last.get(name) ?? []),
  };
}

/** What somebody changed says more than what it said about it; what holds a secret is for no model's eyes. */
function handedIn(
  events: readonly JoustEvent[],
  { key, run, answer }: AttemptEnded,
): Pick<RecordedEntry, 'answer' | 'folder'> | undefined {
  const entry = events.findLast(
    (event) => event.type === 'entry.sealed' && event.key === key && event.run === run,
  );
  if (entry?.type !== 'entry.sealed') return answer === undefined ? undefined : { answer };
  if (!maySee('model', { type: 'patch', secrets: entry.secrets })) return undefined;
  if (entry.kind !== 'folder') return entry.patch === undefined ? undefined : { answer: entry.patch };
  const folder = entry.change.files.flatMap(({ path, after }) =>
    after === undefined ? [] : [{ path, content: after.content }],
  );
  return { folder, answer };
}
