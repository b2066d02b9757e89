import { isLiving } from '../contest/attempt/watch.ts';
import { isStarted } from '../contest/play/detached-player.ts';
import { type Cancelled, cancelContest } from '../contest/play/discard.ts';
import { isGone } from '../contest/play/lease.ts';
import type { Player } from '../contest/play/player.ts';
import type { AgentEvent } from '../domain/agent-event.ts';
import type { BlobRef } from '../domain/change.ts';
import {
  blindRecord,
  blindUntil,
  isBlind,
  withoutForgotten,
  withoutNames,
} from '../domain/events/blind-pick.ts';
import { JoustError } from '../domain/joust-error.ts';
import type { ContestQuery, HeldLease, Ledger, PastEnd, StoredEvent } from '../ledger/ledger.ts';
import { contestSummary, goesOn } from '../views/contest-summary.ts';
import { visibleLine } from '../views/visible.ts';
import { type NewsReader, newsReader } from './news.ts';
import { type ContestOnRecord, type RecordDigest, recordDigests } from './record-digests.ts';
import type { ArenaSide } from './said-so-far.ts';
import { ledgerOf } from './user-ledger.ts';

/** Whose word it is. */
export interface Speaker {
  /** What calls itself so; absent: a person. */
  readonly program?: string | undefined;
}

export interface Archive extends AsyncDisposable {
  /** First events, newest first. */
  contests(query?: ContestQuery): Promise<readonly StoredEvent[]>;
  /** The whole id: from a unique beginning of it, or `@last`, which is the last that fits what is wanted of it. */
  find(name: string, fitting?: Fitting): Promise<string>;
  /** Without what must not be known before a pick, and what was forgotten. */
  events(id: string): Promise<readonly StoredEvent[]>;
  /** Who plays it now. */
  player(id: string): Promise<HeldLease['owner'] | undefined>;
  /**
   * The events of a contest and whether somebody plays it: at once, and again whenever either is news. It ends with the
   * playing, or when the signal comes.
   */
  follow(id: string, signal: AbortSignal): AsyncIterable<Followed>;
  /** Contests with their whole records, newest first; one that cannot be read hides no other. */
  records(query?: ContestQuery): AsyncIterable<ContestOnRecord>;
  /** What is made of each contest, newest first, from memory where its record has not grown since. */
  digests<T>(digest: RecordDigest<T>): Promise<readonly T[]>;
  /** The last ends of attempts of all contests, newest first; those of blind contests would tell who was who. */
  recentEnds(): Promise<readonly PastEnd[]>;
  /** What an attempt says that is being played elsewhere, from its first word. */
  tail(id: string, key: string, signal: AbortSignal): AsyncIterable<AgentEvent>;
  /** The two answers of an arena as far as they may be shown by now; none where it is none, or before both have begun. */
  sides(id: string): Promise<readonly ArenaSide[]>;
  /** Whether the process behind an open attempt lives on. */
  isLiving(spool: string): boolean;
  text(ref: BlobRef): Promise<string>;
  bytes(ref: BlobRef): Promise<Uint8Array>;
  /** When a log was pruned; undefined while it is there. */
  prunedAt(ref: BlobRef): Promise<string | undefined>;
  /** What is recorded from now on, of all contests. */
  readonly news: NewsReader;
  /** The ledger below, for operations that write. Unlike the rest, it isn't blind before a pick. */
  readonly below: ArchivePlace;
  /** Ends it for good. */
  cancel(id: string): Promise<Cancelled>;
}

export interface ArchivePlace {
  readonly ledger: Ledger;
  readonly home: string;
  now(): Date;
}

/** What a contest must be for somebody to mean it by `@last`. */
export interface Fitting {
  readonly query?: Pick<ContestQuery, 'format' | 'state'>;
  holds?(record: readonly StoredEvent[]): boolean | Promise<boolean>;
}

export const ofFormat = (format: string): Fitting => ({ query: { format } });
export const thatWasApplied: Fitting = {
  holds: (record) => record.some(({ event }) => event.type === 'patch.applied'),
};
export const thatWaits: Fitting = {
  query: { state: 'open' },
  holds: (record) => contestSummary('', record)?.waiting !== undefined,
};

export interface Followed {
  readonly events: readonly StoredEvent[];
  readonly playing: boolean;
}

/** A player that died says nothing: it is looked after this often. */
const lookAfterMs = 500;
/** Attempts by which somebody is known. */
const looksBack = 500;

