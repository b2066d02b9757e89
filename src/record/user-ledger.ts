// The ledger of this user: where JOUST_LEDGER or the user's config file says, else in joust's home.
import { ledgerAddress } from '../config/ledger-address.ts';
import { JoustError } from '../domain/joust-error.ts';
import { readAddress } from '../ledger/database-address.ts';
import type { LedgerOpener } from '../ledger/ledger.ts';
import { type AddressSource, ledgerOpener, openedLate } from '../ledger/open-ledger.ts';
import type { Machine } from '../process/machine.ts';

/** Where nobody hands in another. */
export function ledgerOf(machine: Pick<Machine, 'env' | 'home' | 'platform'>): LedgerOpener {
  return ledgerHandingOver(ledgerAddress(machine));
}

/** The same, opened when it is first used. */
export function ledgerLate(machine: Pick<Machine, 'env' | 'home' | 'platform'>): LedgerOpener {
  return openedLate(ledgerOf(machine));
}

/** What is opened or answered in it for the pool is in the pool's queue with that. */
export function ledgerHandingOver(address: AddressSource): LedgerOpener {
  return ledgerOpener(address, async (url) => (await import('../dispatch/hand-over.ts')).handOver(url));
}

/** Undefined: it is in the home. */
export async function ledgerUrl(machine: Machine): Promise<string | undefined> {
  const source = ledgerAddress(machine);
  return typeof source === 'function' ? await source() : source;
}

export interface RecordFinding {
  /** What is shown of its address. */
  readonly place: string;
  /** Why it cannot be used. */
  readonly problem?: string;
  readonly hint?: string;
  /** The hosts that play from it. */
  readonly pool?: { readonly hosts: number; readonly places: number; readonly busy: number };
}

/** Where it is, without the secret, and whether it answers; undefined: in the home. */
export async function examineRecord(machine: Machine, home: string): Promise<RecordFinding | undefined> {
  const url = await ledgerUrl(machine);
  if (url === undefined) return undefined;
  const { shown: place } = readAddress(url);
  const ledger = ledgerOpener(url)({ home, now: machine.now });
  try {
    await ledger.contests({ limit: 1 });
    return { place, pool: await poolAt(url) };
  } catch (error) {
    if (!(error instanceof JoustError)) throw error;
    return { place, problem: error.message, hint: error.hint };
  } finally {
    await ledger.close();
  }
}

async function poolAt(url: string): Promise<NonNullable<RecordFinding['pool']>> {
  const { Hosts } = await import('../dispatch/hosts.ts');
  const hosts = new Hosts(url);
  try {
    const working = (await hosts.list()).filter(({ state }) => state === 'here');
    const sum = (of: 'places' | 'busy') => working.reduce((all, one) => all + one[of], 0);
    return { hosts: working.length, places: sum('places'), busy: sum('busy') };
  } finally {
    await hosts.close();
  }
}
