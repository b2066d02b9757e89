// Leases in the PostgreSQL ledger: who plays which contest, by the database's clock, with an epoch that outdates whoever was before.
import { type HeldLease, type LeaseOwner, turnWaitMs } from '../ledger.ts';
import type { PostgresSession } from './postgres-session.ts';
import type { Query, Row } from './postgres-tables.ts';

/** When it is, for the database; `undefined` where its own clock counts. */
export type Clock = () => string | undefined;

export class PostgresLeases {
  readonly #session: PostgresSession;
  readonly #now: () => Date;
  readonly #clock: Clock;
  readonly #ask: Query = (text, values) => this.#session.query(text, values);

  constructor(session: PostgresSession, now: () => Date, clock: Clock) {
    this.#session = session;
    this.#now = now;
    this.#clock = clock;
  }

  /** The holder is returned: the one who asked, or the one who stays. Asked twice it is the same. */
  async take(contest: string, owner: LeaseOwner, gone: (held: HeldLease) => boolean): Promise<HeldLease> {
    return await this.#session.transaction({
      contests: [contest],
      work: async (query) => {
        const held = await this.held(contest, query);
        if (held !== undefined && !gone(held)) return held;
        const [row] = await query(
          `INSERT INTO joust.leases (contest, epoch, owner, beat_at)
           VALUES ($1, 1, $2, coalesce($3::timestamptz, clock_timestamp()))
           ON CONFLICT (contest) DO UPDATE
             SET epoch = leases.epoch + 1, owner = excluded.owner, beat_at = excluded.beat_at
           RETURNING epoch`,
          [contest, JSON.stringify(owner), this.#clock()],
        );
        return { owner, epoch: Number(row?.['epoch']), beatAt: this.#now() };
      },
    });
  }

  async beat(contest: string, epoch: number): Promise<boolean> {
    const rows = await this.#session.query(
      `UPDATE joust.leases SET beat_at = coalesce($3::timestamptz, clock_timestamp())
       WHERE contest = $1 AND epoch = $2 AND owner IS NOT NULL RETURNING epoch`,
      [contest, epoch, this.#clock()],
    );
    return rows.length > 0;
  }

  /** The row stays, so that the epoch goes on growing. */
  async release(contest: string, epoch: number): Promise<void> {
    await this.#session.query('UPDATE joust.leases SET owner = NULL WHERE contest = $1 AND epoch = $2', [
      contest,
      epoch,
    ]);
  }

  async held(contest: string, query: Query = this.#ask): Promise<HeldLease | undefined> {
    const [row] = await query(`${heldLeases} contest = $2`, [this.#clock(), contest]);
    return row === undefined ? undefined : this.#heldIn(row);
  }

  /** Inside a transaction: nobody takes one of them until it is over. */
  async heldAmong(contests: readonly string[], query: Query): Promise<ReadonlyMap<string, HeldLease>> {
    const rows = await query(`${heldLeases} contest = ANY($2) FOR UPDATE`, [this.#clock(), contests]);
    return new Map(rows.map((row) => [String(row['contest']), this.#heldIn(row)]));
  }

  /** A turn is a lease that nobody keeps: what counts is when it was last taken. One lost with its answer stays lost. */
  async takeTurn(name: string, spacingMs: number, look: boolean): Promise<number> {
    const waitMs = await this.#turnIn(name, spacingMs);
    if (look || (waitMs > 0 && waitMs < spacingMs)) return waitMs;
    return await this.#session.transaction({
      contests: [name],
      work: async (query) => {
        const left = await this.#turnIn(name, spacingMs, query);
        // A clock that was set back begins anew.
        const due = left === 0 ? '' : 'WHERE leases.beat_at > excluded.beat_at';
        await query(
          `INSERT INTO joust.leases (contest, epoch, beat_at)
           VALUES ($1, 0, coalesce($2::timestamptz, clock_timestamp()))
           ON CONFLICT (contest) DO UPDATE SET beat_at = excluded.beat_at ${due}`,
          [name, this.#clock()],
        );
        return left;
      },
    });
  }

  async #turnIn(name: string, spacingMs: number, query: Query = this.#ask): Promise<number> {
    const [row] = await query(
      `SELECT extract(epoch FROM coalesce($1::timestamptz, clock_timestamp()) - beat_at)::float8 * 1000 AS since_ms
       FROM joust.leases WHERE contest = $2`,
      [this.#clock(), name],
    );
    return turnWaitMs(row === undefined ? undefined : 0, Number(row?.['since_ms']), spacingMs);
  }

  /** How long the owner was silent is told by the database's clock, as if this machine had listened: clocks may differ. */
  #heldIn(row: Row): HeldLease {
    return {
      owner: JSON.parse(String(row['owner'])) as LeaseOwner,
      epoch: Number(row['epoch']),
      beatAt: new Date(this.#now().getTime() - Math.round(Number(row['silent_ms']))),
    };
  }
}

const heldLeases = `
  SELECT contest, epoch, owner,
    extract(epoch FROM coalesce($1::timestamptz, clock_timestamp()) - beat_at)::float8 * 1000 AS silent_ms
  FROM joust.leases WHERE owner IS NOT NULL AND`;
