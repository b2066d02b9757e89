// Places that are held across joust processes: leases in the ledger, kept by the attempt that has one.
import { setTimeout as sleep } from 'node:timers/promises';
import type { HeldLease, LeaseOwner } from '../../ledger/ledger.ts';
import { beating, isGone, thisOwner } from '../play/lease.ts';
import type { Player } from '../play/player.ts';
import { isLiving } from './watch.ts';

interface PlaceWish {
  /** Its leases are numbered after it. */
  readonly name: string;
  readonly capacity: number;
  /** The attempt that will hold it: while its process lives, the place is taken, even when its player is gone. */
  readonly spool: string;
}

type Release = () => Promise<void>;

/** Among the processes of one machine, and among machines. */
const [lookEveryMs, askEveryMs] = [100, 500];

/** Resolves to the function that gives the place back. `waits` is told where it is not had at once. */
export async function takePlace(
  player: Player,
  wish: PlaceWish,
  { signal, waits }: { readonly signal: AbortSignal; waits?(): void },
): Promise<Release> {
  for (;;) {
    const release = await tryPlace(player, wish);
    if (release !== undefined) return release;
    waits?.();
    const pauseMs = player.ledger.shared === true ? askEveryMs : lookEveryMs;
    await sleep(pauseMs * (0.5 + player.machine.fraction()), undefined, { signal });
  }
}

export async function tryPlace(
  player: Player,
  { name, capacity, spool }: PlaceWish,
): Promise<Release | undefined> {
  const owner: LeaseOwner = { ...thisOwner(), spool };
  for (let slot = 0; slot < capacity; slot += 1) {
    const release = await trySlot(player, `${name} ${slot}`, owner);
    if (release !== undefined) return release;
  }
  return undefined;
}

async function trySlot(
  { ledger, machine }: Player,
  slot: string,
  owner: LeaseOwner,
): Promise<Release | undefined> {
  const gone = (held: HeldLease) => isFree(held, machine.now(), owner);
  const before = await ledger.lease(slot);
  if (before !== undefined && !gone(before)) return undefined;
  const held = await ledger.takeLease(slot, owner, gone);
  if (held.owner.spool !== owner.spool) return undefined;
  // Whoever is on another host knows of it only by this.
  const rest = beating(ledger, slot, held.epoch);
  return async () => {
    rest();
    await ledger.releaseLease(slot, held.epoch).catch(() => undefined);
  };
}

/** An attempt that was taken up again has its own place still. */
function isFree(held: HeldLease, now: Date, { spool: own }: LeaseOwner): boolean {
  const { spool } = held.owner;
  return isGone(held, now) && (spool === undefined || spool === own || !isLiving(spool));
}
