// The way to a start: a place in the lane, first among our own, then among other joust processes, then among starts of
// the same CLI.

import { setTimeout as sleep } from 'node:timers/promises';
import type { HeldLease, LeaseOwner } from '../../ledger/ledger.ts';
import { Interrupted } from '../handle/halt.ts';
import { isGone, thisOwner } from '../play/lease.ts';
import type { Player } from '../play/player.ts';
import { isLocal, laneOf } from './lanes.ts';
import type { AgentAttempt } from './run.ts';
import { isLiving } from './watch.ts';

interface Entered {
  readonly lane: string;
  leave(): Promise<void>;
}

/** `id`: of its run, to other processes. Undefined: the attempt was halted while it waited. */
export async function enterLane(
  player: Player,
  attempt: AgentAttempt,
  id: string,
): Promise<Entered | undefined> {
  const { lanes, stagger, observe, machine } = player;
  const { agent } = attempt;
  const { key } = attempt.step;
  const contestant = player.vault.open(attempt.step.contestant);
  const signal = AbortSignal.any([player.signal, attempt.halt.signal]);
  const servedFrom = agent.servedFrom(contestant, { ...machine.env, ...contestant.environment });
  const lane = laneOf(contestant, servedFrom);
  const told = (ahead: number) => observe({ type: 'queued', key, contestant: contestant.name, lane, ahead });
  const ahead = lanes.ahead(lane);
  told(ahead);
  if (ahead > 0) recordQueued(player, attempt, { lane, ahead });
  const leaving: (() => unknown)[] = [];
  const leave = async () => {
    for (const undo of leaving.reverse()) await undo();
  };
  try {
    leaving.push(await lanes.enter(lane, signal, told));
    leaving.push(await takePlace(player, { lane, spool: id }, signal));
    await stagger.turn(agent.id, agent.staggerMs, signal);
    return { lane, leave };
  } catch (reason) {
    await leave();
    if (player.signal.aborted) throw new Interrupted('interrupted while waiting', { cause: reason });
    if (attempt.halt.why !== undefined) return undefined;
    throw reason;
  }
}

/** So that watchers in other processes know why nothing happens. Nothing waits for it. */
function recordQueued(
  { recorder }: Player,
  { contest, step }: AgentAttempt,
  place: { readonly lane: string; readonly ahead: number },
): void {
  const { key, contestant } = step;
  recorder
    .record(contest, [{ type: 'attempt.queued', v: 1, key, contestant: contestant.name, ...place }])
    .catch(() => undefined);
}

interface PlaceWish {
  readonly lane: string;
  /** The attempt that will hold it: while its process lives, the place is taken, even when its player is gone. */
  readonly spool: string;
}

const lookEveryMs = 100;

/**
 * Held across all joust processes of this ledger and by the attempt's own process: a local server holds one model at a
 * time, whoever asks it. Resolves to the function that gives the place back. Lanes that are not local are no business of other processes.
 */
async function takePlace(player: Player, wish: PlaceWish, signal: AbortSignal): Promise<() => Promise<void>> {
  if (!isLocal(wish.lane)) return async () => undefined;
  const owner: LeaseOwner = { ...thisOwner(), spool: wish.spool };
  for (;;) {
    for (let slot = 0; slot < player.lanes.capacity(wish.lane); slot += 1) {
      const release = await trySlot(player, `lane ${wish.lane} ${slot}`, owner);
      if (release !== undefined) return release;
    }
    await sleep(lookEveryMs * (0.5 + player.machine.fraction()), undefined, { signal });
  }
}

async function trySlot(
  { ledger, machine }: Player,
  slot: string,
  owner: LeaseOwner,
): Promise<(() => Promise<void>) | undefined> {
  const gone = (held: HeldLease) => isFree(held, machine.now());
  const before = await ledger.lease(slot);
  if (before !== undefined && !gone(before)) return undefined;
  const held = await ledger.takeLease(slot, owner, gone);
  return held.owner.spool === owner.spool
    ? () => ledger.releaseLease(slot, held.epoch).catch(() => undefined)
    : undefined;
}

function isFree(held: HeldLease, now: Date): boolean {
  return isGone(held, now) && (held.owner.spool === undefined || !isLiving(held.owner.spool));
}
