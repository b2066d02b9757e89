// Leases in the SQLite ledger: who plays which contest, with an epoch that outdates whoever was before.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type HeldLease, type LeaseOwner, turnWaitMs } from '../ledger.ts';

export const leaseTable = `
  CREATE TABLE IF NOT EXISTS leases (
    contest TEXT PRIMARY KEY,
    epoch INTEGER NOT NULL,
    owner TEXT,
    beat_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
`;

export class SqliteLeases {
  readonly #db: DatabaseSync;
  readonly #now: () => Date;
  /** Asked with whatever is recorded. */
  #selectEpoch: StatementSync | undefined;

  constructor(db: DatabaseSync, now: () => Date) {
    this.#db = db;
    this.#now = now;
  }

  /** Inside a transaction. The holder is returned: the one who asked, or the one who stays. */
  take(contest: string, owner: LeaseOwner, gone: (held: HeldLease) => boolean): HeldLease {
    const held = this.held(contest);
    if (held !== undefined && !gone(held)) return held;
    const epoch = this.#epoch(contest) + 1;
    const beatAt = this.#now();
    this.#db
      .prepare('INSERT OR REPLACE INTO leases (contest, epoch, owner, beat_at) VALUES (?, ?, ?, ?)')
      .run(contest, epoch, JSON.stringify(owner), beatAt.toISOString());
    return { owner, epoch, beatAt };
  }

  beat(contest: string, epoch: number): boolean {
    const update = this.#db.prepare(
      'UPDATE leases SET beat_at = ? WHERE contest = ? AND epoch = ? AND owner IS NOT NULL',
    );
    return Number(update.run(this.#now().toISOString(), contest, epoch).changes) > 0;
  }

  /** The row stays, so that the epoch goes on growing. */
  release(contest: string, epoch: number): void {
    this.#db.prepare('UPDATE leases SET owner = NULL WHERE contest = ? AND epoch = ?').run(contest, epoch);
  }

  held(contest: string): HeldLease | undefined {
    const row = this.#db.prepare('SELECT epoch, owner, beat_at FROM leases WHERE contest = ?').get(contest);
    if (row === undefined || row['owner'] === null) return undefined;
    return {
      owner: JSON.parse(String(row['owner'])) as LeaseOwner,
      epoch: Number(row['epoch']),
      beatAt: new Date(String(row['beat_at'])),
    };
  }

  /** A turn is a lease that nobody keeps: what counts is when it was last taken. Inside a transaction, unless it only looks. */
  takeTurn(name: string, spacingMs: number, look: boolean): number {
    const row = this.#db.prepare('SELECT beat_at FROM leases WHERE contest = ?').get(name);
    const last = row === undefined ? undefined : Date.parse(String(row['beat_at']));
    const now = this.#now();
    const waitMs = turnWaitMs(last, now.getTime(), spacingMs);
    if (!look && (waitMs === 0 || (last ?? 0) > now.getTime()))
      this.#db
        .prepare('INSERT OR REPLACE INTO leases (contest, epoch, owner, beat_at) VALUES (?, 0, NULL, ?)')
        .run(name, now.toISOString());
    return waitMs;
  }

  isCurrent(contest: string, epoch: number): boolean {
    return this.#epoch(contest) === epoch;
  }

  #epoch(contest: string): number {
    this.#selectEpoch ??= this.#db.prepare('SELECT epoch FROM leases WHERE contest = ?');
    return Number(this.#selectEpoch.get(contest)?.['epoch'] ?? 0);
  }
}
