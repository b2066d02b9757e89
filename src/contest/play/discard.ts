// Ends a contest for good, and takes contests, their logs and strays off the record.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HeldLease, Ledger, RemovalRequest, StoredEvent } from '../../ledger/ledger.ts';
import {
  contestOf,
  endOutside,
  endSpool,
  isRunning,
  noteCause,
  removeSpool,
  spoolAt,
  spoolEnd,
  spoolsIn,
  spoolTree,
} from '../../process/spawn/spool.ts';
import { hostIdentity, processNames, readProcess, signalProcess } from '../../process/tree/process-list.ts';
import { endTree } from '../../process/tree/process-tree.ts';
import { openRuns } from '../handle/record.ts';
import type { SweptWorkspaces } from '../workspace/sweep-workspaces.ts';
import { removeStraySpools } from './clear-up.ts';
import { isGone } from './lease.ts';

/** A player that was told to leave needs its grace, and more where the machine is busy; told again it leaves at once. */
const playerLeavesMs = 20_000;
const leavesAtOnceMs = 3000;

interface CancelPlace {
  readonly ledger: Ledger;
  readonly home: string;
  now(): Date;
}

export interface Cancelled {
  /** False: it was closed or cancelled before. */
  readonly done: boolean;
  /** What still runs and could not be ended, in words. Nothing is cleared away then: it can be cancelled again. */
  readonly living: readonly string[];
}

export async function cancelContest(place: CancelPlace, id: string): Promise<Cancelled> {
  const { ledger, home } = place;
  const record = await ledger.events(id);
  const has = (type: string) => record.some(({ event }) => event.type === type);
  if (has('contest.closed')) return { done: false, living: [] };
  const done = !has('contest.cancelled');
  if (done) await ledger.append([{ contest: id, events: [{ type: 'contest.cancelled', v: 1 }] }]);
  const living = [...(await endPlayer(place, id))];
  for (const { event } of await ledger.eventsAfter(0, { contest: id, types: ['child.started'] }))
    if (event.type === 'child.started') living.push(...(await cancelContest(place, event.contest)).living);
  living.push(...(await endRuns(await ledger.events(id))));
  if (living.length > 0) return { done, living };
  for (const { spool } of openRuns(await ledger.events(id)))
    if (spool !== undefined) removeSpool(spoolAt(spool));
  await removeStraySpools({ home, ledger }, id);
  const { releaseIfOver, removeWorkspaces } = await import('../workspace/stray-workspaces.ts');
  await removeWorkspaces(home, id);
  await releaseIfOver({ home, ledger }, id);
  return { done, living };
}

/** Those without an end on record, and whatever is left of the others. */
async function endRuns(record: readonly StoredEvent[]): Promise<readonly string[]> {
  for (const { spool: path } of openRuns(record)) {
    if (path === undefined) continue;
    const spool = spoolAt(path);
    noteCause(spool, 'cancelled');
    await endSpool(spool);
  }
  const spools = record.flatMap(({ event }) =>
    'spool' in event && event.spool !== undefined ? [spoolAt(event.spool)] : [],
  );
  const left = await endTree(spools.map(spoolTree));
  return left.length === 0 ? [] : [processNames(left)];
}

async function endPlayer({ ledger, now }: CancelPlace, id: string): Promise<readonly string[]> {
  const held = await ledger.lease(id);
  const here = hostIdentity();
  if (held === undefined || held.owner.pid === process.pid) return [];
  const { owner } = held;
  const isElsewhere = owner.bootId !== here.bootId || owner.pidNamespace !== here.pidNamespace;
  if (isElsewhere || owner.pool !== undefined) return await leftElsewhere(ledger, id, now);
  const alive = () => readProcess(owner.pid)?.startTime === owner.startTime;
  for (const leavesMs of [playerLeavesMs, leavesAtOnceMs]) {
    signalProcess(owner, 'SIGTERM');
    // One that was stopped hears it too.
    signalProcess(owner, 'SIGCONT');
    for (let waited = 0; alive() && waited < leavesMs; waited += 50) await sleep(50);
  }
  return alive() ? [`its player, process ${owner.pid}`] : [];
}

