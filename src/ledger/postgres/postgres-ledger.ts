// The ledger in a PostgreSQL database, for those whose contests are played on several machines.
import { randomUUID } from 'node:crypto';
import type { BlobRef } from '../../domain/change.ts';
import type { JoustEvent } from '../../domain/event.ts';
import { BlobRemoved, bringingAgain } from '../bring-again.ts';
import { hashesIn, namedBlobs } from '../event-text.ts';
import {
  type Append,
  type ContestDigest,
  type ContestQuery,
  type Digest,
  type EventQuery,
  type HeldLease,
  type LeaseOwner,
  type Ledger,
  type NewsWait,
  type PastEnd,
  type Removal,
  type RemovalRequest,
  type StagedBlob,
  StaleAppend,
  type StoredEvent,
} from '../ledger.ts';
import { meantBy } from '../queries.ts';
import type { Alongside } from './alongside.ts';
import { PostgresBlobs } from './postgres-blobs.ts';
import { PostgresEvents } from './postgres-events.ts';
import { type Clock, PostgresLeases } from './postgres-leases.ts';
import { PostgresNews } from './postgres-news.ts';
import { notePruned, takeOut } from './postgres-removal.ts';
import { PostgresSession, type Transaction } from './postgres-session.ts';
import type { Query, Row } from './postgres-tables.ts';

export interface PostgresPlace {
  readonly url: string;
  /** This machine's clock. */
  now(): Date;
  /** Absent: all times are those of the database. */
  readonly clock?: 'this machine';
  readonly alongside?: Alongside | undefined;
}

export class PostgresLedger implements Ledger {
  readonly shared = true;
  readonly #session: PostgresSession;
  readonly #events: PostgresEvents;
  readonly #blobs: PostgresBlobs;
  readonly #leases: PostgresLeases;
  readonly #news: PostgresNews;
  readonly #now: () => Date;
  readonly #clock: Clock;
  readonly #alongside: Alongside | undefined;

  constructor({ url, now, clock, alongside }: PostgresPlace) {
    this.#now = now;
    this.#alongside = alongside;
    this.#clock = () => (clock === undefined ? undefined : now().toISOString());
    this.#session = new PostgresSession(url);
    this.#events = new PostgresEvents(this.#session);
    this.#blobs = new PostgresBlobs(this.#session);
    this.#leases = new PostgresLeases(this.#session, now, this.#clock);
    this.#news = new PostgresNews(this.#session, (seq, filter) => this.#events.isAfter(seq, filter));
  }

