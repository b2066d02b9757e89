// The port of the record: contests, their append-only events, and the content-addressed blobs those point to.
import type { BlobRef } from '../domain/change.ts';
import type { AttemptEnded, ContestOpened, JoustEvent } from '../domain/event.ts';
import { JoustError, Unplayable } from '../domain/joust-error.ts';

/** Opens a ledger; it connects when it is first used, where that takes time. Whoever opened it closes it. */
export type LedgerOpener = (place: { readonly home: string; readonly now: () => Date }) => Ledger;

export interface StoredEvent {
  /** Grows with every append; the order of the record. */
  readonly seq: number;
  readonly contest: string;
  /** ISO time of the append. */
  readonly at: string;
  readonly event: JoustEvent;
}

/** A blob whose content is safe to be named by an event: large content is already stored, small content goes with the append. */
export interface StagedBlob {
  readonly ref: BlobRef;
  readonly content?: Uint8Array;
  /** Stores large content again, should it have been removed before anything named it. */
  restore?(): Promise<void>;
}

/** Who plays a contest. Pids mean nothing outside of the boot and pid namespace. */
export interface LeaseOwner {
  readonly bootId: string;
  readonly pidNamespace: string;
  readonly pid: number;
  readonly startTime: string;
  /** For people: the machine's name. */
  readonly host?: string;
  /** One for each playing, so that two in one process are two. */
  readonly token?: string;
  /** For a place in a lane: the attempt that holds it. */
  readonly spool?: string;
  /** The host of a pool by whose process it is played, among others: that process is not ended for one of them. */
  readonly pool?: string;
}

export interface HeldLease {
  readonly owner: LeaseOwner;
  readonly epoch: number;
  /** When the owner was last heard of. */
  readonly beatAt: Date;
}

export interface PastEnd {
  readonly opened: ContestOpened;
  readonly end: AttemptEnded;
}

export interface Append {
  readonly contest: string;
  /** The lease under which it is written; refused when another player has taken over since. */
  readonly epoch?: number;
  readonly events: readonly JoustEvent[];
  /** Of a copy: when the events were first appended; absent: now. */
  readonly at?: string;
  readonly blobs?: readonly StagedBlob[];
  /** Of a copy: content that was removed as a log where it comes from, and when. */
  readonly pruned?: readonly { readonly sha256: string; readonly at: string }[];
}

export interface RemovalRequest {
  readonly contests: readonly string[];
  /** `logs`: events and results stay, only what processes printed goes. */
  readonly what: 'everything' | 'logs';
  gone(held: HeldLease): boolean;
  /** Only tells what would go. */
  readonly dryRun?: boolean;
}

export interface Removal {
  /** Content that several of them name counts for the first. */
  readonly removed: readonly { readonly contest: string; readonly bytes: number }[];
  /** Left as they are, since somebody plays them. */
  readonly held: ReadonlyMap<string, HeldLease>;
}

export interface EventFilter {
  readonly contest?: string;
  readonly types?: readonly JoustEvent['type'][];
}

export interface EventQuery extends EventFilter {
  /** Only so many, the newest of those that can be seen by now: one that is older may still come. */
  readonly last?: number;
}

