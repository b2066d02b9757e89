// Reading the events of the PostgreSQL ledger: of a contest, after a place, the openings of those that are asked for, and what is made of them.
import { ifReadable, readEvent } from '../event-text.ts';
import type {
  ContestDigest,
  ContestQuery,
  Digest,
  EventFilter,
  EventQuery,
  PastEnd,
  StoredEvent,
} from '../ledger.ts';
import { isDenied, isPassing } from './postgres-errors.ts';
import type { PostgresSession } from './postgres-session.ts';
import type { Row } from './postgres-tables.ts';

const openingsAtOnce = 200;
/** A record may be large: it comes in pieces. */
const eventsAtOnce = 2000;

export class PostgresEvents {
  readonly #session: PostgresSession;

  constructor(session: PostgresSession) {
    this.#session = session;
  }

  async after(seq: number, { last: most, ...filter }: EventQuery): Promise<readonly StoredEvent[]> {
    const { where, values } = afterTerms(seq, filter);
    const places = [`$${values.length + 1}`, `$${values.length + 2}`] as const;
    const columns = 'SELECT seq, contest, at, body FROM joust.events';
    if (most !== undefined) {
      const newest = `${columns} WHERE ${where} ORDER BY seq DESC LIMIT ${places[0]}`;
      return (await this.#session.query(newest, [...values, most])).map(storedEvent).reverse();
    }
    const last = filter.contest === undefined ? await this.#lastOfAll() : Number.MAX_SAFE_INTEGER;
    const query = `${columns} WHERE ${where} AND seq <= ${places[0]} ORDER BY seq LIMIT ${places[1]}`;
    const found: StoredEvent[] = [];
    for (let from = seq; ; from = found.at(-1)?.seq ?? from) {
      const page = await this.#session.query(query, [from, ...values.slice(1), last, eventsAtOnce]);
      found.push(...page.map(storedEvent));
      if (page.length < eventsAtOnce) return found;
    }
  }

  async isAfter(seq: number, filter: EventFilter): Promise<boolean> {
    const { where, values } = afterTerms(seq, filter);
    return (
      (await this.#session.query(`SELECT 1 FROM joust.events WHERE ${where} LIMIT 1`, values)).length > 0
    );
  }

  async recentEnds(limit: number): Promise<readonly PastEnd[]> {
    const rows = await this.#session.query(
      `WITH ends AS (SELECT seq, contest, body FROM joust.events WHERE type = 'attempt.ended' ORDER BY seq DESC LIMIT $1)
       SELECT ends.contest, ends.body, NULL AS opening FROM ends
       UNION ALL SELECT contest, NULL, body FROM joust.events
         WHERE type = 'contest.opened' AND contest IN (SELECT contest FROM ends)`,
      [limit],
    );
    const openings = new Map(
      rows.flatMap(({ contest, opening }) =>
        opening === null ? [] : [[contest, JSON.parse(String(opening)) as PastEnd['opened']]],
      ),
    );
    return rows.flatMap(({ contest, body }) => {
      const opened = openings.get(contest);
      return body === null || opened === undefined
        ? []
        : [{ opened, end: JSON.parse(String(body)) as PastEnd['end'] }];
    });
  }

  /** A page at a time, so that a short list of many contests stays cheap. */
  async *openings({ state, before, ...query }: ContestQuery): AsyncGenerator<StoredEvent> {
    const { where, values } = openingTerms(query, state);
    const [last, most] = [`$${values.length + 1}`, `$${values.length + 2}`];
    const pages = `SELECT seq, contest, at, body FROM joust.events AS opened
      WHERE ${where} AND seq < ${last} ORDER BY seq DESC LIMIT ${most}`;
    for (let from = before ?? Number.MAX_SAFE_INTEGER; ; ) {
      const page = await this.#session.query(pages, [...values, from, openingsAtOnce]);
      for (const row of page) {
        from = Number(row['seq']);
        yield* ifReadable(() => storedEvent(row));
      }
      if (page.length < openingsAtOnce) return;
    }
  }

  async digests({ name, version, make }: Digest): Promise<readonly ContestDigest[]> {
    const kind = `${name}/${version}`;
    const rows = await this.#session.query(openingsWithDigests, [kind]);
    const all: ContestDigest[] = [];
    const fresh: (ContestDigest & { readonly seq: number })[] = [];
    for (const row of rows) {
      const contest = String(row['contest']);
      if (row['seq'] === row['last']) all.push({ contest, text: JSON.parse(String(row['body'])) as string });
      else {
        const read = await this.#bodies(contest);
        const [made] = ifReadable(() => {
          const record = read.map(storedEvent);
          return { contest, text: make(record), seq: record.at(-1)?.seq ?? 0 };
        });
        if (made === undefined) continue;
        all.push(made);
        fresh.push(made);
      }
    }
    if (fresh.length > 0) await this.#keep({ name, kind }, fresh);
    return all;
  }

  /** An append that was committed though nobody was told so. */
  async marked(
    query: PostgresSession['query'],
    contests: readonly string[],
    mark: string,
  ): Promise<readonly Row[]> {
    return await query(
      'SELECT seq, at FROM joust.events WHERE contest = ANY($1) AND mark = $2 ORDER BY seq',
      [contests, mark],
    );
  }

  /** Up to here nothing is under way any more: whoever reads on from there misses nobody who was slow. */
  async #lastOfAll(): Promise<number> {
    const [row] = await this.#session.transaction({
      gate: 'alone',
      work: (query) => query('SELECT coalesce(max(seq), 0) AS seq FROM joust.events'),
    });
    return Number(row?.['seq']);
  }

  async #bodies(contest: string): Promise<readonly Row[]> {
    const query = 'SELECT seq, contest, at, body FROM joust.events WHERE contest = $1 ORDER BY seq';
    return await this.#session.query(query, [contest]);
  }

  /** Those of another version go, and nothing is kept of what was removed meanwhile. Who may not write, or not now, keeps none. */
  async #keep(
    { name, kind }: { readonly name: string; readonly kind: string },
    fresh: readonly (ContestDigest & { readonly seq: number })[],
  ): Promise<void> {
    const made = [
      fresh.map(({ contest }) => contest),
      fresh.map(({ seq }) => seq),
      fresh.map(({ text }) => JSON.stringify(text)),
    ];
    try {
      await this.#session.queryOnce(
        'DELETE FROM joust.digests WHERE kind >= $1 AND kind < $2 AND kind <> $3',
        [`${name}/`, `${name}0`, kind],
      );
      await this.#session.queryOnce(keepDigests, [kind, ...made]);
    } catch (error) {
      if (!isDenied(error) && !isPassing(error)) throw error;
    }
  }
}

