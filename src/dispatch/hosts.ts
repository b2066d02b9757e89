// The hosts of a pool: who is there, with how many places and for what, by the beats that each sends to the database.
import type { Contestant } from '../domain/contestant.ts';
import { PostgresSession } from '../ledger/postgres/postgres-session.ts';
import type { Row } from '../ledger/postgres/postgres-tables.ts';
import type { Ticket } from './dispatch.ts';

/** What a host says of itself. */
export interface HostAbout {
  /** The machine's name. */
  readonly machine: string;
  readonly joust: string;
  readonly protocol: number;
  readonly places: number;
  readonly labels: readonly string[];
  readonly kinds: readonly Ticket['kind'][];
  /** Contestants it can play, in its order of priority. Absent: a host of an older joust. */
  readonly contestants?: readonly Contestant[];
  /** So long it may be silent before it is given up. */
  readonly lostAfterMs: number;
  /** Which process, told apart from an earlier one by when it was started. */
  readonly process: string;
}

export interface Host extends HostAbout {
  readonly name: string;
  readonly epoch: number;
  /** `draining`: it takes nothing more. `lost`: it was given up, and what it played with it. */
  readonly state: 'here' | 'draining' | 'left' | 'lost';
  /** How many contests it plays. */
  readonly busy: number;
  readonly silentMs: number;
}

export class Hosts {
  readonly #session: PostgresSession;

  constructor(url: string) {
    this.#session = new PostgresSession(url);
  }

  /** A new epoch: whatever an earlier process of that name would still say does not count. */
  async join(name: string, about: HostAbout): Promise<number> {
    const [row] = await this.#session.query(
      `INSERT INTO joust.hosts (name, epoch, about, state, busy, beat_at)
       VALUES ($1, 1, $2, 'here', 0, clock_timestamp())
       ON CONFLICT (name) DO UPDATE
         SET epoch = hosts.epoch + 1, about = excluded.about, state = 'here', busy = 0, beat_at = clock_timestamp()
       RETURNING epoch`,
      [name, JSON.stringify(about)],
    );
    return Number(row?.['epoch']);
  }

  /** How it stands; undefined: it was given up, or another process goes by its name. */
  async beat(name: string, epoch: number, busy: number): Promise<'here' | 'draining' | undefined> {
    const [row] = await this.#session.query(
      `UPDATE joust.hosts SET beat_at = clock_timestamp(), busy = $3
       WHERE name = $1 AND epoch = $2 AND state IN ('here', 'draining') RETURNING state`,
      [name, epoch, busy],
    );
    return row === undefined ? undefined : (String(row['state']) as 'here' | 'draining');
  }

  /** False: there is no such host at work. */
  async drain(name: string): Promise<boolean> {
    const found = await this.#session.query(
      `UPDATE joust.hosts SET state = 'draining' WHERE name = $1 AND state IN ('here', 'draining') RETURNING name`,
      [name],
    );
    return found.length > 0;
  }

  async leave(name: string, epoch: number): Promise<void> {
    await this.#session.query(
      `UPDATE joust.hosts SET state = 'left', busy = 0 WHERE name = $1 AND epoch = $2 AND state <> 'lost'`,
      [name, epoch],
    );
  }

  /** False: it was heard of again, or somebody else has given it up. */
  async giveUp({ name, epoch, lostAfterMs }: Host): Promise<boolean> {
    const found = await this.#session.query(
      `UPDATE joust.hosts SET state = 'lost', busy = 0
       WHERE name = $1 AND epoch = $2 AND state IN ('here', 'draining')
         AND beat_at < clock_timestamp() - $3 * interval '1 millisecond' RETURNING name`,
      [name, epoch, lostAfterMs],
    );
    return found.length > 0;
  }

  /** Those at work first. */
  async list(): Promise<readonly Host[]> {
    const rows = await this.#session.query(
      `SELECT name, epoch, about, state, busy,
         extract(epoch FROM clock_timestamp() - beat_at)::float8 * 1000 AS silent_ms
       FROM joust.hosts ORDER BY state IN ('left', 'lost'), name`,
    );
    return rows.map(hostIn);
  }

  /** Those that left or were lost before that time. */
  async forget(olderMs: number): Promise<void> {
    await this.#session.query(
      `DELETE FROM joust.hosts WHERE state IN ('left', 'lost') AND beat_at < clock_timestamp() - $1 * interval '1 millisecond'`,
      [olderMs],
    );
  }

  async close(): Promise<void> {
    await this.#session.close();
  }
}

function hostIn(row: Row): Host {
  return {
    ...(JSON.parse(String(row['about'])) as HostAbout),
    name: String(row['name']),
    epoch: Number(row['epoch']),
    state: String(row['state']) as Host['state'],
    busy: Number(row['busy']),
    silentMs: Math.round(Number(row['silent_ms'])),
  };
}