  async append(appends: readonly Append[]): Promise<readonly StoredEvent[]> {
    const written = appends.map((append) => ({ ...append, rows: append.events.map(rowOf(append)) }));
    const alongside = await this.#alongside?.prepare(appends, this);
    return await bringingAgain(() => this.#written(written, alongside));
  }

  async events(contest: string): Promise<readonly StoredEvent[]> {
    return await this.#events.after(0, { contest });
  }

  async eventsAfter(seq: number, query: EventQuery = {}): Promise<readonly StoredEvent[]> {
    return await this.#events.after(seq, query);
  }

  async recentEnds(limit: number): Promise<readonly PastEnd[]> {
    return await this.#events.recentEnds(limit);
  }

  waitForNews(seq: number, wait: NewsWait): Promise<boolean> {
    return this.#news.wait(seq, wait);
  }

  async contests(query: ContestQuery = {}): Promise<readonly StoredEvent[]> {
    return await meantBy(query, this.#events.openings(query), (ref) => this.blob(ref));
  }

  digests(digest: Digest): Promise<readonly ContestDigest[]> {
    return this.#events.digests(digest);
  }

  takeLease(contest: string, owner: LeaseOwner, gone: (held: HeldLease) => boolean): Promise<HeldLease> {
    return this.#leases.take(contest, owner, gone);
  }

  beatLease(contest: string, epoch: number): Promise<boolean> {
    return this.#leases.beat(contest, epoch);
  }

  releaseLease(contest: string, epoch: number): Promise<void> {
    return this.#leases.release(contest, epoch);
  }

  lease(contest: string): Promise<HeldLease | undefined> {
    return this.#leases.held(contest);
  }

  takeTurn(name: string, spacingMs: number, { look = false } = {}): Promise<number> {
    return this.#leases.takeTurn(name, spacingMs, look);
  }

  stage(content: string | Uint8Array): Promise<StagedBlob> {
    return this.#blobs.stage(content);
  }

  stageFile(path: string): Promise<StagedBlob> {
    return this.#blobs.stageFile(path);
  }

  stageStream(content: AsyncIterable<Uint8Array>): Promise<StagedBlob> {
    return this.#blobs.stageStream(content);
  }

  blob(ref: BlobRef): Promise<Buffer> {
    return this.#blobs.read(ref);
  }

  blobStream(ref: BlobRef): AsyncIterable<Uint8Array> {
    return this.#blobs.stream(ref);
  }

  async prunedAt(ref: BlobRef): Promise<string | undefined> {
    if (await this.#blobs.isThere(ref)) return undefined;
    const [row] = await this.#session.query('SELECT at FROM joust.pruned WHERE sha256 = $1', [ref.sha256]);
    return row === undefined ? undefined : String(row['at']);
  }

  async remove(request: RemovalRequest): Promise<Removal> {
    const place = { session: this.#session, leases: this.#leases, at: this.#now().toISOString() };
    const { dropped, ...removal } = await takeOut(place, request);
    if (dropped.length > 0) await this.#blobs.dropPieces(dropped);
    return removal;
  }

  removeStrays({ dryRun = false } = {}): Promise<{ blobs: number; bytes: number }> {
    return this.#blobs.removeStrays(dryRun);
  }

  async close(): Promise<void> {
    this.#news.close();
    await this.#alongside?.close();
    await this.#session.close();
  }

  /** The order of a contest's events is that of their commits, since one waits for the other. */
  async #written(
    appends: readonly Written[],
    alongside: Awaited<ReturnType<Alongside['prepare']>>,
  ): Promise<readonly StoredEvent[]> {
    const contests = appends.map(({ contest }) => contest);
    const rows = appends.flatMap((append) => append.rows);
    const mark = randomUUID();
    const stored = (found: readonly Row[]) =>
      found.map(({ seq, at }, index) => {
        const { contest = '', event } = rows[index] ?? {};
        return { seq: Number(seq), contest, at: String(at), event: event as JoustEvent };
      });
    const done = async (query: Query) => {
      const found = await this.#events.marked(query, contests, mark);
      return found.length === 0 ? undefined : stored(found);
    };
    const work: Transaction<readonly StoredEvent[]>['work'] = async (query, client) => {
      await checkAppends(query, appends);
      const column = <Key extends keyof WrittenRow>(key: Key) => rows.map((row) => row[key]);
      const types = rows.map(({ event }) => event.type);
      const times = rows.map(({ at }) => at ?? this.#clock());
      const values = [column('contest'), types, column('body'), times, mark];
      const found = rows.length === 0 ? [] : await query(insertEvents, values);
      const result = stored(found);
      await insertContent(query, appends, result);
      const pruned = appends.flatMap((append) => append.pruned ?? []);
      if (pruned.length > 0) await notePruned(query, pruned);
      await alongside?.(client);
      return result;
    };
    const events = await this.#session.transaction({ gate: 'shared', contests, work, done }, (news) =>
      this.#news.notice(news),
    );
    this.#news.tell(events);
    return events;
  }
}

type WrittenRow = Pick<Append, 'contest' | 'at'> & { readonly event: JoustEvent; readonly body: string };
type Written = Append & { readonly rows: readonly WrittenRow[] };

const rowOf =
  ({ contest, at }: Append) =>
  (event: JoustEvent): WrittenRow => ({
    contest,
    event,
    body: JSON.stringify(event),
    at,
  });

const isoNow = `to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const insertEvents = `
  INSERT INTO joust.events (contest, type, body, mark, at)
  SELECT contest, type, body, $5, coalesce(at, ${isoNow})
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS given (contest, type, body, at, place)
  ORDER BY place
  RETURNING seq, at`;

const standing = `
  SELECT 'epoch' AS what, contest AS name, epoch FROM joust.leases WHERE contest = ANY($1)
  UNION ALL SELECT 'cancelled', contest, 0 FROM joust.events WHERE contest = ANY($2) AND type = 'contest.cancelled'
  UNION ALL SELECT 'blob', sha256, 0 FROM joust.blobs WHERE sha256 = ANY($3)`;

/** Refused where another player holds the contest, and where "closed" would overwrite "cancelled". */
async function checkAppends(query: Query, appends: readonly Append[]): Promise<void> {
  const held = appends.filter(({ epoch }) => epoch !== undefined);
  const closing = appends.filter(({ events }) => events.some(({ type }) => type === 'contest.closed'));
  const large = appends.flatMap(({ blobs = [] }) => blobs.filter(({ content }) => content === undefined));
  if (held.length + closing.length + large.length === 0) return;
  const names = (some: readonly Append[]) => some.map(({ contest }) => contest);
  const rows = await query(standing, [names(held), names(closing), large.map(({ ref }) => ref.sha256)]);
  const found = (what: string) => rows.filter((row) => row['what'] === what);
  const epochs = new Map(found('epoch').map(({ name, epoch }) => [name, Number(epoch)]));
  if (held.some(({ contest, epoch }) => (epochs.get(contest) ?? 0) !== epoch)) throw new StaleAppend();
  if (found('cancelled').length > 0) throw new StaleAppend('the contest was cancelled');
  const there = new Set(found('blob').map(({ name }) => name));
  const missing = large.find(({ ref }) => !there.has(ref.sha256));
  if (missing !== undefined) throw new BlobRemoved(missing);
}

const insertNames = `
  INSERT INTO joust.names (sha256, contest, log, seq)
  SELECT DISTINCT ON (1, 2, 3) sha256, contest, log, seq
  FROM unnest($1::text[], $2::text[], $3::boolean[], $4::bigint[]) AS given (sha256, contest, log, seq) ORDER BY 1, 2, 3, 4
  ON CONFLICT DO NOTHING`;

/** Small content, and who names what. */
async function insertContent(
  query: Query,
  appends: readonly Append[],
  stored: readonly StoredEvent[],
): Promise<void> {
  const small = appends.flatMap(({ blobs = [] }) =>
    blobs.flatMap(({ content }) => (content === undefined ? [] : [content])),
  );
  if (small.length > 0)
    await query('SELECT joust.put_content($1::bytea[])', [
      small.map((content) => Buffer.from(content.buffer, content.byteOffset, content.byteLength)),
    ]);
  const names = stored.flatMap(({ seq, contest, event }) =>
    namesIn(event).map(({ sha256, log }) => ({ sha256, log, seq, contest })),
  );
  if (names.length === 0) return;
  const column = <Key extends keyof (typeof names)[number]>(key: Key) => names.map((name) => name[key]);
  await query(insertNames, [column('sha256'), column('contest'), column('log'), column('seq')]);
}

/** What holds only what a process printed is a log; whatever else stands there as a hash is not. */
function namesIn(event: JoustEvent): readonly { readonly sha256: string; readonly log: boolean }[] {
  const named = namedBlobs(event);
  const logs = new Set(named.logs.map(({ sha256 }) => sha256));
  const results = new Set(named.results.map(({ sha256 }) => sha256));
  for (const sha256 of hashesIn(JSON.stringify(event))) if (!logs.has(sha256)) results.add(sha256);
  return [
    ...[...results].map((sha256) => ({ sha256, log: false })),
    ...[...logs].map((sha256) => ({ sha256, log: true })),
  ];
}
