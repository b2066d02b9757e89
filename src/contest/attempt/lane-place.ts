// A place in a local lane, held across all joust processes of this ledger and by the attempt's own process: a local
// server holds one model at a time, whoever asks it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { HeldLease, LeaseOwner } from '../../ledger/ledger.ts';
import { isGone, thisOwner } from '../play/lease.ts';
import { isLiving } from '../play/living.ts';
import type { Player } from '../play/player.ts';
import { isLocal } from './lanes.ts';

export interface PlaceWish {
  readonly lane: string;
  /** The attempt that will hold it: while its process lives, the place is taken, even when its player is gone. */
  readonly spool: string;
}

const lookEveryMs = 100;

/** Resolves to the function that gives the place back. Lanes that are not local are no business of other processes. */
export async function takePlace(
  player: Player,
  wish: PlaceWish,
  signal: AbortSignal,
): Promise<() => Promise<void>> {
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
