// Spools that nobody needs any more, since how their attempts ended is on record: a few are removed here, many by a process of its own.
// What they worked in goes a moment later.
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

/** So much later: who measures what somebody has left, and whoever looks at a large folder after the last, is to be started before. */
const afterMs = 30;
const afterwards: (() => Promise<void>)[] = [];
let timer: NodeJS.Timeout | undefined;

/** A moment later, or when somebody leaves. What cannot be removed is left. */
export function removeAfterwards(remove: () => Promise<void>): void {
  afterwards.push(remove);
  timer ??= setTimeout(removeRest, afterMs).unref();
}

function removeRest(): void {
  clearTimeout(timer);
  timer = undefined;
  for (const remove of afterwards.splice(0)) keep(remove().catch(() => undefined));
}

export async function removeWaiting(): Promise<void> {
  removeNow();
  removeRest();
  await Promise.all(removing);
}

function keep(work: Promise<void>): void {
  const kept = work.finally(() => removing.delete(kept));
  removing.add(kept);
}

function removeNow(): void {
  const spools = waiting.splice(0);
  if (spools.length < many) {
    for (const spool of spools) removeSpool(spool);
    return;
  }
  keep(removeAll(spools));
}

async function removeAll(spools: readonly Spool[]): Promise<void> {
  await removeFromShell(spools.map(({ path }) => path));
  // Also what could not be.
  for (const spool of spools) removeSpool(spool);
}
