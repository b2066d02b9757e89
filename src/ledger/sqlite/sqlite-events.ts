// Reading the events of the SQLite ledger: of a contest, after a place, and the openings of those that are asked for.
import { ifReadable, readEvent } from '../event-text.ts';
import type { ContestQuery, EventFilter, PastEnd, StoredEvent } from '../ledger.ts';

type Row = Readonly<Record<string, unknown>>;
type Rows = (query: string, ...values: readonly (string | number)[]) => readonly Row[];

const openingsAtOnce = 200;

export class SqliteEvents {
  readonly #rows: Rows;

  constructor(rows: Rows) {
    this.#rows = rows;
  }

  after(seq: number, filter: EventFilter): readonly StoredEvent[] {
    const { where, values } = afterTerms(seq, filter);
    const query = `SELECT seq, contest, at, body FROM events WHERE ${where} ORDER BY seq`;
    return this.#rows(query, ...values).map(storedEvent);
  }

  recentEnds(limit: number): readonly PastEnd[] {
    const ends = this.#rows(
      "SELECT contest, body FROM events WHERE type = 'attempt.ended' ORDER BY seq DESC LIMIT ?",
      limit,
    );
    const opening =
      "SELECT body FROM events WHERE contest = ? AND type = 'contest.opened' ORDER BY seq LIMIT 1";
    // Many ends of one large contest share its opening.
    const openings = new Map<string, PastEnd['opened'] | undefined>();
    return ends.flatMap(({ contest, body }) => {
      const id = String(contest);
      if (!openings.has(id)) {
        const [row] = this.#rows(opening, id);
        openings.set(id, row === undefined ? undefined : JSON.parse(String(row['body'])));
      }
      const opened = openings.get(id);
      return opened === undefined ? [] : [{ opened, end: JSON.parse(String(body)) as PastEnd['end'] }];
    });
  }

  /** A page at a time, so that a short list of many contests stays cheap. */
  *openings({ state, before, ...query }: ContestQuery): Generator<StoredEvent> {
    const over = state === undefined ? undefined : this.#over();
    const { where, values } = openingTerms(query);
    const pages = `SELECT seq, contest, at, body FROM events WHERE ${where} AND seq < ? ORDER BY seq DESC LIMIT ?`;
    for (let last = before ?? Number.MAX_SAFE_INTEGER; ; ) {
      const page = this.#rows(pages, ...values, last, openingsAtOnce);
      for (const row of page) {
        last = Number(row['seq']);
        if (over !== undefined && (over.get(String(row['contest'])) ?? 'open') !== state) continue;
        yield* ifReadable(() => storedEvent(row));
      }
      if (page.length < openingsAtOnce) return;
    }
  }

  /** Contests that are closed or cancelled. */
  #over(): ReadonlyMap<string, ContestQuery['state']> {
    const marks = `SELECT contest, type FROM events
      WHERE type IN ('contest.closed', 'contest.cancelled', 'attempt.reopened') ORDER BY seq`;
    const over = new Map<string, ContestQuery['state']>();
    for (const { contest, type } of this.#rows(marks)) {
      const id = String(contest);
      if (over.get(id) === 'cancelled') continue;
      if (type === 'attempt.reopened') over.delete(id);
      else over.set(id, type === 'contest.closed' ? 'closed' : 'cancelled');
    }
    return over;
  }

  isAfter(seq: number, filter: EventFilter): boolean {
    const { where, values } = afterTerms(seq, filter);
    return this.#rows(`SELECT 1 FROM events WHERE ${where} LIMIT 1`, ...values).length > 0;
  }

  isCancelled(contest: string): boolean {
    const query = "SELECT 1 FROM events WHERE contest = ? AND type = 'contest.cancelled'";
    return this.#rows(query, contest).length > 0;
  }
}

/** Of a prefix only the contests that have it are looked at; the plus keeps SQLite from going through all openings instead. */
function openingTerms({ prefix = '', about }: ContestQuery): Terms {
  return {
    where: [
      prefix === '' ? "type = 'contest.opened'" : "contest >= ? AND contest < ? AND +type = 'contest.opened'",
      ...(about === undefined ? [] : ['instr(body, ?) > 0']),
    ].join(' AND '),
    values: [
      ...(prefix === '' ? [] : [prefix, `${prefix}\u{10FFFF}`]),
      ...(about === undefined ? [] : [`"about":${JSON.stringify(about)}`]),
    ],
  };
}

interface Terms {
  readonly where: string;
  readonly values: readonly (string | number)[];
}

function afterTerms(seq: number, { contest, types }: EventFilter): Terms {
  const places = (types ?? []).map(() => '?').join(', ');
  return {
    where: [
      'seq > ?',
      ...(contest === undefined ? [] : ['contest = ?']),
      ...(types === undefined ? [] : [`type IN (${places})`]),
    ].join(' AND '),
    values: [seq, ...(contest === undefined ? [] : [contest]), ...(types ?? [])],
  };
}

function storedEvent(row: Row): StoredEvent {
  const contest = String(row['contest']);
  const event = readEvent(String(row['body']), contest);
  return { seq: Number(row['seq']), contest, at: String(row['at']), event };
}
