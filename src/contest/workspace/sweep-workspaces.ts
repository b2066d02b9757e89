// What lies in joust's home of races that nobody needs any more, taken away by `prune`, also while others play.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Ledger } from '../../ledger/ledger.ts';
import { folderBytes, putAway, removeFolder } from '../../process/files/folder.ts';
import { takeAway } from '../../workspace/checkout/held-folder.ts';
import { isDeserted } from '../../workspace/checkout/store.ts';
import { layersIn } from '../../workspace/overlay/layer.ts';
import { openRuns } from '../handle/record.ts';
import { isGone } from '../play/lease.ts';
import {
  contestsWithWorkspaces,
  dropIfEmpty,
  isBeingMade,
  isLeftOver,
  isOver,
  isOverIn,
  names,
  storesIn,
  unpackedFolder,
  workspacesOf,
} from './stray-workspaces.ts';

export interface SweepPlace {
  readonly ledger: Ledger;
  readonly home: string;
  now(): Date;
}

export interface SweptWorkspaces {
  readonly workspaces: number;
  readonly bases: number;
  readonly bytes: number;
  /** Unfinished work, by contest: kept until that is resumed or cancelled. */
  readonly kept: readonly string[];
}

/** What somebody may be making right now. */
const youngMs = 3_600_000;

export async function sweepWorkspaces(place: SweepPlace, dryRun: boolean): Promise<SweptWorkspaces> {
  const { home } = place;
  // Put out of reach at once, and counted afterwards: that takes a while, in which somebody may come.
  const { strays, kept } = await strayWorkspaces(place, (path) => (dryRun ? [path] : listed(putAway(path))));
  const bases = await strayBases(place, (path, over) => (dryRun ? [path] : listed(takeAway(path, over))));
  const checks = forgottenChecks(home, place.now());
  let bytes = 0;
  for (const path of [...strays, ...bases, ...checks]) {
    bytes += await folderBytes(path);
    if (!dryRun) await removeFolder(path);
  }
  // Whoever plays now may be about to put something into theirs.
  for (const contest of dryRun ? [] : contestsWithWorkspaces(home))
    if ((await neededBy(place, contest)) !== 'all') dropIfEmpty(join(home, 'workspaces', contest));
  return { workspaces: strays.length, bases: bases.length + checks.length, bytes, kept };
}

/** Where it is afterwards; nowhere: it is not to be removed after all. */
type Away = (path: string, over?: readonly string[]) => readonly string[];

function listed(path: string | undefined): readonly string[] {
  return path === undefined ? [] : [path];
}

async function strayWorkspaces(place: SweepPlace, away: Away) {
  const { home, ledger } = place;
  const strays: string[] = [];
  const kept: string[] = [];
  for (const contest of contestsWithWorkspaces(home)) {
    const needed = await neededBy(place, contest);
    if (needed === 'all' || needed.size > 0) kept.push(contest);
    if (needed === 'all') continue;
    strays.push(
      ...workspacesOf(home, contest)
        .filter((path) => !needed.has(path))
        .flatMap((path) => away(path)),
    );
  }
  for (const contest of names(join(home, 'pool')))
    if ((await isOver(ledger, contest)) && (await neededBy(place, contest)) !== 'all')
      strays.push(...away(unpackedFolder(home, contest)));
  return { strays, kept };
}

/** Work that was not sealed was paid for; and whoever plays now knows best, and is asked last. */
async function neededBy({ ledger, now }: SweepPlace, contest: string): Promise<ReadonlySet<string> | 'all'> {
  const events = await ledger.events(contest);
  const runs = isOverIn(events) ? [] : openRuns(events);
  const lease = await ledger.lease(contest);
  if (lease !== undefined && !isGone(lease, now())) return 'all';
  return new Set(
    runs.flatMap((run) => ('workspace' in run && run.workspace !== undefined ? [run.workspace] : [])),
  );
}

/** Stores and layers. */
async function strayBases({ ledger, home, now }: SweepPlace, away: Away): Promise<readonly string[]> {
  const ageOf = (path: string) => now().getTime() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  const isDone = async (path: string, user: string) => {
    // Read once: it may be opened meanwhile.
    const events = await ledger.events(user);
    // Whoever is on no record may be about to be, or packs one.
    return isOverIn(events) && (events.length > 0 || ageOf(join(path, 'users', user)) > youngMs);
  };
  const isYoung = (path: string) => ageOf(path) < youngMs && !isLeftOver(path) && !isDeserted(path);
  const found = [
    ...storesIn(home).map(({ path, users }) => ({ path, users, isNew: isYoung(path) })),
    ...layersIn(home).map(({ path, users }) => ({ path, users, isNew: isBeingMade(path) && isYoung(path) })),
  ];
  const strays: string[] = [];
  for (const { path, users, isNew } of found) {
    const done = await Promise.all(users.map((user) => isDone(path, user)));
    if (done.includes(false) || (users.length === 0 && isNew)) continue;
    strays.push(...away(path, users));
  }
  return strays;
}

const oldMs = 90 * 24 * 3_600_000;

/** Results of bases that nobody raced on for long. */
function forgottenChecks(home: string, now: Date): string[] {
  const folder = join(home, 'base-checks');
  try {
    return readdirSync(folder)
      .map((name) => join(folder, name))
      .filter((path) => now.getTime() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > oldMs);
  } catch {
    return [];
  }
}
