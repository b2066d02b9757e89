// A ledger that lives as long as its process: for tests, and for programs that keep nothing.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { BlobRef } from '../domain/change.ts';
import type { JoustEvent } from '../domain/event.ts';
import { ifReadable, onlyNamedBy, readEvent } from './event-text.ts';
import {
  type Append,
  type ContestDigest,
  type ContestQuery,
  type Digest,
  type EventQuery,
  type HeldLease,
  type Ledger,
  lostContent,
  type NewsWait,
  type PastEnd,
  type Removal,
  type RemovalRequest,
  type StagedBlob,
  StaleAppend,
  type StoredEvent,
  turnWaitMs,
} from './ledger.ts';
import { matches, meantBy, News } from './queries.ts';

/** Events as text, so that nobody can change what is on record. */
interface Row {
  readonly seq: number;
  readonly contest: string;
  readonly at: string;
  readonly type: JoustEvent['type'];
  readonly body: string;
}

interface Lease {
  readonly epoch: number;
  readonly held?: HeldLease;
}

/** What is in it stays when it is closed: whoever gets the same one opens it again. */
export function memoryLedger(now: () => Date): Ledger {
  return new MemoryLedger(now);
}

class MemoryLedger implements Ledger {
  readonly #now: () => Date;
  readonly #leases = new Map<string, Lease>();
  /** When the last one was taken, by name. */
  readonly #turns = new Map<string, number>();
  readonly #blobs = new Map<string, Uint8Array>();
  readonly #pruned = new Map<string, string>();
  #rows: readonly Row[] = [];
  #seq = 0;
  readonly #news = new News((seq, filter) => this.#after(seq).some(matches(filter)));

  constructor(now: () => Date) {
    this.#now = now;
  }

