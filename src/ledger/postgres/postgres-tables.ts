// The tables of the ledger in PostgreSQL, made and brought up to date by whoever comes first.
import { JoustError } from '../../domain/joust-error.ts';
import type { LedgerAddress } from '../database-address.ts';
import { roleFunctions } from './postgres-functions.ts';

export type Row = Readonly<Record<string, unknown>>;
export type Query = (text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

/** Each brings the tables from its place in the list to the next version; none is ever changed. */
const migrations: readonly string[] = [
  // Texts are compared by their bytes, whatever the language of the database. Bodies are text: jsonb would put keys in another
  // order, and refuse some characters. `mark` tells one append from all others.
  `CREATE TABLE joust.events (
     seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     contest text COLLATE "C" NOT NULL,
     type text COLLATE "C" NOT NULL,
     at text COLLATE "C" NOT NULL,
     mark text COLLATE "C" NOT NULL,
     body text NOT NULL);
   CREATE INDEX events_by_contest ON joust.events (contest, seq);
   CREATE INDEX events_by_type ON joust.events (type, seq, contest);
   CREATE TABLE joust.blobs (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     sha256 text COLLATE "C" UNIQUE,
     bytes bigint NOT NULL,
     content bytea,
     at timestamptz NOT NULL DEFAULT clock_timestamp());
   CREATE TABLE joust.chunks (blob bigint, place int, data bytea NOT NULL, PRIMARY KEY (blob, place));
   ALTER TABLE joust.blobs ALTER COLUMN content SET STORAGE EXTERNAL;
   ALTER TABLE joust.chunks ALTER COLUMN data SET STORAGE EXTERNAL;
   CREATE TABLE joust.names (
     sha256 text COLLATE "C",
     contest text COLLATE "C",
     log boolean,
     seq bigint NOT NULL,
     PRIMARY KEY (sha256, contest, log));
   CREATE INDEX names_by_contest ON joust.names (contest);
   CREATE TABLE joust.leases (
     contest text COLLATE "C" PRIMARY KEY,
     epoch bigint NOT NULL,
     owner text,
     beat_at timestamptz NOT NULL);
   CREATE TABLE joust.pruned (sha256 text COLLATE "C" PRIMARY KEY, at text NOT NULL);
   CREATE TABLE joust.digests (
     kind text COLLATE "C",
     contest text COLLATE "C",
     seq bigint NOT NULL,
     body text NOT NULL,
     PRIMARY KEY (kind, contest));`,
  // Who takes contests of the pool.
  `CREATE TABLE joust.hosts (
     name text COLLATE "C" PRIMARY KEY,
     epoch bigint NOT NULL,
     about text NOT NULL,
     state text NOT NULL,
     busy int NOT NULL,
     beat_at timestamptz NOT NULL);`,
  roleFunctions,
];

export async function preparedTables(query: Query, address: LedgerAddress): Promise<void> {
  const version = await versionIn(query, address);
  if (version === migrations.length) return;
  if (version > migrations.length) throw tooNew(version, address);
  await query('BEGIN');
  try {
    await query('SELECT pg_advisory_xact_lock(hashtext($1))', [`joust tables ${address.schema}`]);
    await migrate(query, address);
    await query('COMMIT');
  } catch (error) {
    await query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Somebody else may have come first. */
async function migrate(query: Query, address: LedgerAddress): Promise<void> {
  const version = await versionIn(query, address);
  if (version > migrations.length) throw tooNew(version, address);
  if (version === 0) {
    await checkEncoding(query, address);
    await query(`CREATE SCHEMA IF NOT EXISTS "${address.schema}"`);
    await query('CREATE TABLE IF NOT EXISTS joust.version (number int NOT NULL)');
  }
  for (const migration of migrations.slice(version)) await query(migration);
  await query('DELETE FROM joust.version');
  await query('INSERT INTO joust.version VALUES ($1)', [migrations.length]);
}

/** 0: nothing is there yet. Looked up in the catalogue: what is asked by name may be answered from before a lock was got. */
async function versionIn(query: Query, { schema }: LedgerAddress): Promise<number> {
  const there = await query(
    `SELECT 1 FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE nspname = $1 AND relname = 'version'`,
    [schema],
  );
  if (there.length === 0) return 0;
  const [row] = await query('SELECT max(number) AS number FROM joust.version');
  return Number(row?.['number'] ?? 0);
}

async function checkEncoding(query: Query, { shown }: LedgerAddress): Promise<void> {
  const [row] = await query('SHOW server_encoding');
  if (row?.['server_encoding'] === 'UTF8') return;
  throw new JoustError(
    `the database of the ledger in ${shown} is not in UTF-8 (${String(row?.['server_encoding'])})`,
    {
      code: 'ledger',
      hint: 'Make another one, for instance with createdb --encoding UTF8 --template template0.',
    },
  );
}

function tooNew(version: number, { shown }: LedgerAddress): JoustError {
  return new JoustError(`the ledger in ${shown} was written by a newer joust (schema ${version})`, {
    code: 'ledger',
    hint: 'Update joust, or use another database.',
  });
}
