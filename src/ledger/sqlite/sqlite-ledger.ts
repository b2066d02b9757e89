// The ledger in one SQLite file, with large blobs as files beside it.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BlobRef } from '../../domain/change.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { BlobRemoved, bringingAgain } from '../bring-again.ts';
import {
  type Append,
  type ContestDigest,
  type ContestQuery,
  type Digest,
  type EventQuery,
  type HeldLease,
  type LeaseOwner,
  type Ledger,
  LedgerError,
  type LedgerOpener,
  type NewsWait,
  type PastEnd,
  type Removal,
  type RemovalRequest,
  type StagedBlob,
  StaleAppend,
  type StoredEvent,
} from '../ledger.ts';
import { meantBy, News } from '../queries.ts';
import { BlobFolder } from './blob-folder.ts';
import {
  type Connection,
  leaveConnection,
  openConnection,
  transaction,
  unsynced,
} from './sqlite-connection.ts';
import { digestsIn, keepDigests } from './sqlite-digests.ts';
import { SqliteEvents } from './sqlite-events.ts';
import { SqliteLeases } from './sqlite-leases.ts';
import { dropFiles, namesSince, notePruned, type Place, takeOut } from './sqlite-removal.ts';

const busyRetries = 5;
/** How soon what another process appended is heard of. */
const newsLooks = { soonMs: 10, lateMs: 250 };

export class SqliteLedger implements Ledger {
  readonly #connection: Connection;
  readonly #db: DatabaseSync;
  readonly #files: BlobFolder;
  readonly #leases: SqliteLeases;
  readonly #insertEvent: StatementSync;
  readonly #insertBlob: StatementSync;
  readonly #now: () => Date;
  #isClosed = false;
  #hasRemoved = false;
  /** By their text: there are a few dozen. */
  readonly #statements = new Map<string, StatementSync>();
  readonly #events = new SqliteEvents((query, ...values) => this.#rows(query, ...values));
  readonly #news = new News((seq, filter) => this.#events.isAfter(seq, filter), newsLooks);

