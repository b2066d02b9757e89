// The ledger in one SQLite file, with large blobs as files beside it.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BlobRef, JoustEvent } from '../domain/event.ts';
import { JoustError } from '../domain/joust-error.ts';
import { BlobFolder } from './blob-folder.ts';
import {
  type Append,
  type HeldLease,
  type LeaseOwner,
  type Ledger,
  type StagedBlob,
  StaleAppend,
  type StoredEvent,
} from './ledger.ts';
import { leaseTable, SqliteLeases } from './sqlite-leases.ts';

/** Other processes' transactions are short; beyond this something is wrong. */
const busyTimeoutMs = 5000;
const busyRetries = 5;
const schemaVersion = 2;

const tables = `
  CREATE TABLE IF NOT EXISTS events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    contest TEXT NOT NULL,
    type TEXT NOT NULL,
    at TEXT NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS events_by_contest ON events (contest, seq);
  CREATE TABLE IF NOT EXISTS blobs (sha256 TEXT PRIMARY KEY, content BLOB NOT NULL) STRICT, WITHOUT ROWID;
  ${leaseTable}
  PRAGMA user_version = ${schemaVersion};
`;

export class SqliteLedger implements Ledger {
  readonly #db: DatabaseSync;
  readonly #files: BlobFolder;
  readonly #leases: SqliteLeases;
  readonly #insertEvent: StatementSync;
  readonly #insertBlob: StatementSync;
  readonly #now: () => Date;

  constructor(home: string, now: () => Date) {
    this.#now = now;
    try {
      mkdirSync(home, { recursive: true, mode: 0o700 });
      this.#db = openDatabase(join(home, 'ledger.db'));
      this.#files = new BlobFolder(join(home, 'blobs'));
    } catch (cause) {
      if (cause instanceof JoustError) throw cause;
      throw new JoustError(`the ledger in ${home} cannot be opened: ${(cause as Error).message}`, {
        code: 'ledger',
        hint: 'Check that the folder is writable and the disk not full, or set JOUST_HOME to another folder.',
        cause,
      });
    }
    this.#leases = new SqliteLeases(this.#db, now);
    this.#insertEvent = this.#db.prepare('INSERT INTO events (contest, type, at, body) VALUES (?, ?, ?, ?)');
    this.#insertBlob = this.#db.prepare('INSERT OR IGNORE INTO blobs (sha256, content) VALUES (?, ?)');
  }

  append(appends: readonly Append[]): Promise<readonly StoredEvent[]> {
    return this.#patiently(() => appends.flatMap((append) => this.#insert(append)));
  }

  async events(contest: string): Promise<readonly StoredEvent[]> {
    const query = 'SELECT seq, contest, at, body FROM events WHERE contest = ? ORDER BY seq';
    return this.#db.prepare(query).all(contest).map(storedEvent);
  }

  async contests(prefix = ''): Promise<readonly StoredEvent[]> {
    const query = `SELECT seq, contest, at, body FROM events
      WHERE type = 'contest.opened' AND substr(contest, 1, ?) = ? ORDER BY seq DESC`;
    return this.#db.prepare(query).all(prefix.length, prefix).map(storedEvent);
  }

  takeLease(contest: string, owner: LeaseOwner, gone: (held: HeldLease) => boolean): Promise<HeldLease> {
    return this.#patiently(() => this.#leases.take(contest, owner, gone));
  }

  beatLease(contest: string, epoch: number): Promise<boolean> {
    return this.#patiently(() => this.#leases.beat(contest, epoch));
  }

  releaseLease(contest: string, epoch: number): Promise<void> {
    return this.#patiently(() => this.#leases.release(contest, epoch));
  }

  async lease(contest: string): Promise<HeldLease | undefined> {
    return this.#leases.held(contest);
  }

  stage(content: string | Uint8Array): Promise<StagedBlob> {
    return this.#files.stage(content);
  }

  stageFile(path: string): Promise<StagedBlob> {
    return this.#files.stageFile(path);
  }

  async blob(ref: BlobRef): Promise<Buffer> {
    const row = this.#db.prepare('SELECT content FROM blobs WHERE sha256 = ?').get(ref.sha256);
    if (row !== undefined) return Buffer.from(row['content'] as Uint8Array);
    return await this.#files.read(ref);
  }

  async close(): Promise<void> {
    this.#db.close();
  }

  /** Refused where another player holds the contest, and where "closed" would overwrite "cancelled". */
  #insert({ contest, epoch, events, blobs = [] }: Append): readonly StoredEvent[] {
    if (epoch !== undefined && !this.#leases.isCurrent(contest, epoch)) throw new StaleAppend();
    const closes = events.some(({ type }) => type === 'contest.closed');
    if (closes && this.#isCancelled(contest)) throw new StaleAppend('the contest was cancelled');
    for (const { ref, content } of blobs)
      if (content !== undefined) this.#insertBlob.run(ref.sha256, content);
    return events.map((event) => {
      const at = this.#now().toISOString();
      const { lastInsertRowid } = this.#insertEvent.run(contest, event.type, at, JSON.stringify(event));
      return { seq: Number(lastInsertRowid), contest, at, event };
    });
  }

  #isCancelled(contest: string): boolean {
    const query = "SELECT 1 FROM events WHERE contest = ? AND type = 'contest.cancelled'";
    return this.#db.prepare(query).get(contest) !== undefined;
  }

  /** Other processes' transactions are short: what finds the file locked tries again. */
  async #patiently<T>(work: () => T): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      try {
        return this.#transaction(work);
      } catch (error) {
        if (!isBusy(error) || tries >= busyRetries) throw error;
        await sleep(10 + Math.random() * 40 * 2 ** tries);
      }
    }
  }

  #transaction<T>(work: () => T): T {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#db.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw error;
    }
  }
}

/** The busy timeout comes first: switching to WAL needs a lock of its own. */
function openDatabase(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: busyTimeoutMs });
  db.exec('PRAGMA journal_mode = WAL');
  db.exec('PRAGMA synchronous = FULL');
  const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
  if (version < schemaVersion) db.exec(`BEGIN IMMEDIATE; ${tables} COMMIT;`);
  if (version > schemaVersion) {
    db.close();
    throw new JoustError(`the ledger ${path} was written by a newer joust (schema ${version})`, {
      code: 'ledger',
      hint: 'Update joust, or set JOUST_HOME to another folder.',
    });
  }
  return db;
}

function storedEvent(row: Record<string, unknown>): StoredEvent {
  return {
    seq: Number(row['seq']),
    contest: String(row['contest']),
    at: String(row['at']),
    event: JSON.parse(String(row['body'])) as JoustEvent,
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && /database is locked|SQLITE_BUSY/.test(error.message);
}