/** Who plays it on another machine, or beside others, reads in the record that it is to leave. */
async function leftElsewhere(ledger: Ledger, id: string, now: () => Date): Promise<readonly string[]> {
  for (let waited = 0; ; waited += 100) {
    const held = await ledger.lease(id);
    if (held === undefined || isGone(held, now())) return [];
    const { owner } = held;
    if (waited > playerLeavesMs)
      return [`its player, process ${owner.pid} on ${owner.pool ?? owner.host ?? 'another machine'}`];
    await sleep(100);
  }
}

interface DiscardPlace {
  readonly ledger: Ledger;
  readonly home: string;
  now(): Date;
}

export type DiscardRequest = Omit<RemovalRequest, 'gone'>;

export interface Discarded {
  readonly removed: readonly { readonly contest: string; readonly bytes: number }[];
  /** Why a contest stayed, by its id. */
  readonly busy: ReadonlyMap<string, string>;
}

export interface Swept extends Omit<SweptWorkspaces, 'bytes'> {
  readonly blobs: number;
  readonly spools: number;
  readonly bytes: number;
}

/** A spool that nobody has claimed may be about to be; not for this long. */
const unclaimedMs = 24 * 3_600_000;

export async function discardContests(place: DiscardPlace, request: DiscardRequest): Promise<Discarded> {
  const busy = new Map<string, string>();
  const spools = Map.groupBy(spoolsIn(place.home), contestOf);
  for (const contest of request.contests) {
    if (!(spools.get(contest) ?? []).some(isLived)) continue;
    const lease = await place.ledger.lease(contest);
    const played = lease !== undefined && !isGone(lease, place.now());
    busy.set(contest, played ? playedBy(lease) : 'an attempt of it still runs, without a player');
  }
  const { removed, held } = await place.ledger.remove({
    ...request,
    contests: request.contests.filter((contest) => !busy.has(contest)),
    gone: (lease) => isGone(lease, place.now()),
  });
  for (const [contest, lease] of held) busy.set(contest, playedBy(lease));
  if (request.what === 'logs') return { removed, busy };
  const dryRun = request.dryRun === true;
  const { releaseIfOver, removeWorkspaces } = await import('../workspace/stray-workspaces.ts');
  for (const { contest } of dryRun ? [] : removed) {
    await removeWorkspaces(place.home, contest);
    await releaseIfOver(place, contest);
  }
  const dropped = removed.map(async ({ contest, bytes }) => ({
    contest,
    bytes: bytes + (await dropSpools(spools.get(contest) ?? [], dryRun)),
  }));
  return { removed: await Promise.all(dropped), busy };
}

function playedBy({ owner }: HeldLease): string {
  return `it is being played by process ${owner.pid}`;
}

/** What belongs to no contest: content that nothing names, and spools in which nobody lives. */
export async function sweepStrays(place: DiscardPlace, dryRun: boolean): Promise<Swept> {
  const { blobs, bytes } = await place.ledger.removeStrays({ dryRun });
  const strays: string[] = [];
  for (const path of spoolsIn(place.home)) {
    const known = (await place.ledger.events(contestOf(path))).length > 0;
    if (!known && isDeserted(path, place.now())) strays.push(path);
  }
  const { sweepWorkspaces } = await import('../workspace/sweep-workspaces.ts');
  const races = await sweepWorkspaces(place, dryRun);
  const freed = bytes + races.bytes + (await dropSpools(strays, dryRun));
  return { ...races, blobs, spools: strays.length, bytes: freed };
}

function isDeserted(path: string, now: Date): boolean {
  const running = isRunning(spoolAt(path));
  if (running !== undefined) return !running;
  const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return written !== undefined && now.getTime() - written > unclaimedMs;
}

function isLived(path: string): boolean {
  const spool = spoolAt(path);
  return isRunning(spool) === true && spoolEnd(spool) === undefined;
}

/** Their bytes. Who killed a wrapper may have left its container. */
async function dropSpools(paths: readonly string[], dryRun: boolean): Promise<number> {
  let bytes = 0;
  for (const path of paths.filter((each) => !isLived(each))) {
    bytes += bytesIn(path);
    if (dryRun) continue;
    await endOutside(spoolAt(path));
    removeSpool(spoolAt(path));
  }
  return bytes;
}

function bytesIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const size = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return files.reduce((sum, { parentPath, name }) => sum + size(join(parentPath, name)), 0);
}
