// The ledger in one SQLite file, with large blobs as files beside it.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BlobRef, JoustEvent } from '../domain/event.ts';
import { JoustError } from '../domain/joust-error.ts';
import { BlobFolder } from './blob-folder.ts';
import type { Append, Ledger, StagedBlob, StoredEvent } from './ledger.ts';

/** Other processes' transactions are short; beyond this something is wrong. */
const busyTimeoutMs = 5000;
const busyRetries = 5;

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
  PRAGMA user_version = 1;
`;

export class SqliteLedger implements Ledger {
  readonly #db: DatabaseSync;
  readonly #files: BlobFolder;
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
      throw new JoustError(`the ledger in ${home} cannot be opened: ${(cause as Error).message}`, {
        code: 'ledger',
        hint: 'Check that the folder is writable and the disk not full, or set JOUST_HOME to another folder.',
        cause,
      });
    }
    this.#insertEvent = this.#db.prepare('INSERT INTO events (contest, type, at, body) VALUES (?, ?, ?, ?)');
    this.#insertBlob = this.#db.prepare('INSERT OR IGNORE INTO blobs (sha256, content) VALUES (?, ?)');
  }

  async append(appends: readonly Append[]): Promise<readonly StoredEvent[]> {
    for (let tries = 0; ; tries += 1) {
      try {
        return this.#transaction(() => appends.flatMap((append) => this.#insert(append)));
      } catch (error) {
        if (!isBusy(error) || tries >= busyRetries) throw error;
        await sleep(10 + Math.random() * 40 * 2 ** tries);
      }
    }
  }

  async events(contest: string): Promise<readonly StoredEvent[]> {
    const rows = this.#db
      .prepare('SELECT seq, at, body FROM events WHERE contest = ? ORDER BY seq')
      .all(contest);
    return rows.map((row) => ({
      seq: Number(row['seq']),
      contest,
      at: String(row['at']),
      event: JSON.parse(String(row['body'])) as JoustEvent,
    }));
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

  #insert({ contest, events, blobs = [] }: Append): readonly StoredEvent[] {
    for (const { ref, content } of blobs)
      if (content !== undefined) this.#insertBlob.run(ref.sha256, content);
    return events.map((event) => {
      const at = this.#now().toISOString();
      const { lastInsertRowid } = this.#insertEvent.run(contest, event.type, at, JSON.stringify(event));
      return { seq: Number(lastInsertRowid), contest, at, event };
    });
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
  if (version === 0) db.exec(`BEGIN IMMEDIATE; ${tables} COMMIT;`);
  if (version > 1) throw new Error(`it was written by a newer joust (schema ${version})`);
  return db;
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && /database is locked|SQLITE_BUSY/.test(error.message);
}
