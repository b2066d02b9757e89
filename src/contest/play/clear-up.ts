// Clears private checkouts and bases away before and after a contest is played; where there are none, which is so for
// most contests, nothing of it is even loaded.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Player } from './player.ts';

type Place = Pick<Player, 'home' | 'ledger'>;

/** Of an earlier playing. Only for who holds the contest's lease. */
export async function clearStrays(place: Place, contest: string): Promise<void> {
  if (!hasRaced(place)) return;
  const { removeStrayWorkspaces } = await import('../workspace/stray-workspaces.ts');
  await removeStrayWorkspaces(place, contest, { leaving: false });
}

/** Nobody works in its private checkouts any more; what was not sealed stays for a resume. */
export async function clearUp(
  { clearing, ...place }: Place & Pick<Player, 'clearing'>,
  contest: string,
): Promise<void> {
  await Promise.allSettled(clearing);
  if (!hasRaced(place)) return;
  const { removeStrayWorkspaces, releaseIfOver } = await import('../workspace/stray-workspaces.ts');
  await removeStrayWorkspaces(place, contest, { leaving: true });
  await releaseIfOver(place, contest);
  await dropUnopened(place);
}

/** A contest that was never opened, or ended before it began, may have taken a base. */
export async function dropUnopened(place: Pick<Place, 'home'>): Promise<void> {
  if (hasRaced(place)) await (await import('../workspace/stray-workspaces.ts')).dropUnusedStores(place.home);
}

function hasRaced({ home }: Pick<Place, 'home'>): boolean {
  return existsSync(join(home, 'bases')) || existsSync(join(home, 'workspaces'));
}