export interface NewsWait extends EventFilter {
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

export interface ContestQuery {
  /** The beginning of its id. */
  readonly prefix?: string;
  readonly format?: string;
  /** As far as the record alone can tell. */
  readonly state?: 'open' | 'closed' | 'cancelled';
  /** Opened at or after this ISO time. */
  readonly since?: string;
  /** Opened in one of these folders, or below. */
  readonly folders?: readonly string[];
  /** All of them, in lower case, stand in its prompt. */
  readonly words?: readonly string[];
  /** Played about this contest: its judgings, analyses and the like. */
  readonly about?: string;
  /** Not those that are steps of others. */
  readonly top?: true;
  readonly limit?: number;
  /** Only those before this place in the record: the next page. */
  readonly before?: number;
}

/** What somebody makes of a whole contest, to look over all of them without reading them all again. */
export interface Digest {
  readonly name: string;
  /** Changed whenever the same record would come to another text. */
  readonly version: number;
  make(record: readonly StoredEvent[]): string;
}

export interface ContestDigest {
  readonly contest: string;
  readonly text: string;
}

export interface Ledger {
  /** Other machines may write to it as well. */
  readonly shared?: true;
  /** All appends of one call are one transaction, on disk when it resolves. */
  append(appends: readonly Append[]): Promise<readonly StoredEvent[]>;
  events(contest: string): Promise<readonly StoredEvent[]>;
  /** The last ends of attempts of all contests, newest first, each with the opening of its contest. */
  recentEnds(limit: number): Promise<readonly PastEnd[]>;
  /** What stands after this place in the record, of one contest or of these types only. */
  eventsAfter(seq: number, query?: EventQuery): Promise<readonly StoredEvent[]>;
  /** Resolves to true once there is something after this place, and to false when the time is over or the signal comes. */
  waitForNews(seq: number, wait: NewsWait): Promise<boolean>;
  /** The first event of each contest that is asked for, newest first; those that cannot be read are left out. */
  contests(query?: ContestQuery): Promise<readonly StoredEvent[]>;
  /** One of each contest, newest first: made again only where the record has grown. Those that cannot be read are left out. */
  digests(digest: Digest): Promise<readonly ContestDigest[]>;
  /** Takes the lease unless somebody holds it who is not `gone`; the epoch grows with each taking. */
  takeLease(contest: string, owner: LeaseOwner, gone: (held: HeldLease) => boolean): Promise<HeldLease>;
  /** False: somebody else has taken over. */
  beatLease(contest: string, epoch: number): Promise<boolean>;
  releaseLease(contest: string, epoch: number): Promise<void>;
  lease(contest: string): Promise<HeldLease | undefined>;
  /**
   * Turns under a name come no closer than this to the one before, by the ledger's clock, whoever asks: 0 says that this one is
   * the caller's, anything else in how many ms it may ask again. With `look` none is taken.
   */
  takeTurn(name: string, spacingMs: number, options?: { readonly look?: boolean }): Promise<number>;
  stage(content: string | Uint8Array): Promise<StagedBlob>;
  /** Like stage(), for a file of any size; it is moved where it can be. */
  stageFile(path: string): Promise<StagedBlob>;
  /** Like stage(), for content that comes in pieces: it is never held whole, and not brought again where it was removed before it is named. */
  stageStream(content: AsyncIterable<Uint8Array>): Promise<StagedBlob>;
  blob(ref: BlobRef): Promise<Buffer>;
  /** The same in pieces, for content of any size. */
  blobStream(ref: BlobRef): AsyncIterable<Uint8Array>;
  /** When its content was removed as a log; undefined while it is there. */
  prunedAt(ref: BlobRef): Promise<string | undefined>;
  /** One transaction. What anything else names stays, also what is named while this goes on. */
  remove(request: RemovalRequest): Promise<Removal>;
  /** Content that nothing names, left by whoever died between storing and naming it; not what was stored within the last hour. */
  removeStrays(options?: {
    readonly dryRun?: boolean;
  }): Promise<{ readonly blobs: number; readonly bytes: number }>;
  close(): Promise<void>;
}

/** How long after the last turn, at `lastMs`, the next one may be taken: a clock that was set back makes nobody wait for longer. */
export function turnWaitMs(lastMs: number | undefined, nowMs: number, spacingMs: number): number {
  if (lastMs === undefined) return 0;
  return Math.max(0, Math.ceil(spacingMs - Math.max(0, nowMs - lastMs)));
}

/** Written by a player whose lease was taken over, or to a contest that was cancelled: nothing of it is recorded. */
export class StaleAppend extends Error {
  constructor(message = 'this player does not hold the contest any more') {
    super(message);
    this.name = 'StaleAppend';
  }
}

/** The ledger could not be read or written: a full disk, a damaged file, a lost connection. */
export class LedgerError extends JoustError {
  constructor(
    cause: Error,
    hint = 'See that the disk has room and the folders are yours to write; joust doctor shows where the ledger is.',
  ) {
    super(cause.message, { code: 'ledger', hint, cause });
    this.name = 'LedgerError';
  }
}

/** The database or the way to it refused or failed: what was asked may pass when it is asked again. */
export class DatabaseError extends LedgerError {}

export function lostContent({ sha256 }: BlobRef, more: { hint?: string; cause?: unknown } = {}): JoustError {
  return new Unplayable(`the ledger has lost the content ${sha256.slice(0, 12)}`, {
    code: 'not-found',
    ...more,
  });
}
