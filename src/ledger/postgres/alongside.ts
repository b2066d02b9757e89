// What others commit together with an append, or not at all: in tables of their own in the ledger's database.
import type { ClientBase } from 'pg';
import type { Append, Ledger } from '../ledger.ts';

export type Connection = ClientBase;

export interface Alongside {
  /** Looks at them before their transaction begins. What it returns is called within it, and again when that is repeated. */
  prepare(
    appends: readonly Append[],
    ledger: Pick<Ledger, 'eventsAfter'>,
  ): Promise<((client: Connection) => Promise<void>) | undefined>;
  close(): Promise<void>;
}
