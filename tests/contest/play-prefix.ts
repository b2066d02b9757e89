// A contest played by functions of this process over a ledger in memory: as a whole, and on from any prefix of its record.
import { existsSync, mkdtempSync, realpathSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InlineContestants } from '../../src/contest/attempt/inline.ts';
import type { BlobRef } from '../../src/domain/change.ts';
import type { JoustEvent } from '../../src/domain/event.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { memoryLedger } from '../../src/ledger/memory.ts';
import { createPlayer, type World } from '../../src/play/create-player.ts';
import { type ContestRequest, openRequested } from '../../src/play/open.ts';
import { playContest, resumeContest } from '../../src/play/play.ts';
import type { PlayResult } from '../../src/play/result.ts';
import { removeTree } from '../setup/remove-tree.ts';
import { world } from '../setup/world.ts';

/** What is played: the requests one after the other, of which the last is the one that is cut. */
export interface PlayedFormat {
  readonly name: string;
  readonly functions: InlineContestants;
  /** What a person says to every question. */
  readonly says?: string;
  /** Makes the folder ready, and asks for contests; each sees what was played before. */
  readonly requests: readonly ((played: Played) => Promise<ContestRequest> | ContestRequest)[];
  prepare?(folder: string): void;
}

export interface Played {
  readonly folder: string;
  readonly ledger: Ledger;
  /** The contest before, if there is one. */
  readonly last: string;
}

export interface Whole {
  readonly contest: string;
  /** Of each contest in the ledger, in their order. */
  readonly records: ReadonlyMap<string, readonly JoustEvent[]>;
  readonly contents: readonly Buffer[];
  readonly cameTo: unknown;
  /** Keys, in the order in which functions were asked. */
  readonly asked: readonly string[];
}

export interface PlayFolder extends Disposable {
  readonly folder: string;
}

export function playFolder({ prepare }: Pick<PlayedFormat, 'prepare'>): PlayFolder {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'joust-prefix-')));
  const folder = join(top, 'work');
  prepare?.(folder);
  return { folder, [Symbol.dispose]: () => removeTree(top) };
}

export async function playWhole(format: PlayedFormat, { folder }: PlayFolder): Promise<Whole> {
  const ledger = memoryLedger(() => new Date());
  let last = '';
  let told: Told | undefined;
  for (const request of format.requests) {
    const asking = await request({ folder, ledger, last });
    told = await playing(format, folder, { ledger, play: (here) => playContest(asking, here) });
    last = told.result.contest;
  }
  if (told === undefined) throw new Error(`${format.name} plays nothing`);
  const ids = (await ledger.contests()).map(({ contest }) => contest).reverse();
  const records = new Map<string, readonly JoustEvent[]>();
  for (const id of ids) records.set(id, await eventsOf(ledger, id));
  const refs = blobsIn(JSON.stringify([...records.values()]));
  const contents = await Promise.all(refs.map((ref) => ledger.blob(ref)));
  return { contest: last, records, contents, cameTo: told.cameTo, asked: told.asked };
}

export interface PlayedOn {
  readonly cameTo: unknown;
  readonly asked: readonly string[];
  readonly events: readonly JoustEvent[];
}

/** Whatever came before the contest is whole; of itself only the first events are on record. */
export async function playOn(
  format: PlayedFormat,
  {
    contest,
    records,
    contents,
    ledger = memoryLedger(() => new Date()),
  }: Whole & { readonly ledger?: Ledger },
  count: number,
): Promise<PlayedOn> {
  using here = playFolder({});
  const blobs = await Promise.all(contents.map((content) => ledger.stage(content)));
  for (const [id, events] of records)
    await ledger.append([{ contest: id, events: id === contest ? events.slice(0, count) : events, blobs }]);
  const { asked, cameTo } = await playing(format, here.folder, {
    ledger,
    play: (world) => resumeContest(contest, world),
  });
  return { asked, cameTo, events: await eventsOf(ledger, contest) };
}

/** Opened for a pool, and played by a host that has nothing of the folder but what travelled. */
export async function playElsewhere(format: PlayedFormat, { folder }: PlayFolder): Promise<PlayResult> {
  const ledger = memoryLedger(() => new Date());
  const pool = { label: 'default', kind: 'read', protocol: 1 } as const;
  let last = '';
  let result: PlayResult | undefined;
  for (const [at, request] of format.requests.entries()) {
    const asking = await request({ folder, ledger, last });
    const isLast = at === format.requests.length - 1;
    const play = async (here: World) => {
      if (!isLast) return await playContest(asking, here);
      const { id } = await openRequested(createPlayer(here), { ...asking, pool });
      if (existsSync(folder)) renameSync(folder, `${folder}.away`);
      return await resumeContest(id, { ...here, host: 'h1', home: join(folder, '..', 'host') });
    };
    ({ result } = await playing(format, folder, { ledger, play }));
    last = result.contest;
  }
  if (result === undefined) throw new Error(`${format.name} plays nothing`);
  return result;
}

interface Told {
  readonly result: PlayResult;
  readonly cameTo: unknown;
  readonly asked: readonly string[];
}

async function playing(
  { functions, says }: PlayedFormat,
  folder: string,
  { ledger, play }: { readonly ledger: Ledger; readonly play: (world: World) => Promise<PlayResult> },
): Promise<Told> {
  const asked: string[] = [];
  const noted = Object.entries(functions).map(([name, answer]): [string, typeof answer] => [
    name,
    (request) => {
      asked.push(request.key);
      return answer(request);
    },
  ]);
  const result = await play(
    world(folder, {
      // A home of its own, as on another machine: only the ledger is the same.
      home: join(folder, '..', 'home'),
      openLedger: () => ledger,
      inline: Object.fromEntries(noted),
      ...(says !== undefined && { answer: async () => ({ answer: says, by: 'terminal' as const }) }),
    }),
  );
  return { result, asked, cameTo: await outcomeOf(result) };
}

/** Other in each playing: times, and ids of contests that are steps. */
const named = new Set(['ranMs', 'contest']);

/** Everything but times and ids of runs. */
async function outcomeOf({ state, outcome, result, results, parked }: PlayResult): Promise<unknown> {
  const answers = await Promise.all(
    results.map(async (one) =>
      one.state === 'ended' ? [one.key, one.end.outcome, await one.text()] : [one.key, 'parked'],
    ),
  );
  const told = { state, outcome, answers, result, parked: parked?.map(({ key }) => key) };
  return JSON.parse(JSON.stringify(told, (key, value) => (named.has(key) ? undefined : value)));
}

async function eventsOf(ledger: Ledger, contest: string): Promise<readonly JoustEvent[]> {
  return (await ledger.events(contest)).map(({ event }) => event);
}

function blobsIn(json: string): readonly BlobRef[] {
  const found = json.matchAll(/"sha256":"(\w+)","bytes":(\d+)/g);
  return [
    ...new Map(
      [...found].map(([, sha256 = '', bytes]) => [sha256, { sha256, bytes: Number(bytes) }]),
    ).values(),
  ];
}
