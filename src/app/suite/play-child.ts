// A contest as a step of another, made ready as any that somebody starts: its format's rules hold, where it is played.
import { mkdirSync, rmSync } from 'node:fs';
import type { ChildShare } from '../../contest/budget/enclosing.ts';
import { Interrupted } from '../../contest/handle/halt.ts';
import { ContestRecord } from '../../contest/handle/record.ts';
import type { ChildRequest, ChildResult, ChildStart, PlayedChild } from '../../contest/handle/step.ts';
import type { Player } from '../../contest/play/player.ts';
import type { ContestClosed } from '../../domain/event.ts';
import { JoustError } from '../../domain/joust-error.ts';
import type { TaskPlace } from '../../domain/suite/suite-plan.ts';
import { type AnyResult, formatNamed, testCasesOf } from '../../formats/all.ts';
import { partsOf, type World } from '../play/create-player.ts';
import type { ContestRequest } from '../play/open.ts';
import { type ReadyContest, readyContest, type StartRequest } from '../play/ready.ts';
import { cellFolder, checkedOut, checkedOutFor } from './repositories.ts';

interface ChildToPlay {
  readonly parent: string;
  readonly id: string;
  readonly request: ChildRequest | ChildStart;
  /** Who plays the parent. */
  readonly player: Player;
  readonly share: ChildShare;
}

interface Played extends Pick<ChildResult, 'results'> {
  readonly format: string;
  readonly state: 'closed' | 'parked' | 'waiting' | 'paused' | 'interrupted';
  readonly outcome?: ContestClosed['outcome'];
  readonly result?: AnyResult;
}

/** How any contest is played. */
interface Playing {
  playContest(request: ContestRequest, world: World): Promise<Played>;
  resumeContest(id: string, world: World): Promise<Played>;
}

/** Unheard by whoever watches the parent, and left when that is left. */
export async function playAsChild(
  world: World,
  { parent, id, request, player, share }: ChildToPlay,
  { playContest, resumeContest }: Playing,
): Promise<PlayedChild> {
  const record = new ContestRecord(await player.ledger.events(id));
  if (record.cancelled) return { outcome: 'cancelled', results: [] };
  const { signal } = player;
  const here: World = {
    ...{ ...world, said: [], signal, observe: () => undefined },
    parent: partsOf(player, share),
    settings: { ...world.settings, ...('trial' in request && { trial: request.trial }) },
  };
  const start = async () => {
    const ready = await readyChild(id, request, here);
    return 'why' in ready
      ? ready
      : await playContest({ ...ready.request, child: { id, parent } }, { ...here, ...ready.world });
  };
  const played = record.opened === undefined ? await start() : await resumeContest(id, here);
  if ('why' in played) return { outcome: 'declined', results: [], why: played.why };
  const { state, format, outcome, results, result } = played;
  if (state === 'interrupted') throw new Interrupted();
  if (state !== 'closed' || outcome === undefined) return 'waits';
  rmSync(cellFolder(id, world.home), { recursive: true, force: true, maxRetries: 3 });
  const cases = result === undefined ? [] : await testCasesOf(format, result);
  return {
    ...{ outcome, results },
    ...(result !== undefined && { result }),
    ...(cases.length > 0 && { cases }),
  };
}

type ReadyChild = { readonly request: ContestRequest; readonly world: Pick<World, 'settings'> };

/** `why`: it cannot be played as it was asked for. That is told of this step; the others go on. */
async function readyChild(
  id: string,
  request: ChildRequest | ChildStart,
  world: World,
): Promise<ReadyChild | { readonly why: string }> {
  if (!('place' in request)) return { request, world: { settings: world.settings } };
  try {
    const ready = await readyCell(request, world, id);
    const { waitForQuotaMs, approve, cassettes } = world.settings;
    const settings = {
      ...ready.world.settings,
      ...(waitForQuotaMs !== undefined && { waitForQuotaMs }),
      ...(approve !== undefined && { approve }),
      ...(cassettes !== undefined && { cassettes }),
      trial: request.trial,
    };
    return { request: ready.request, world: { settings } };
  } catch (error) {
    if (error instanceof JoustError && error.code !== 'ledger') return { why: error.message };
    throw error;
  }
}

/** Nothing is recorded and nothing is spent; what it is played on is there afterwards. */
export async function readyCell(
  { place, contestant, ...asked }: Omit<ChildStart, 'trial'>,
  world: Pick<World, 'machine' | 'home' | 'openLedger'>,
  /** Absent: it is only looked whether it could be played. */
  id?: string,
): Promise<ReadyContest> {
  const start = { ...(await placed(place, asked, { ...world, id })), roster: [contestant] };
  const ready = await readyContest(start, world);
  const { confirmTokens: _asked, ...limits } = ready.request.limits ?? {};
  // What the whole may take was settled when it was opened.
  const own = Object.keys(asked.settings).some((name) => name.startsWith('max')) ? limits : {};
  return { ...ready, request: { ...ready.request, limits: own } };
}

async function placed(
  place: TaskPlace,
  { format, prompt, settings }: Pick<ChildStart, 'format' | 'prompt' | 'settings'>,
  { home, machine, id }: Pick<World, 'machine' | 'home'> & { readonly id: string | undefined },
): Promise<StartRequest> {
  // Its words may have come with somebody else's project: none of them is a command of the user's.
  const start = { format, prompt, settings, own: 0 };
  switch (place.kind) {
    case 'empty':
      return { ...start, cwd: emptyFolder(id, home) };
    case 'folder':
      return { ...start, cwd: place.path };
    case 'repository': {
      // Who gets a workspace works on a copy anyway.
      const isCopied = id === undefined || (await formatNamed(format)).workspaces;
      return { ...start, cwd: await (isCopied ? checkedOut(place, home) : checkedOutFor(id, place, home)) };
    }
    case 'brief': {
      const { briefAsCell } = await import('../brief/play-brief.ts');
      return { ...briefAsCell(place.path, settings, machine), cwd: emptyFolder(id, home) };
    }
  }
}

/** Nobody finds anything there, the answers of the suite least of all. */
function emptyFolder(id: string | undefined, home: string): string {
  const folder = cellFolder(id ?? 'none', home);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}
