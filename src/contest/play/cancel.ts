// Ends a contest for good: on record first, then its player, then whatever of its attempts still lives.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ledger } from '../../ledger/ledger.ts';
import { hostIdentity, readProcess, signalProcess } from '../../process/spawn/process-table.ts';
import {
  endSpool,
  isRunning,
  noteCause,
  removeSpool,
  type Spool,
  spoolAt,
} from '../../process/spawn/spool.ts';
import { openRuns } from '../handle/record.ts';
import { removeStraySpools } from './clear-up.ts';

/** A player that was told to leave needs its grace and a little more. */
const playerLeavesMs = 5000;

export interface CancelPlace {
  readonly ledger: Ledger;
  readonly home: string;
}

/** False: it was closed or cancelled before, and nothing changed. */
export async function cancelContest({ ledger, home }: CancelPlace, id: string): Promise<boolean> {
  const record = await ledger.events(id);
  if (record.some(({ event }) => event.type === 'contest.closed' || event.type === 'contest.cancelled'))
    return false;
  await ledger.append([{ contest: id, events: [{ type: 'contest.cancelled', v: 1 }] }]);
  await endPlayer(ledger, id);
  for (const { event } of await ledger.eventsAfter(0, { contest: id, types: ['child.started'] }))
    if (event.type === 'child.started') await cancelContest({ ledger, home }, event.contest);
  for (const { spool: path } of openRuns(await ledger.events(id))) {
    if (path === undefined) continue;
    const spool = spoolAt(path);
    noteCause(spool, 'cancelled');
    await endSpool(spool);
    await leftBy(spool);
    removeSpool(spool);
  }
  await removeStraySpools({ home, ledger }, id);
  const { releaseIfOver, removeWorkspaces } = await import('../workspace/stray-workspaces.ts');
  await removeWorkspaces(home, id);
  await releaseIfOver({ home, ledger }, id);
  return true;
}

/** The wrapper was spared so that it could write the end; nobody needs that any more. */
async function leftBy(spool: Spool): Promise<void> {
  for (let waited = 0; isRunning(spool) === true && waited < playerLeavesMs; waited += 20) await sleep(20);
}

async function endPlayer(ledger: Ledger, id: string): Promise<void> {
  const held = await ledger.lease(id);
  const here = hostIdentity();
  if (held?.owner.bootId !== here.bootId || held.owner.pidNamespace !== here.pidNamespace) return;
  const { owner } = held;
  signalProcess(owner, 'SIGTERM');
  const alive = () => readProcess(owner.pid)?.startTime === owner.startTime;
  for (let waited = 0; alive() && waited < playerLeavesMs; waited += 50) await sleep(50);
}
