// Reading the events of the SQLite ledger: of a contest, after a place, and the openings of those that are asked for.
import { ifReadable, readEvent } from '../event-text.ts';
import type { ContestQuery, EventFilter, EventQuery, PastEnd, StoredEvent } from '../ledger.ts';
import { holdsWords } from '../queries.ts';

type Row = Readonly<Record<string, unknown>>;
type Rows = (query: string, ...values: readonly (string | number)[]) => readonly Row[];

const openingsAtOnce = 200;

export class SqliteEvents {
  readonly #rows: Rows;

  constructor(rows: Rows) {
    this.#rows = rows;
  }

  after(seq: number, { last, ...filter }: EventQuery): readonly StoredEvent[] {
    const { where, values } = afterTerms(seq, filter);
    const query = `SELECT seq, contest, at, body FROM events WHERE ${where} ORDER BY seq`;
    if (last === undefined) return this.#rows(query, ...values).map(storedEvent);
    return this.#rows(`${query} DESC LIMIT ?`, ...values, last)
      .map(storedEvent)
      .reverse();
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
  *openings({ state, before, words = [], ...query }: ContestQuery): Generator<StoredEvent> {
    const [isIn, hasWords] = [this.#stateIs(state), this.#wordsIn(words)];
    const { where, values } = openingTerms(query);
    const index = query.about === undefined ? '' : this.#byAbout();
    const pages = `SELECT seq, contest, at, body FROM events ${index} WHERE ${where} AND seq < ? ORDER BY seq DESC LIMIT ?`;
    for (let last = before ?? Number.MAX_SAFE_INTEGER; ; ) {
      const page = this.#rows(pages, ...values, last, openingsAtOnce);
      for (const row of page) {
        last = Number(row['seq']);
        if (isIn(String(row['contest'])) && hasWords(String(row['body'])))
          yield* ifReadable(() => storedEvent(row));
      }
      if (page.length < openingsAtOnce) return;
    }
  }

  /** Whoever only looks does not fail for want of room or of a turn to write: without an index all are looked at. */
  #byAbout(): string {
    return ifReadable(() => this.#rows(aboutIndex)).length === 0 ? '' : 'INDEXED BY events_about';
  }

  #stateIs(state: ContestQuery['state']): (contest: string) => boolean {
    if (state === undefined) return () => true;
    const over = this.#over();
    return (contest) => (over.get(contest) ?? 'open') === state;
  }

  /** Told from an opening's text, before it is read; many have one prompt. What lies in a file is left to whoever can wait. */
  #wordsIn(words: readonly string[]): (body: string) => boolean {
    if (words.length === 0) return () => true;
    const known = new Map<string, boolean>();
    const look = (sha256: string) => {
      const [row] = this.#rows('SELECT content FROM blobs WHERE sha256 = ?', sha256);
      return row === undefined || holdsWords(words, Buffer.from(row['content'] as Uint8Array));
    };
    return (body) => {
      const sha256 = /"task":\{"prompt":\{"sha256":"([0-9a-f]{64})"/.exec(body)?.[1];
      if (sha256 === undefined) return true;
      const has = known.get(sha256) ?? look(sha256);
      known.set(sha256, has);
      return has;
    };
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

/** Of those few only is looked at whom they are about. */
const isAbout = `instr(body, '"about":') > 0`;

/** Made when it is first needed: nothing is lost without it. */
const aboutIndex = `
  CREATE INDEX IF NOT EXISTS events_about ON events (seq) WHERE type = 'contest.opened' AND ${isAbout};
`;

/** Of a prefix only the contests that have it are looked at; the plus keeps SQLite from going through all openings instead. */
function openingTerms({ prefix = '', about }: ContestQuery): Terms {
  return {
    where: [
      prefix === '' ? "type = 'contest.opened'" : "contest >= ? AND contest < ? AND +type = 'contest.opened'",
      ...(about === undefined ? [] : [isAbout, 'instr(body, ?) > 0']),
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
