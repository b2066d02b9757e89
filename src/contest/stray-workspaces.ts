// Private checkouts and stores of bases that nobody needs any more. What an attempt left unsealed is kept: it was paid for.
import { chmodSync, existsSync, mkdirSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { failpoint } from '../process/failpoint.ts';
import { removeFolder } from '../process/remove-folder.ts';
import { storeFolder } from '../workspace/store.ts';
import { openRuns } from './open-runs.ts';
import type { Player } from './player.ts';
import { ContestRecord } from './record.ts';

type Place = Pick<Player, 'home' | 'ledger'>;

/** Only for who holds the contest's lease. `leaving`: no check is under way any more either. */
export async function removeStrayWorkspaces(
  { home, ledger }: Place,
  contest: string,
  { leaving }: { readonly leaving: boolean },
): Promise<void> {
  if (!existsSync(join(home, 'workspaces', contest))) return;
  const runs = openRuns(await ledger.events(contest)).filter(
    (run) => !leaving || (run.type === 'attempt.started' && existsSync(run.spool)),
  );
  const needed = new Set(runs.map((run) => ('workspace' in run ? run.workspace : undefined)));
  for (const path of workspacesOf(home, contest)) if (!needed.has(path)) await removeFolder(path);
  dropIfEmpty(join(home, 'workspaces', contest));
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

/** The contest uses the store of this base until it is over. */
export function holdStore(home: string, snapshot: string, contest: string): void {
  const store = storeFolder(home, snapshot);
  if (!existsSync(store)) return;
  mkdirSync(join(store, 'users'), { recursive: true, mode: 0o700 });
  writeFileSync(join(store, 'users', contest), '');
}

/** Once the contest is over; the last who leaves takes the store away, which can be made again. */
export async function releaseIfOver({ home, ledger }: Place, contest: string): Promise<void> {
  const held = storesIn(home).filter(({ users }) => users.includes(contest));
  if (held.length === 0 || !(await isOver(ledger, contest))) return;
  for (const { path, users } of held) {
    rmSync(join(path, 'users', contest), { force: true });
    failpoint('store let go');
    if (users.length === 1) await removeFolder(path);
  }
}

export async function isOver(ledger: Player['ledger'], contest: string): Promise<boolean> {
  const record = new ContestRecord(await ledger.events(contest));
  return record.opened === undefined || record.closed || record.cancelled;
}

/** Stores with those who use them. */
export function storesIn(
  home: string,
): readonly { readonly path: string; readonly users: readonly string[] }[] {
  const folder = join(home, 'bases');
  return names(folder).map((name) => ({
    path: join(folder, name),
    users: names(join(folder, basename(name), 'users')),
  }));
}

function names(folder: string): readonly string[] {
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
