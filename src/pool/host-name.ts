// The name of this machine among the hosts of a pool: made once, kept in joust's home, where its spools are, and held by one process.
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beatEveryMs, type HeldContest, holdLease, isGone } from '../contest/play/lease.ts';
import type { Player } from '../contest/play/player.ts';
import { JoustError } from '../domain/joust-error.ts';
import type { HeldLease } from '../ledger/ledger.ts';
import { readSmallFile, replaceFile } from '../process/files/small-file.ts';
import { hostIdentity } from '../process/tree/process-list.ts';

const nameShape = /^[a-z0-9][a-z0-9.-]{0,80}$/;
const fileIn = (home: string): string => join(home, 'host');

/** Undefined: it has never been one. */
export function hostNameIn(home: string): string | undefined {
  const said = readSmallFile(fileIn(home))?.trim() ?? '';
  return nameShape.test(said) ? said : undefined;
}

/** Not the machine's alone: several homes on one machine are several hosts, each with processes of its own. */
export function hostNameFor(home: string, machine: Pick<Player['machine'], 'random'>): string {
  const known = hostNameIn(home);
  if (known !== undefined) return known;
  const plain = hostname()
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(0, 60);
  replaceFile(fileIn(home), `${plain === '' ? 'host' : plain}-${machine.random(4).toLowerCase()}\n`);
  return hostNameIn(home) ?? 'host';
}

/** Where its processes cannot be seen from here, a host that has not beaten for this long is gone. */
const silenceMs = 3 * beatEveryMs;

interface HostPlace extends Pick<Player, 'machine' | 'ledger' | 'recorder' | 'signal'> {
  readonly host: string;
  say(text: string): void;
}

/** Throws while another process of this name lives. One of before a restart of the machine is waited for until it is silent. */
export async function holdName(place: HostPlace): Promise<HeldContest> {
  const { host, machine, signal, say } = place;
  const name = `host ${host}`;
  const isFree = (other: HeldLease) =>
    isGone(other, machine.now()) ||
    (!isHere(other) && machine.now().getTime() - other.beatAt.getTime() > silenceMs);
  for (let last: HeldLease | undefined; ; ) {
    try {
      return await holdLease(place, name, isFree);
    } catch (error) {
      if (!(error instanceof JoustError) || error.code !== 'busy') throw error;
      const held = await stillHeld(place, { name, last, error });
      if (last === undefined)
        say(`${host} may be at work elsewhere, or was before this machine was started: it is listened for.`);
      last = held;
      await sleep(1000, undefined, { signal });
    }
  }
}

async function stillHeld(
  { ledger, host }: HostPlace,
  {
    name,
    last,
    error,
  }: { readonly name: string; readonly last: HeldLease | undefined; readonly error: JoustError },
): Promise<HeldLease | undefined> {
  const held = await ledger.lease(name);
  if (held !== undefined && (isHere(held) || (last !== undefined && hasBeaten(held, last))))
    throw another(host, held, error);
  return held;
}

/** The moments are those of two looks, and never quite the same. */
function hasBeaten(held: HeldLease, before: HeldLease): boolean {
  return held.beatAt.getTime() - before.beatAt.getTime() > beatEveryMs / 2;
}

function isHere({ owner }: HeldLease): boolean {
  const { bootId, pidNamespace } = hostIdentity();
  return owner.bootId === bootId && owner.pidNamespace === pidNamespace;
}

function another(host: string, { owner }: HeldLease, cause: unknown): JoustError {
  const where = owner.host === undefined || owner.host === hostname() ? '' : ` on ${owner.host}`;
  return new JoustError(`${host} is at work already: process ${owner.pid}${where}`, {
    code: 'busy',
    hint: 'One process works for a home: give it more with --places, or start another with a JOUST_HOME of its own.',
    cause,
  });
}
