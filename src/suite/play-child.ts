// A contest as a step of another, made ready as any that somebody starts: its format's rules hold, where it is played.
import { existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { forgetContestTraces } from '../contest/attempt/folder-traces.ts';
import { Interrupted } from '../contest/handle/halt.ts';
import { ContestRecord } from '../contest/handle/record.ts';
import type { ChildRequest, ChildStart, PlayedChild } from '../contest/handle/step.ts';
import { JoustError } from '../domain/joust-error.ts';
import type { TaskPlace } from '../domain/suite/suite-plan.ts';
import { formatNamed, testCasesOf } from '../formats/all.ts';
import { partsOf, type World } from '../play/create-player.ts';
import type { ContestRequest } from '../play/open.ts';
import { type ReadyContest, readyContest, type StartRequest } from '../play/ready.ts';
import type { PlayResult } from '../play/result.ts';
import { openRepository } from '../workspace/base/repository.ts';
import type { ChildToPlay, ReadyChild } from './child-in-pool.ts';
import { cellFolder, checkedOut, checkedOutFor } from './repositories.ts';

/** How any contest is played. */
interface Playing {
  playContest(request: ContestRequest, world: World): Promise<PlayResult>;
  resumeContest(id: string, world: World): Promise<PlayResult>;
}

/** Unheard by whoever watches the parent, and left when that is left. */
export async function playAsChild(
  world: World,
  child: ChildToPlay,
  { playContest, resumeContest }: Playing,
): Promise<PlayedChild> {
  const { parent, id, request, player, share } = child;
  const record = new ContestRecord(await player.ledger.events(id));
  if (record.cancelled) return { outcome: 'cancelled', results: [] };
  const { signal } = player;
  const here: World = {
    ...world,
    said: [],
    signal,
    observe: () => undefined,
    parent: partsOf(player, share),
    settings: { ...world.settings, ...('trial' in request && { trial: request.trial }) },
  };
  const ready = record.opened === undefined ? await readyChild(id, request, here) : undefined;
  if (ready !== undefined && 'why' in ready) return { outcome: 'declined', results: [], why: ready.why };
  const play = async () => {
    if ('pool' in request && request.pool !== undefined && !record.closed) {
      const { playChildInPool } = await import('./child-in-pool.ts');
      return await playChildInPool({ ...child, record, ready }, here, resumeContest);
    }
    if (ready === undefined) return await resumeContest(id, here);
    return await playContest({ ...ready.request, child: { id, parent } }, { ...here, ...ready.world });
  };
  const played = await play();
  if (played === 'waits' || !('state' in played)) return played;
  const { state, format, outcome, results, result } = played;
  if (state === 'interrupted') throw new Interrupted();
  if (state !== 'closed' || outcome === undefined) return 'waits';
  await removeCell(id, { home: world.home, player });
  const cases = result === undefined ? [] : await testCasesOf(format, result);
  return {
    outcome,
    results,
    result,
    cases: cases.length > 0 ? cases : undefined,
  };
}

/** With all that CLIs keep about it in their own state. */
async function removeCell(id: string, { home, player }: Pick<ChildToPlay, 'player'> & Pick<World, 'home'>) {
  const folder = cellFolder(id, home);
  if (!existsSync(folder)) return;
  const { opened } = new ContestRecord(await player.ledger.events(id));
  if (opened !== undefined) forgetContestTraces(player, opened, realpathSync(folder));
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

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
  { place, contestant, ...asked }: Omit<ChildStart, 'trial'> & Pick<StartRequest, 'cassettes'>,
  world: Pick<World, 'machine' | 'home' | 'openLedger'>,
  /** Absent: it is only looked whether it could be played. */
  id?: string,
): Promise<ReadyContest> {
  const { pool, cassettes } = asked;
  const start = {
    ...(await placed(place, asked, { ...world, id })),
    roster: [contestant],
    ...(pool !== undefined && { pool }),
    ...(cassettes !== undefined && { cassettes }),
  };
  const ready = await readyContest(start, world);
  // Elsewhere it would be an empty one.
  if (pool !== undefined && place.kind === 'folder' && !(await formatNamed(asked.format)).bare)
    await openRepository(place.path, world.machine.home);
  const { confirmTokens: _asked, ...limits } = ready.request.limits ?? {};
  // What the whole may take was settled when it was opened.
  const own = Object.keys(asked.settings).some((name) => name.startsWith('max')) ? limits : {};
  return { ...ready, request: { ...ready.request, limits: own } };
}

async function placed(
  place: TaskPlace,
  { format, prompt, settings, pool }: Pick<ChildStart, 'format' | 'prompt' | 'settings' | 'pool'>,
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
      // Who gets a workspace works on a copy anyway, and so does everybody elsewhere.
      const isCopied = id === undefined || pool !== undefined || (await formatNamed(format)).workspaces;
      return { ...start, cwd: await (isCopied ? checkedOut(place, home) : checkedOutFor(id, place, home)) };
    }
    case 'brief': {
      const { briefAsCell } = await import('../brief/brief-plan.ts');
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