export function openArchive(home: string, machine: Player['machine'], open = ledgerOf(machine)): Archive {
  const ledger = open({ home, now: machine.now });
  const place = { ledger, home, now: machine.now };
  const player: Archive['player'] = async (id) => {
    const held = await ledger.lease(id);
    return held === undefined || isGone(held, machine.now()) ? undefined : held.owner;
  };
  return {
    contests: (query) => ledger.contests(query),
    find: (name, fitting) => (name === '@last' ? lastContest(ledger, fitting) : findContest(ledger, name)),
    events: async (id) => withoutForgotten(blindRecord(await ledger.events(id))),
    player,
    async *follow(id, signal) {
      for (let stored: readonly StoredEvent[] = []; ; ) {
        // Asked first: what is recorded before it leaves is told.
        const played = (await player(id)) !== undefined || isStarted(home, id);
        stored = [...stored, ...(await ledger.eventsAfter(stored.at(-1)?.seq ?? 0, { contest: id }))];
        const playing = goesOn(contestSummary(id, stored), played);
        yield { events: withoutForgotten(blindRecord(stored)), playing };
        if (!playing || signal.aborted) return;
        const seq = stored.at(-1)?.seq ?? 0;
        await ledger.waitForNews(seq, { contest: id, signal, timeoutMs: lookAfterMs });
      }
    },
    async *records(query) {
      for (const { contest: id, event: opened, at } of await ledger.contests(query)) {
        if (opened.type !== 'contest.opened') continue;
        const stored = await ledger.events(id).catch(unreadable);
        if (stored !== undefined) yield { id, at, opened, record: withoutForgotten(blindRecord(stored)) };
      }
    },
    digests: (digest) => recordDigests(ledger, digest),
    recentEnds: async () =>
      (await ledger.recentEnds(looksBack)).filter(({ opened }) => blindUntil(opened) === undefined),
    async *tail(id, key, signal) {
      const events = (await ledger.events(id)).map(({ event }) => event);
      if (isBlind(events)) return;
      const { tailAttemptOf } = await saidSoFar();
      yield* tailAttemptOf({ ledger, machine }, { events, key, signal });
    },
    sides: async (id) => await (await saidSoFar()).arenaSides({ ledger, machine }, id),
    isLiving,
    text: async (ref) => (await ledger.blob(ref)).toString('utf8'),
    bytes: (ref) => ledger.blob(ref),
    prunedAt: (ref) => ledger.prunedAt(ref),
    news: newsReader(ledger),
    below: place,
    cancel: (id) => cancelContest(place, id),
    [Symbol.asyncDispose]: () => ledger.close(),
  };
}

/** Bounded and in one line, whatever a client calls itself. */
export function speakerName({ program }: Speaker = {}): string | undefined {
  return program === undefined ? undefined : visibleLine(program).trim().slice(0, 100) || 'unnamed';
}

/** Loaded for those who watch: it needs to know every agent. */
const saidSoFar = () => import('./said-so-far.ts');

/** It was written by a newer joust, or is damaged; `joust list` says so. */
function unreadable(error: unknown): undefined {
  if (!(error instanceof JoustError)) throw error;
}

const pageSize = 20;

/** Where none fits it is the last of all: whoever looked for it says what is wrong with that one. */
async function lastContest(ledger: Ledger, { query = {}, holds }: Fitting = {}): Promise<string> {
  for (let before: number | undefined; ; ) {
    const page = await ledger.contests({
      ...query,
      limit: pageSize,
      before,
    });
    for (const opening of page) if (await isMeant(ledger, opening, holds)) return opening.contest;
    before = page.at(-1)?.seq;
    if (page.length < pageSize) break;
  }
  const [last] = await ledger.contests({ top: true, limit: 1 });
  if (last !== undefined) return last.contest;
  throw new JoustError('there is no contest yet', {
    code: 'not-found',
    hint: 'Play one first: joust "QUESTION", or joust demo, which needs no agent.',
  });
}

/** A step of another is meant by that other, unless something is wanted of it. */
async function isMeant(ledger: Ledger, { contest, event }: StoredEvent, holds: Fitting['holds']) {
  if (holds === undefined) return event.type !== 'contest.opened' || event.parent === undefined;
  const record = await ledger.events(contest).catch(unreadable);
  return record !== undefined && (await holds(withoutForgotten(blindRecord(record))));
}

async function findContest(ledger: Ledger, name: string): Promise<string> {
  const found = await ledger.contests({ prefix: name });
  const [first, ...others] = found;
  if (first === undefined) {
    throw new JoustError(`there is no contest ${name}`, {
      code: 'not-found',
      hint: 'joust list shows what there is.',
    });
  }
  if (others.length === 0 || first.contest === name) return first.contest;
  throw new JoustError(`${name} is the beginning of ${found.length} contests`, {
    code: 'usage',
    hint: `Write more of it: ${found
      .map(({ contest }) => contest)
      .slice(0, 5)
      .join(', ')}.`,
  });
}

/** What is said to whoever wants to know before the pick. */
export function stillBlind(id: string): JoustError {
  return new JoustError(`nobody has picked in contest ${id} yet: who said what is told after that`, {
    code: 'usage',
    hint: `See the answers with: joust show ${id}; then: joust pick ${id} a|b|tie|bad|skip`,
  });
}

/** For a surface on which nothing names anybody before a pick, not even whom somebody chose to play. */
export function withoutNamesIn(archive: Archive): Archive {
  return {
    ...archive,
    events: async (id) => withoutNames(await archive.events(id)),
    async *records(query) {
      for await (const one of archive.records(query)) {
        const record = withoutNames(one.record);
        const opened = record.map(({ event }) => event).find((event) => event.type === 'contest.opened');
        yield { ...one, record, opened: opened ?? one.opened };
      }
    },
  };
}
