// Spools that nobody needs any more, since how their attempts ended is on record: a few are removed here, many by a process of its own.
import { removeFromShell } from '../files/folder.ts';
import { removeSpool, type Spool } from './spool.ts';

const many = 8;
const waiting: Spool[] = [];
const removing = new Set<Promise<void>>();

/** Soon, with those that end at the same time. Whoever leaves waits for `removeWaiting`; what a killed player left is found by the next. */
export function removeSoon(spool: Spool): void {
  if (waiting.length === 0) setImmediate(removeNow);
  waiting.push(spool);
}

export async function removeWaiting(): Promise<void> {
  removeNow();
  await Promise.all(removing);
}

function removeNow(): void {
  const spools = waiting.splice(0);
  if (spools.length < many) {
    for (const spool of spools) removeSpool(spool);
    return;
  }
  const work = removeAll(spools).finally(() => removing.delete(work));
  removing.add(work);
}

async function removeAll(spools: readonly Spool[]): Promise<void> {
  await removeFromShell(spools.map(({ path }) => path));
  // Also what could not be.
  for (const spool of spools) removeSpool(spool);
}
