// The SQLite file: its tables, and the connection to it. Whoever closes the last one folds what was written lately into the file and
// syncs it, and the next to write begins a new log, which takes two syncs more: a fair part of a short command. So one whose log is short
// is not closed but kept for whoever opens the same file next in this process, and left as it is when the process ends. Nothing is lost
// by that: what was committed is in the log, synced, and is read from there.
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { JoustError } from '../../domain/joust-error.ts';
import { keepPrivate } from './blob-folder.ts';
import { leaseTable } from './sqlite-leases.ts';
import { prunedTable } from './sqlite-removal.ts';

/** Other processes' transactions are short; beyond this something is wrong. */
const busyTimeoutMs = 5000;
const schemaVersion = 4;

const tables = `
  CREATE TABLE IF NOT EXISTS events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    contest TEXT NOT NULL,
    type TEXT NOT NULL,
    at TEXT NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS events_by_contest ON events (contest, seq);
  CREATE INDEX IF NOT EXISTS events_by_type ON events (type, seq, contest);
  CREATE TABLE IF NOT EXISTS blobs (sha256 TEXT PRIMARY KEY, content BLOB NOT NULL) STRICT, WITHOUT ROWID;
  ${leaseTable}
  ${prunedTable}
  PRAGMA user_version = ${schemaVersion};
`;

export interface Connection {
  readonly db: DatabaseSync;
  readonly path: string;
  /** Which file it is. */
  readonly file: string;
}

/** Of nobody at the moment: no more than one, for the sake of those who open many. */
let kept: Connection | undefined;

/** The first who opens a file reads the whole log. */
const longLogBytes = 512 * 1024;

export function openConnection(path: string): Connection {
  keepPrivate(path);
  const connection = takeKept(path) ?? connect(path);
  try {
    checkTables(connection);
  } catch (error) {
    connection.db.close();
    throw error;
  }
  return connection;
}

/** `isPruned`: what was removed is to be gone from the log as well. */
export function leaveConnection(connection: Connection, isPruned: boolean): void {
  const { db, path, file } = connection;
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  if (isPruned || (log?.size ?? 0) > longLogBytes || file !== fileAt(path)) {
    db.close();
    return;
  }
  kept?.db.close();
  kept = connection;
}

export function transaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

/** For leases: one holds no longer than the machine runs, and whatever is recorded under it syncs what was written before. */
export function unsynced<T>(db: DatabaseSync, work: () => T): T {
  db.exec('PRAGMA synchronous = NORMAL');
  try {
    return transaction(db, work);
  } finally {
    db.exec('PRAGMA synchronous = FULL');
  }
}

function takeKept(path: string): Connection | undefined {
  if (kept?.path !== path) return undefined;
  const taken = kept;
  kept = undefined;
  if (taken.file === fileAt(path)) return taken;
  // Somebody has put another file in its place, or none.
  taken.db.close();
  return undefined;
}

function connect(path: string): Connection {
  const db = new DatabaseSync(path, { timeout: busyTimeoutMs });
  try {
    // The busy timeout comes first: switching to WAL needs a lock of its own.
    db.exec('PRAGMA journal_mode = WAL');
    db.exec('PRAGMA synchronous = FULL');
    return { db, path, file: fileAt(path) ?? '' };
  } catch (error) {
    db.close();
    throw error;
  }
}

function checkTables({ db, path }: Connection): void {
  const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
  if (version < schemaVersion) db.exec(`BEGIN IMMEDIATE; ${tables} COMMIT;`);
  if (version > schemaVersion)
    throw new JoustError(`the ledger ${path} was written by a newer joust (schema ${version})`, {
      code: 'ledger',
      hint: 'Update joust, or set JOUST_HOME to another folder.',
    });
}

function fileAt(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