  async append(appends: readonly Append[]): Promise<readonly StoredEvent[]> {
    const rows = appends.flatMap((append) => this.#rowsOf(append));
    for (const { blobs = [] } of appends)
      for (const { ref, content } of blobs) if (content !== undefined) this.#blobs.set(ref.sha256, content);
    for (const { sha256, at } of appends.flatMap(({ pruned = [] }) => pruned)) this.#pruned.set(sha256, at);
    const numbered = rows.map((row, index) => ({ ...row, seq: this.#seq + index + 1 }));
    this.#seq += rows.length;
    this.#rows = [...this.#rows, ...numbered];
    const stored = numbered.map(({ seq, contest, at, body }) => ({
      seq,
      contest,
      at,
      event: JSON.parse(body),
    }));
    this.#news.tell(stored);
    return stored;
  }

  async events(contest: string): Promise<readonly StoredEvent[]> {
    return this.#record(contest);
  }

  async recentEnds(limit: number): Promise<readonly PastEnd[]> {
    const ends = this.#rows.filter(({ type }) => type === 'attempt.ended').toReversed();
    return ends.slice(0, limit).flatMap(({ contest, body }) => {
      const opening = this.#rows.find((row) => row.contest === contest && row.type === 'contest.opened');
      return opening === undefined ? [] : [{ opened: JSON.parse(opening.body), end: JSON.parse(body) }];
    });
  }

  async eventsAfter(
    seq: number,
    { last = Number.MAX_SAFE_INTEGER, ...filter }: EventQuery = {},
  ): Promise<readonly StoredEvent[]> {
    return this.#after(seq).filter(matches(filter)).slice(-last);
  }

  waitForNews(seq: number, wait: NewsWait): Promise<boolean> {
    return this.#news.wait(seq, wait);
  }

  async contests(query: ContestQuery = {}): Promise<readonly StoredEvent[]> {
    const { prefix = '', before = Number.POSITIVE_INFINITY, state } = query;
    const openings = this.#rows.filter(
      ({ type, contest, seq }) =>
        type === 'contest.opened' &&
        contest.startsWith(prefix) &&
        seq < before &&
        (state === undefined || this.#stateOf(contest) === state),
    );
    const readable = openings.reverse().flatMap((row) => ifReadable(() => storedEvent(row)));
    return await meantBy(query, readable, (ref) => this.blob(ref));
  }

  async digests({ make }: Digest): Promise<readonly ContestDigest[]> {
    const openings = this.#rows.filter(({ type }) => type === 'contest.opened').toReversed();
    return openings.flatMap(({ contest }) =>
      ifReadable(() => ({ contest, text: make(this.#record(contest)) })),
    );
  }

  async takeLease(...[contest, owner, gone]: Parameters<Ledger['takeLease']>): Promise<HeldLease> {
    const { epoch, held } = this.#leases.get(contest) ?? { epoch: 0 };
    if (held !== undefined && !gone(held)) return held;
    const taken = { owner, epoch: epoch + 1, beatAt: this.#now() };
    this.#leases.set(contest, { epoch: taken.epoch, held: taken });
    return taken;
  }

  async beatLease(contest: string, epoch: number): Promise<boolean> {
    const { held } = this.#leases.get(contest) ?? {};
    if (held?.epoch !== epoch) return false;
    this.#leases.set(contest, { epoch, held: { ...held, beatAt: this.#now() } });
    return true;
  }

  async releaseLease(contest: string, epoch: number): Promise<void> {
    if (this.#leases.get(contest)?.epoch === epoch) this.#leases.set(contest, { epoch });
  }

  async lease(contest: string): Promise<HeldLease | undefined> {
    return this.#leases.get(contest)?.held;
  }

  async takeTurn(name: string, spacingMs: number, { look = false } = {}): Promise<number> {
    const now = this.#now().getTime();
    const waitMs = turnWaitMs(this.#turns.get(name), now, spacingMs);
    if (!look && (waitMs === 0 || (this.#turns.get(name) ?? 0) > now)) this.#turns.set(name, now);
    return waitMs;
  }

  async stage(content: string | Uint8Array): Promise<StagedBlob> {
    const bytes = Buffer.from(content);
    return {
      ref: { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length },
      content: bytes,
    };
  }

  async stageFile(path: string): Promise<StagedBlob> {
    return await this.stage(await readFile(path));
  }

  async stageStream(content: AsyncIterable<Uint8Array>): Promise<StagedBlob> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of content) chunks.push(chunk);
    return await this.stage(Buffer.concat(chunks));
  }

  async *blobStream(ref: BlobRef): AsyncGenerator<Uint8Array> {
    yield await this.blob(ref);
  }

  async blob(ref: BlobRef): Promise<Buffer> {
    const content = this.#blobs.get(ref.sha256);
    if (content === undefined) throw lostContent(ref);
    return Buffer.from(content);
  }

  async prunedAt({ sha256 }: BlobRef): Promise<string | undefined> {
    return this.#blobs.has(sha256) ? undefined : this.#pruned.get(sha256);
  }

  async remove({ contests, what, gone, dryRun }: RemovalRequest): Promise<Removal> {
    const held = new Map<string, HeldLease>();
    const sizes = new Map<string, number>();
    for (const contest of contests) {
      const lease = this.#leases.get(contest)?.held;
      const rows = this.#rows.filter((row) => row.contest === contest);
      if (lease !== undefined && !gone(lease)) held.set(contest, lease);
      else if (rows.length > 0)
        sizes.set(contest, what === 'logs' ? 0 : rows.reduce((sum, { body }) => sum + body.length, 0));
    }
    const going = new Set(sizes.keys());
    const doomed = onlyNamedBy(going, what, this.#rows);
    for (const [sha256, contest] of doomed)
      sizes.set(contest, (sizes.get(contest) ?? 0) + (this.#blobs.get(sha256)?.length ?? 0));
    if (dryRun !== true) this.#drop(doomed.keys(), what === 'everything' ? going : undefined);
    return { removed: [...sizes].map(([contest, bytes]) => ({ contest, bytes })), held };
  }

  /** Content comes with the append that names it: there is never any that nothing names. */
  async removeStrays(): Promise<{ blobs: number; bytes: number }> {
    return { blobs: 0, bytes: 0 };
  }

  async close(): Promise<void> {}

  #record(contest: string): readonly StoredEvent[] {
    return this.#rows.filter((row) => row.contest === contest).map(storedEvent);
  }

  #after(seq: number): readonly StoredEvent[] {
    return this.#rows.filter((row) => row.seq > seq).map(storedEvent);
  }

  #stateOf(contest: string): ContestQuery['state'] {
    const own = this.#rows.filter((row) => row.contest === contest).map(({ type }) => type);
    if (own.includes('contest.cancelled')) return 'cancelled';
    return own.lastIndexOf('contest.closed') > own.lastIndexOf('attempt.reopened') ? 'closed' : 'open';
  }

  #rowsOf({ contest, epoch, events, at = this.#now().toISOString() }: Append): readonly Omit<Row, 'seq'>[] {
    if (epoch !== undefined && (this.#leases.get(contest)?.epoch ?? 0) !== epoch) throw new StaleAppend();
    const cancelled = this.#rows.some((row) => row.contest === contest && row.type === 'contest.cancelled');
    if (cancelled && events.some(({ type }) => type === 'contest.closed'))
      throw new StaleAppend('the contest was cancelled');
    return events.map((event) => ({ contest, at, type: event.type, body: JSON.stringify(event) }));
  }

  /** Without contests only the logs go, and that is remembered. */
  #drop(hashes: Iterable<string>, contests: ReadonlySet<string> | undefined): void {
    for (const sha256 of hashes) {
      const was = this.#blobs.delete(sha256);
      if (was && contests === undefined) this.#pruned.set(sha256, this.#now().toISOString());
    }
    if (contests === undefined) return;
    this.#rows = this.#rows.filter(({ contest }) => !contests.has(contest));
    for (const contest of contests) this.#leases.delete(contest);
  }
}

function storedEvent({ seq, contest, at, body }: Row): StoredEvent {
  return { seq, contest, at, event: readEvent(body, contest) };
}
