// News of the PostgreSQL ledger: told by its notifications as long as somebody waits, and looked for where those do not come through.
import { createHash } from 'node:crypto';
import type { JoustEvent } from '../../domain/event.ts';
import type { EventFilter, NewsWait, StoredEvent } from '../ledger.ts';
import { News } from '../queries.ts';
import type { PostgresSession } from './postgres-session.ts';

/** For when notifications are lost, or a pooler in between keeps them. */
const looks = { soonMs: 200, lateMs: 3000 };
const againMs = 1000;
/** PostgreSQL takes 8000 bytes; beyond that whoever hears of it looks. */
const mostBytes = 7000;

type Told = readonly (readonly [seq: number, contest: string, type: JoustEvent['type']])[];

export class PostgresNews {
  readonly #session: PostgresSession;
  readonly #news: News;
  readonly #channel: string;
  #waiting = 0;
  #open = true;
  #listening: Promise<(() => void) | undefined> | undefined;

  constructor(session: PostgresSession, isThere: (seq: number, filter: EventFilter) => Promise<boolean>) {
    this.#session = session;
    this.#news = new News(isThere, looks);
    const { schema } = session.address;
    this.#channel = `joust_${createHash('sha256').update(schema).digest('hex').slice(0, 12)}`;
  }

  /** Within this process. */
  tell(events: readonly StoredEvent[]): void {
    this.#news.tell(events);
  }

  /** What to say to the others, after the commit: one inside of it would make every commit wait for all others. */
  notice(events: readonly StoredEvent[]): readonly [string, readonly unknown[]] | undefined {
    if (events.length === 0) return undefined;
    const told = JSON.stringify(events.map(({ seq, contest, event }) => [seq, contest, event.type]));
    const payload = Buffer.byteLength(told) > mostBytes ? '' : told;
    return ['SELECT pg_notify($1, $2)', [this.#channel, payload]];
  }

  async wait(seq: number, wait: NewsWait): Promise<boolean> {
    this.#waiting += 1;
    this.#listen();
    try {
      return await this.#news.wait(seq, wait);
    } finally {
      this.#waiting -= 1;
    }
  }

  close(): void {
    this.#open = false;
    void this.#listening?.then((end) => end?.());
  }

  /** One connection as long as the ledger is open; lost, it is made again while somebody waits. */
  #listen(): void {
    if (this.#listening !== undefined || !this.#open) return;
    const over = () => {
      if (this.#listening !== listening) return;
      this.#listening = undefined;
      if (this.#waiting > 0) setTimeout(() => this.#listen(), againMs).unref();
    };
    const listening = this.#session.listen(this.#channel, { heard: (payload) => this.#heard(payload), over });
    this.#listening = listening;
    void listening.then((end) => {
      if (end === undefined) over();
      // What came while it was being made.
      else this.#news.lookNow();
    });
  }

  #heard(payload: string): void {
    const told = payload === '' ? undefined : parsedJson(payload);
    if (!isTold(told)) this.#news.lookNow();
    else this.#news.tell(told.map(([seq, contest, type]) => ({ seq, contest, event: { type } })));
  }
}

/** Every login of the database may send notifications: what can't be read only means that there may be news. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isTold(value: unknown): value is Told {
  const types = 'number string string';
  return (
    Array.isArray(value) &&
    value.every((one) => Array.isArray(one) && one.map((part) => typeof part).join(' ') === types)
  );
}
