// Opens the ledger: in PostgreSQL where somebody says an address, else in a SQLite file in joust's home.
import type { Ledger, LedgerOpener } from './ledger.ts';
import type { Alongside } from './postgres/alongside.ts';
import { openSqlite } from './sqlite/sqlite-ledger.ts';

/** Undefined: there is none. What it takes time to find out is asked when the ledger is first used. */
export type AddressSource = string | undefined | (() => Promise<string | undefined>);

/** `alongside`: what is committed together with appends to a PostgreSQL at this address. */
export function ledgerOpener(
  address: AddressSource,
  alongside?: (url: string) => Promise<Alongside>,
): LedgerOpener {
  if (address === undefined) return openSqlite;
  return (place) =>
    later(async () => {
      const url = typeof address === 'string' ? address : await address();
      if (url === undefined) return openSqlite(place);
      const { PostgresLedger } = await import('./postgres/postgres-ledger.ts');
      return new PostgresLedger({ url, now: place.now, alongside: await alongside?.(url) });
    });
}

/** Opens it when it is first used: a command that needs no record works without one. */
export function openedLate(open: LedgerOpener): LedgerOpener {
  return (place) => ({ ...later(async () => open(place)), shared: undefined });
}

/** Everything that is asked once and answered once; a name that is missing here does not compile. */
const asked: Readonly<Record<Exclude<keyof Ledger, 'shared' | 'blobStream' | 'close'>, true>> = {
  append: true,
  events: true,
  recentEnds: true,
  eventsAfter: true,
  waitForNews: true,
  contests: true,
  digests: true,
  takeLease: true,
  beatLease: true,
  releaseLease: true,
  lease: true,
  takeTurn: true,
  stage: true,
  stageFile: true,
  stageStream: true,
  blob: true,
  prunedAt: true,
  remove: true,
  removeStrays: true,
};

/** A ledger that is opened by whoever first asks it something. */
function later(open: () => Promise<Ledger>): Ledger {
  let opened: Promise<Ledger> | undefined;
  const ledger = () => {
    opened ??= open();
    return opened;
  };
  const answers = Object.keys(asked).map((name) => [
    name,
    async (...given: readonly unknown[]) => {
      const there = await ledger();
      return await (there[name as keyof typeof asked] as (...all: unknown[]) => Promise<unknown>).apply(
        there,
        [...given],
      );
    },
  ]);
  return {
    shared: true,
    ...(Object.fromEntries(answers) as Pick<Ledger, keyof typeof asked>),
    async *blobStream(ref) {
      yield* (await ledger()).blobStream(ref);
    },
    close: async () => await (await opened?.catch(() => undefined))?.close(),
  };
}