const openingsWithDigests = `
  SELECT opened.contest, kept.body, kept.seq,
    (SELECT max(seq) FROM joust.events WHERE contest = opened.contest) AS last
  FROM joust.events AS opened LEFT JOIN joust.digests AS kept ON kept.kind = $1 AND kept.contest = opened.contest
  WHERE opened.type = 'contest.opened' ORDER BY opened.seq DESC`;

const keepDigests = `
  INSERT INTO joust.digests (kind, contest, seq, body)
  SELECT $1, made.contest, made.seq, made.body
  FROM unnest($2::text[], $3::bigint[], $4::text[]) AS made (contest, seq, body)
  WHERE EXISTS (SELECT 1 FROM joust.events WHERE events.contest = made.contest)
  ON CONFLICT (kind, contest) DO UPDATE SET seq = excluded.seq, body = excluded.body`;

interface Terms {
  readonly where: string;
  readonly values: readonly unknown[];
}

const cancelled = `EXISTS (SELECT 1 FROM joust.events WHERE contest = opened.contest AND type = 'contest.cancelled')`;
const lastOf = (type: string) =>
  `(SELECT coalesce(max(seq), 0) FROM joust.events WHERE contest = opened.contest AND type = '${type}')`;
const closed = `${lastOf('contest.closed')} > ${lastOf('attempt.reopened')}`;

const states: Readonly<Record<NonNullable<ContestQuery['state']>, string>> = {
  cancelled,
  closed: `NOT ${cancelled} AND ${closed}`,
  open: `NOT ${cancelled} AND NOT ${closed}`,
};

function openingTerms({ prefix = '', about }: ContestQuery, state: ContestQuery['state']): Terms {
  const values: unknown[] = [];
  const place = (value: unknown) => `$${values.push(value)}`;
  const terms = [
    "type = 'contest.opened'",
    ...(prefix === '' ? [] : [`contest >= ${place(prefix)} AND contest < ${place(`${prefix}\u{10FFFF}`)}`]),
    ...(about === undefined ? [] : [`strpos(body, ${place(`"about":${JSON.stringify(about)}`)}) > 0`]),
    ...(state === undefined ? [] : [states[state]]),
  ];
  return { where: terms.join(' AND '), values };
}

function afterTerms(seq: number, { contest, types }: EventFilter): Terms {
  const values: unknown[] = [seq];
  const place = (value: unknown) => `$${values.push(value)}`;
  const terms = [
    'seq > $1',
    ...(contest === undefined ? [] : [`contest = ${place(contest)}`]),
    ...(types === undefined ? [] : [`type = ANY(${place(types)})`]),
  ];
  return { where: terms.join(' AND '), values };
}

function storedEvent(row: Row): StoredEvent {
  const contest = String(row['contest']);
  const event = readEvent(String(row['body']), contest);
  return { seq: Number(row['seq']), contest, at: String(row['at']), event };
}
