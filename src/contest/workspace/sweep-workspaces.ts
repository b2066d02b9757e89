// What races left on disk and nobody needs: checkouts and bases of contests that are over, and what was never finished.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Ledger } from '../../ledger/ledger.ts';
import { folderBytes, removeFolder } from '../../process/files/folder.ts';
import { isDeserted } from '../../workspace/checkout/store.ts';
import { openRuns } from '../handle/open-runs.ts';
import { isGone } from '../play/lease.ts';
import { contestsWithWorkspaces, dropIfEmpty, isOver, storesIn, workspacesOf } from './stray-workspaces.ts';

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
  const strays: string[] = [];
  const kept: string[] = [];
  for (const contest of contestsWithWorkspaces(home)) {
    const needed = await neededBy(place, contest);
    if (needed === 'all' || needed.size > 0) kept.push(contest);
    if (needed !== 'all') strays.push(...workspacesOf(home, contest).filter((path) => !needed.has(path)));
  }
  const bases = await strayBases(place);
  let bytes = 0;
  for (const path of [...strays, ...bases]) {
    bytes += await folderBytes(path);
    if (!dryRun) await removeFolder(path);
  }
  if (!dryRun)
    for (const contest of contestsWithWorkspaces(home)) dropIfEmpty(join(home, 'workspaces', contest));
  return { workspaces: strays.length, bases: bases.length, bytes, kept };
}

/** Work that was not sealed was paid for; and whoever plays now knows best. */
async function neededBy({ ledger, now }: SweepPlace, contest: string): Promise<ReadonlySet<string> | 'all'> {
  const lease = await ledger.lease(contest);
  if (lease !== undefined && !isGone(lease, now())) return 'all';
  if (await isOver(ledger, contest)) return new Set();
  const runs = openRuns(await ledger.events(contest));
  return new Set(
    runs.flatMap((run) => ('workspace' in run && run.workspace !== undefined ? [run.workspace] : [])),
  );
}

async function strayBases({ ledger, home, now }: SweepPlace): Promise<readonly string[]> {
  const strays: string[] = [];
  for (const { path, users } of storesIn(home)) {
    const needed = await Promise.all(users.map(async (contest) => !(await isOver(ledger, contest))));
    const age = now().getTime() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    const unused = users.length > 0 || age > youngMs || path.endsWith('.gone') || isDeserted(path);
    if (!needed.includes(true) && unused) strays.push(path);
  }
  return [...strays, ...forgottenChecks(home, now())];
}

const oldMs = 90 * 24 * 3_600_000;

/** Results of bases that nobody raced on for long. */
function forgottenChecks(home: string, now: Date): readonly string[] {
  const folder = join(home, 'base-checks');
  try {
    return readdirSync(folder)
      .map((name) => join(folder, name))
      .filter((path) => now.getTime() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > oldMs);
  } catch {
    return [];
  }
}
