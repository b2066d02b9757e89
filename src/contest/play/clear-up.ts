// Clears spools, private checkouts and bases away before and after a contest is played; where there are no checkouts,
// which is so for most contests, nothing of that is even loaded.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { removeWaiting } from '../../process/spawn/remove-spools.ts';
import { contestOf, removeSpool, spoolAt, spoolsIn } from '../../process/spawn/spool.ts';
import { openRuns } from '../handle/record.ts';
import type { Player } from './player.ts';

type Place = Pick<Player, 'home' | 'ledger'>;

/** What an earlier playing left. Only for who holds the contest's lease. */
export async function clearStrays(place: Place, contest: string): Promise<void> {
  await removeStraySpools(place, contest);
  if (!hasRaced(place)) return;
  const { removeStrayWorkspaces } = await import('../workspace/stray-workspaces.ts');
  await removeStrayWorkspaces(place, contest, { leaving: false });
}

/** Nobody works in its private checkouts any more; what was not sealed stays for a resume. */
export async function clearUp(
  { clearing, within, ...place }: Place & Pick<Player, 'clearing' | 'within'>,
  contest: string,
): Promise<void> {
  // More may come meanwhile.
  for (const work of clearing) await Promise.allSettled([work]);
  await removeWaiting();
  if (!hasRaced(place)) return;
  const { removeStrayWorkspaces, releaseIfOver, releaseUnpacked, storesIn } = await import(
    '../workspace/stray-workspaces.ts'
  );
  await removeStrayWorkspaces(place, contest, { leaving: true });
  // Others that are steps of the same contest may be taking the same base: whoever plays that one lets go of all.
  if (within !== undefined) return;
  const users = new Set(storesIn(place.home).flatMap((store) => store.users));
  const steps = await place.ledger.eventsAfter(0, { contest, types: ['child.started'] });
  for (const { event } of steps)
    if (event.type === 'child.started' && users.has(event.contest)) await releaseIfOver(place, event.contest);
  await releaseIfOver(place, contest);
  await releaseUnpacked(place);
  await dropUnopened(place);
}

/** A contest that was never opened, or ended before it began, may have taken a base. */
export async function dropUnopened(place: Pick<Place, 'home'> & Pick<Player, 'within'>): Promise<void> {
  if (place.within === undefined && hasRaced(place))
    await (await import('../workspace/stray-workspaces.ts')).dropUnusedStores(place.home);
}

function hasRaced({ home }: Pick<Place, 'home'>): boolean {
  return ['bases', 'workspaces', 'pool'].some((name) => existsSync(join(home, name)));
}

/**
 * Spools nobody needs: filled but never recorded, so that nothing was ever started from them, or of runs whose end,
 * interruption or parking is on record. Only for who holds the contest's lease.
 */
export async function removeStraySpools({ home, ledger }: Place, contest: string): Promise<void> {
  const record = await ledger.events(contest);
  const needed = new Set(openRuns(record).map(({ spool }) => spool));
  for (const path of spoolsIn(home))
    if (contestOf(path) === contest && !needed.has(path)) removeSpool(spoolAt(path));
}
