// Private checkouts and stores of bases, given back by the contest that used them. What an attempt left unsealed is kept: it was paid for.
import { chmodSync, existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { JoustEvent } from '../../domain/event.ts';
import type { StoredEvent } from '../../ledger/ledger.ts';
import { removeFolder } from '../../process/files/folder.ts';
import { failpoint } from '../../process/machine.ts';
import { endTree } from '../../process/tree/process-tree.ts';
import {
  holdFolder,
  isShut,
  letGoOfFolder,
  removeUnheld,
  usersOf,
} from '../../workspace/checkout/held-folder.ts';
import { isDeserted, isOwn, storeAt, storeFolder } from '../../workspace/checkout/store.ts';
import { layersFolder, letGoOfLayers, needlessLayers } from '../../workspace/overlay/layer.ts';
import { ContestRecord, openRuns } from '../handle/record.ts';
import type { Player } from '../play/player.ts';

type Place = Pick<Player, 'home' | 'ledger'>;

/** Only for who holds the contest's lease. `leaving`: no check is under way any more either. */
export async function removeStrayWorkspaces(
  { home, ledger }: Place,
  contest: string,
  { leaving }: { readonly leaving: boolean },
): Promise<void> {
  if (!existsSync(join(home, 'workspaces', contest))) return;
  const found = workspacesOf(home, contest);
  if (!leaving) await endForgotten(home, found);
  const needed = neededWorkspaces(await ledger.events(contest), leaving);
  for (const path of found) if (!needed.has(path)) await removeFolder(path).catch(() => undefined);
  dropIfEmpty(join(home, 'workspaces', contest));
}

/** A player that was killed may have left a git at work in them, or its lock. */
async function endForgotten(home: string, workspaces: readonly string[]): Promise<void> {
  const trees = workspaces.flatMap((path) =>
    ['tree', 'upper'].map((name) => ({ leader: undefined, marker: `GIT_WORK_TREE=${join(path, name)}` })),
  );
  if (trees.length > 0) await endTree(trees);
  for (const { path: store } of storesIn(home))
    for (const path of workspaces) rmSync(join(store, 'seal', `${basename(path)}.lock`), { force: true });
}

/** Where somebody works whose end is not on record, and where checks ran whose results the next ones may build on. */
function neededWorkspaces(stored: readonly StoredEvent[], leaving: boolean): ReadonlySet<string | undefined> {
  const record = new ContestRecord(stored);
  if (record.closed || record.cancelled) return new Set();
  const runs = openRuns(stored).filter(
    (run) => !leaving || (run.type === 'attempt.started' && existsSync(run.spool ?? '')),
  );
  return new Set([...runs.map(placeOf), ...measuredIn(record)]);
}

/** Made ready, and no contestant's. */
function measuredIn(record: ContestRecord): readonly (string | undefined)[] {
  const worked = new Set(record.all.map((event) => event.type === 'attempt.started' && event.workspace));
  const ended = record.all.filter(
    (event) => event.type === 'check.started' && record.check(event.key, event.inputs) !== undefined,
  );
  return ended
    .map(placeOf)
    .filter((path) => path !== undefined && !worked.has(path) && existsSync(join(path, 'ready')));
}

function placeOf(event: JoustEvent): string | undefined {
  return 'workspace' in event ? event.workspace : undefined;
}

export async function removeWorkspaces(home: string, contest: string): Promise<void> {
  for (const path of workspacesOf(home, contest)) await removeFolder(path);
  dropIfEmpty(join(home, 'workspaces', contest));
}

/** Contests that have private checkouts on this disk. */
export function contestsWithWorkspaces(home: string): readonly string[] {
  return names(join(home, 'workspaces'));
}

export function workspacesOf(home: string, contest: string): readonly string[] {
  const folder = join(home, 'workspaces', contest);
  if (!existsSync(folder)) return [];
  chmodSync(folder, 0o700);
  const found = names(folder).map((name) => join(folder, name));
  chmodSync(folder, 0o300);
  return found;
}

/** The contest uses the store of this base until it is over. False: somebody has just taken it away. */
export function holdStore(home: string, snapshot: string, contest: string): boolean {
  const store = storeFolder(home, snapshot);
  return holdFolder(store, contest) && storeAt(store) !== undefined;
}

/** Once the contest is over; the last who leaves takes the store away, which can be made again. */
export async function releaseIfOver({ home, ledger }: Place, contest: string): Promise<void> {
  const held = storesIn(home).filter(({ users }) => users.includes(contest));
  const unpacked = unpackedFolder(home, contest);
  if ((held.length > 0 || existsSync(unpacked)) && (await isOver(ledger, contest))) {
    await removeFolder(unpacked);
    for (const { path } of held) await letGo(path, contest);
  }
  await removeDesertedStores(home);
  if (!existsSync(layersFolder(home))) return;
  if (await isOver(ledger, contest)) letGoOfLayers(home, contest);
  for (const path of needlessLayers(home, new Date())) await removeUnheld(path);
}

/** Where what came along with a contest lies, for whoever plays it here. */
export function unpackedFolder(home: string, contest: string): string {
  return join(home, 'pool', contest);
}

/** Of contests that came to their end elsewhere; one that is not on this record may be on another. */
export async function releaseUnpacked(place: Place): Promise<void> {
  for (const contest of names(join(place.home, 'pool'))) {
    const { opened, closed, cancelled } = new ContestRecord(await place.ledger.events(contest));
    if (opened !== undefined && (closed || cancelled)) await releaseIfOver(place, contest);
  }
}

/** The last one's mark goes with the store: who is killed in between is still named as its user. */
export async function letGo(store: string, contest: string): Promise<void> {
  const isLast = () => usersOf(store).every((user) => user === contest);
  if (!isLast()) letGoOfFolder(store, contest);
  failpoint('store let go');
  if (isLast()) await removeUnheld(store, [contest]);
}

/** Of players that died before their contest was on record, or while they took one away. */
async function removeDesertedStores(home: string): Promise<void> {
  for (const { path } of storesIn(home)) if (isLeftOver(path) || isDeserted(path)) await removeUnheld(path);
}

/** Made here for a race that was never opened, or ended before it began; what is still being made is somebody's. */
export async function dropUnusedStores(home: string): Promise<void> {
  for (const { path, users } of storesIn(home))
    if (users.length === 0 && isOwn(path) && !isBeingMade(path)) await removeUnheld(path);
}

export async function isOver(ledger: Player['ledger'], contest: string): Promise<boolean> {
  return isOverIn(await ledger.events(contest));
}

export function isOverIn(events: readonly StoredEvent[]): boolean {
  const record = new ContestRecord(events);
  return record.opened === undefined || record.closed || record.cancelled;
}

/** Stores with those who use them. */
export function storesIn(
  home: string,
): readonly { readonly path: string; readonly users: readonly string[] }[] {
  const folder = join(home, 'bases');
  return names(folder)
    .map((name) => join(folder, name))
    .map((path) => ({ path, users: usersOf(path) }));
}

export function names(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

export function dropIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Something of it is needed still.
  }
}

export function isBeingMade(path: string): boolean {
  return basename(path).startsWith('.new-');
}

/** By whoever was taking it away. */
export function isLeftOver(path: string): boolean {
  return path.endsWith('.gone') || (isShut(path) && !isBeingMade(path));
}
