// Every ledger there is, for the conformance suites over the port.
import type { Ledger } from '../../src/ledger/ledger.ts';
import { memoryLedger } from '../../src/ledger/memory.ts';
import { PostgresLedger } from '../../src/ledger/postgres/postgres-ledger.ts';
import { SqliteLedger } from '../../src/ledger/sqlite/sqlite-ledger.ts';
import { schemaFor, sharedCluster } from '../setup/postgres.ts';

export interface LedgerKind {
  readonly name: string;
  open(home: string, now?: () => Date): Ledger;
  /** An expression that opens the ledger in `home`, for a process of its own; absent: it is one process's alone. */
  readonly program?: string;
  /** Large blobs are files below `home`. */
  readonly files?: true;
}

/** A clock that stands still. */
export const now = () => new Date(1_800_000_000_000);

const source = (path: string) => new URL(`../../src/ledger/${path}`, import.meta.url).href;

const cluster = await sharedCluster();

/** Where it cannot be had, postgres-ledger.test.ts says so. */
const postgres: readonly LedgerKind[] =
  typeof cluster === 'string'
    ? []
    : [
        {
          name: 'PostgreSQL',
          open: (home, clock = now) =>
            new PostgresLedger({ url: cluster.url(schemaFor(home)), now: clock, clock: 'this machine' }),
          program: `await (async () => {
            const { PostgresLedger } = await import('${source('postgres/postgres-ledger.ts')}');
            const { schemaFor } = await import('${new URL('../setup/postgres.ts', import.meta.url).href}');
            return new PostgresLedger({ url: '${cluster.url()}?schema=' + schemaFor(home), now: () => new Date() });
          })()`,
        },
      ];

export const ledgerKinds: readonly LedgerKind[] = [
  ...postgres,
  {
    name: 'SQLite',
    files: true,
    open: (home, clock = now) => new SqliteLedger(home, clock),
    program: `new (await import('${source('sqlite/sqlite-ledger.ts')}')).SqliteLedger(home, () => new Date())`,
  },
  {
    name: 'memory',
    open(home, clock = now) {
      const known = memories.get(home) ?? memoryLedger(clock);
      memories.set(home, known);
      return known;
    },
  },
];

/** What is opened again is the same one. */
const memories = new Map<string, Ledger>();
