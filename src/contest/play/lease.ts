// One player at a time: holds a contest's lease while it is played, and tells everybody else who plays.
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { JoustError } from '../../domain/joust-error.ts';
import type { HeldLease, LeaseOwner } from '../../ledger/ledger.ts';
import { failpoint } from '../../process/machine.ts';
import { hostIdentity, readProcess } from '../../process/tree/process-list.ts';
import type { Player } from './player.ts';

/** Tokens of what is played in this process. */
const playing = new Set<string>();

export const beatEveryMs = 5000;
/** Where pids say nothing, an owner that was silent for this long is gone. */
const silenceMs = 30_000;

export interface HeldContest {
  readonly epoch: number;
  release(): Promise<void>;
}

/** Who asks for one. */
type Holder = Pick<Player, 'machine' | 'ledger' | 'recorder' | 'host'>;

/** Throws `busy` while another player lives; a dead one's lease is taken over at once on the same machine. */
export async function holdLease(
  player: Holder,
  contest: string,
  isFree: (other: HeldLease) => boolean = (other) => isOver(other, player),
): Promise<HeldContest> {
  const token = player.machine.random(16);
  const { host } = player;
  const owner = { ...thisOwner(), token, pool: host };
  // Known before it is held: whoever asks in between must not take it for gone.
  playing.add(token);
  const held = await player.ledger.takeLease(contest, owner, isFree).catch((error) => {
    playing.delete(token);
    throw error;
  });
  if (held.owner.token !== token) {
    playing.delete(token);
    throw busy(contest, held);
  }
  failpoint('lease taken');
  player.recorder.hold(contest, held.epoch);
  const rest = beating(player.ledger, contest, held.epoch);
  return {
    epoch: held.epoch,
    async release() {
      rest();
      playing.delete(token);
      // On a full disk there are worse things to tell, and the lease of a process that is gone is free anyway.
      await player.ledger.releaseLease(contest, held.epoch).catch(() => undefined);
    },
  };
}

/** Tells everybody that it is held, until the function it returns is called. */
export function beating(ledger: Player['ledger'], name: string, epoch: number): () => void {
  const timer = setInterval(() => {
    // A beat that fails is told by the next append, which is refused.
    ledger.beatLease(name, epoch).catch(() => undefined);
  }, beatEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** A host of a pool has one process: what another one of its name held it has left. */
function isOver(other: HeldLease, { host, machine }: Holder): boolean {
  const { pool, token = '' } = other.owner;
  return isGone(other, machine.now()) || (host !== undefined && pool === host && !playing.has(token));
}

/** Whoever cancels it on this machine ends this process; from elsewhere only the record tells. */
const signalledWithinMs = 1000;
/** Who has just begun to play has more to do. */
const firstLookMs = 100;

export function leaveWhenCancelled(player: Player, contest: string, leave: AbortController): void {
  setTimeout(() => void watchForCancel(player, contest, leave), firstLookMs).unref();
}

async function watchForCancel(
  { ledger, signal, host }: Player,
  contest: string,
  leave: AbortController,
): Promise<void> {
  try {
    if (signal.aborted) return;
    if (!(await ledger.waitForNews(0, { contest, types: ['contest.cancelled'], signal }))) return;
    // A host of a pool plays others too: it is not ended for one of them.
    if (host === undefined) await sleep(signalledWithinMs, undefined, { signal });
    leave.abort();
  } catch {
    // It was left meanwhile, or the ledger cannot be read: the next append tells.
  }
}

/** Whether nobody plays under this lease any more, as far as can be told from here. */
export function isGone({ owner, beatAt }: HeldLease, now: Date): boolean {
  const here = hostIdentity();
  if (owner.bootId === here.bootId && owner.pidNamespace === here.pidNamespace) {
    if (owner.pid === process.pid && owner.token !== undefined) return !playing.has(owner.token);
    return readProcess(owner.pid)?.startTime !== owner.startTime;
  }
  return now.getTime() - beatAt.getTime() > silenceMs;
}

export function thisOwner(): LeaseOwner {
  const { startTime = '' } = readProcess(process.pid) ?? {};
  return { ...hostIdentity(), host: hostname(), pid: process.pid, startTime };
}

function busy(contest: string, { owner, beatAt }: HeldLease): JoustError {
  const where = owner.pool === undefined ? '' : ` of the host ${owner.pool}`;
  return new JoustError(
    `contest ${contest} is being played by process ${owner.pid}${where} (last heard of ${beatAt.toISOString()})`,
    {
      code: 'busy',
      hint: `Watch it with joust show ${contest}, or end it with joust cancel ${contest}.`,
    },
  );
}