  constructor(home: string, now: () => Date) {
    this.#now = now;
    try {
      mkdirSync(home, { recursive: true, mode: 0o700 });
      this.#connection = openConnection(join(home, 'ledger.db'));
      this.#db = this.#connection.db;
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

  async append(appends: readonly Append[]): Promise<readonly StoredEvent[]> {
    return await bringingAgain(async () => {
      const stored = await this.#patiently(() => appends.flatMap((append) => this.#insert(append)));
      this.#news.tell(stored);
      return stored;
    });
  }

  async events(contest: string): Promise<readonly StoredEvent[]> {
    return this.#events.after(0, { contest });
  }

  async eventsAfter(seq: number, query: EventQuery = {}): Promise<readonly StoredEvent[]> {
    return this.#events.after(seq, query);
  }

  async recentEnds(limit: number): Promise<readonly PastEnd[]> {
    return this.#events.recentEnds(limit);
  }

  waitForNews(seq: number, wait: NewsWait): Promise<boolean> {
    return this.#news.wait(seq, wait);
  }

  async contests(query: ContestQuery = {}): Promise<readonly StoredEvent[]> {
    return await meantBy(query, this.#events.openings(query), (ref) => this.blob(ref));
  }

  async digests(digest: Digest): Promise<readonly ContestDigest[]> {
    const found = this.#asked(() =>
      digestsIn(this.#db, digest, (contest) => this.#events.after(0, { contest })),
    );
    // Whoever only looks does not fail for want of room or of a turn to write.
    if (found.fresh.length > 0 || found.whole !== undefined)
      await this.#patiently(() => keepDigests(this.#db, digest, found)).catch(ifOurs);
    return found.all;
  }

  takeLease(contest: string, owner: LeaseOwner, gone: (held: HeldLease) => boolean): Promise<HeldLease> {
    return this.#patiently(() => this.#leases.take(contest, owner, gone), unsynced);
  }

  beatLease(contest: string, epoch: number): Promise<boolean> {
    return this.#patiently(() => this.#leases.beat(contest, epoch), unsynced);
  }

  releaseLease(contest: string, epoch: number): Promise<void> {
    return this.#patiently(() => this.#leases.release(contest, epoch), unsynced);
  }

  async lease(contest: string): Promise<HeldLease | undefined> {
    return this.#asked(() => this.#leases.held(contest));
  }

  /** Whoever comes too early writes nothing, and waits for nobody. */
  async takeTurn(name: string, spacingMs: number, { look = false } = {}): Promise<number> {
    const waitMs = this.#asked(() => this.#leases.takeTurn(name, spacingMs, true));
    if (look || (waitMs > 0 && waitMs < spacingMs)) return waitMs;
    return await this.#patiently(() => this.#leases.takeTurn(name, spacingMs, false));
  }

  stage(content: string | Uint8Array): Promise<StagedBlob> {
    return this.#files.stage(content);
  }

  stageStream(content: AsyncIterable<Uint8Array>): Promise<StagedBlob> {
    return this.#files.stageStream(content);
  }

  stageFile(path: string): Promise<StagedBlob> {
    return this.#files.stageFile(path);
  }

  async blob(ref: BlobRef): Promise<Buffer> {
    const [row] = this.#rows('SELECT content FROM blobs WHERE sha256 = ?', ref.sha256);
    if (row !== undefined) return Buffer.from(row['content'] as Uint8Array);
    return await this.#files.read(ref);
  }

  async *blobStream(ref: BlobRef): AsyncGenerator<Uint8Array> {
    const [row] = this.#rows('SELECT content FROM blobs WHERE sha256 = ?', ref.sha256);
    if (row !== undefined) yield row['content'] as Uint8Array;
    else yield* this.#files.stream(ref);
  }

  async prunedAt(ref: BlobRef): Promise<string | undefined> {
    const [stored] = this.#rows('SELECT 1 FROM blobs WHERE sha256 = ?', ref.sha256);
    if (stored !== undefined || this.#files.size(ref.sha256) !== undefined) return undefined;
    const [row] = this.#rows('SELECT at FROM pruned WHERE sha256 = ?', ref.sha256);
    return row === undefined ? undefined : String(row['at']);
  }

  async remove(request: RemovalRequest): Promise<Removal> {
    const at = this.#now().toISOString();
    this.#hasRemoved ||= request.dryRun !== true;
    const { removal, files, seq } = await this.#patiently(() => takeOut(this.#place, request, at));
    if (request.dryRun !== true && files.length > 0)
      await this.#patiently(() => dropFiles(this.#place, files, seq));
    return removal;
  }

  async removeStrays({ dryRun = false } = {}): Promise<{ blobs: number; bytes: number }> {
    const { whole, unfinished } = await this.#files.listOld(this.#now());
    let blobs = 0;
    let bytes = 0;
    await this.#patiently(() => {
      const named = namesSince(this.#db, 0);
      const strays = whole.filter((sha256) => !named.has(sha256));
      blobs = strays.length;
      bytes = strays.reduce((sum, sha256) => sum + (this.#files.size(sha256) ?? 0), 0);
      if (!dryRun) for (const sha256 of strays) this.#files.remove(sha256);
    });
    const more = await this.#files.dropUnfinished(unfinished, dryRun);
    return { blobs: blobs + unfinished.length, bytes: bytes + more };
  }

  /** Also a second time: whoever has the connection then is not disturbed. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    leaveConnection(this.#connection, this.#hasRemoved);
  }

  /** Refused where another player holds the contest, and where "closed" would overwrite "cancelled". */
  #insert({ contest, epoch, events, blobs = [], pruned = [], at: copiedAt }: Append): readonly StoredEvent[] {
    if (epoch !== undefined && !this.#leases.isCurrent(contest, epoch)) throw new StaleAppend();
    const closes = events.some(({ type }) => type === 'contest.closed');
    if (closes && this.#events.isCancelled(contest)) throw new StaleAppend('the contest was cancelled');
    for (const blob of blobs) {
      if (blob.content !== undefined) this.#insertBlob.run(blob.ref.sha256, blob.content);
      else if (this.#files.size(blob.ref.sha256) === undefined) throw new BlobRemoved(blob);
    }
    if (pruned.length > 0) notePruned(this.#db, pruned);
    return events.map((event) => {
      const at = copiedAt ?? this.#now().toISOString();
      const { lastInsertRowid } = this.#insertEvent.run(contest, event.type, at, JSON.stringify(event));
      return { seq: Number(lastInsertRowid), contest, at, event };
    });
  }

  #rows(query: string, ...values: readonly (string | number)[]): readonly Record<string, unknown>[] {
    return this.#asked(() => {
      const known = this.#statements.get(query) ?? this.#db.prepare(query);
      this.#statements.set(query, known);
      return known.all(...values);
    });
  }

  #asked<T>(work: () => T): T {
    this.#checkOpen();
    try {
      return work();
    } catch (error) {
      throw ledgerError(error);
    }
  }

  /** Its connection may be somebody else's by now. */
  #checkOpen(): void {
    if (this.#isClosed) throw new LedgerError(new Error('it was closed'));
  }

  get #place(): Place {
    return { db: this.#db, files: this.#files, leases: this.#leases };
  }

  /** Other processes' transactions are short: what finds the file locked tries again. */
  async #patiently<T>(work: () => T, transact: typeof transaction = transaction): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      try {
        this.#checkOpen();
        return transact(this.#db, work);
      } catch (error) {
        if (!isBusy(error) || tries >= busyRetries) throw ledgerError(error);
        await sleep(10 + Math.random() * 40 * 2 ** tries);
      }
    }
  }
}

function ifOurs(error: unknown): void {
  if (!(error instanceof LedgerError)) throw error;
}

/** What the database refused; anything else is thrown as it is. */
function ledgerError(error: unknown): unknown {
  const isOurs = error instanceof Error && (error as NodeJS.ErrnoException).code === 'ERR_SQLITE_ERROR';
  return isOurs ? new LedgerError(error) : error;
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && /database is locked|SQLITE_BUSY/.test(error.message);
}

/** In `home`, with large blobs beside it. */
export const openSqlite: LedgerOpener = ({ home, now }) => new SqliteLedger(home, now);
