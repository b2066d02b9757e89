// Takes contests, or only their logs, out of the SQLite ledger: never a blob that anything that stays still names.
import type { DatabaseSync } from 'node:sqlite';
import { hashesIn, onlyNamedBy } from '../event-text.ts';
import type { Append, HeldLease, Removal, RemovalRequest } from '../ledger.ts';
import type { BlobFolder } from './blob-folder.ts';
import { dropDigests } from './sqlite-digests.ts';
import type { SqliteLeases } from './sqlite-leases.ts';

export const prunedTable = `
  CREATE TABLE IF NOT EXISTS pruned (sha256 TEXT PRIMARY KEY, at TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;

export interface Place {
  readonly db: DatabaseSync;
  readonly files: BlobFolder;
  readonly leases: SqliteLeases;
}

/** What was taken out, and the files that may go once that is on disk. */
export interface Taken {
  readonly removal: Removal;
  readonly files: readonly string[];
  /** Events up to here were looked at. */
  readonly seq: number;
}

interface Doomed {
  readonly sha256: string;
  /** The first contest that names it. */
  readonly contest: string;
  readonly bytes: number;
  readonly isFile: boolean;
}

/** Inside a transaction. */
export function takeOut(place: Place, request: RemovalRequest, at: string): Taken {
  const { db } = place;
  const { going, held } = tellApart(place, request);
  const blobs = doomedBlobs(place, going, request.what);
  const sizes = new Map([...going].map((contest) => [contest, 0]));
  for (const { contest, bytes } of blobs) sizes.set(contest, (sizes.get(contest) ?? 0) + bytes);
  const eventBytes = db.prepare(
    'SELECT coalesce(sum(length(body)), 0) AS bytes FROM events WHERE contest = ?',
  );
  if (request.what === 'everything') {
    for (const [contest, bytes] of sizes)
      sizes.set(contest, bytes + Number(eventBytes.get(contest)?.['bytes']));
  }
  const seq = Number(db.prepare('SELECT coalesce(max(seq), 0) AS seq FROM events').get()?.['seq']);
  if (request.dryRun !== true) {
    dropRows(db, blobs, request.what === 'logs' ? at : undefined);
    if (request.what === 'everything') for (const contest of going) dropContest(db, contest);
  }
  return {
    removal: { removed: [...sizes].map(([contest, bytes]) => ({ contest, bytes })), held },
    files: blobs.filter(({ isFile }) => isFile).map(({ sha256 }) => sha256),
    seq,
  };
}

/** Inside a transaction, so that nobody can name them meanwhile: whoever does later finds them missing and brings them again. */
export function dropFiles({ db, files }: Place, shas: readonly string[], since: number): void {
  const named = namesSince(db, since);
  for (const sha256 of shas) if (!named.has(sha256)) files.remove(sha256);
}

/** Every hash that stands in an event after this one. */
export function namesSince(db: DatabaseSync, seq: number): ReadonlySet<string> {
  const named = new Set<string>();
  const query = `SELECT body FROM events WHERE seq > ? AND instr(body, '"sha256"') > 0`;
  for (const { body } of db.prepare(query).iterate(seq))
    for (const sha256 of hashesIn(String(body))) named.add(sha256);
  return named;
}

function tellApart(
  { db, leases }: Place,
  { contests, gone }: RemovalRequest,
): { going: ReadonlySet<string>; held: ReadonlyMap<string, HeldLease> } {
  const going = new Set<string>();
  const held = new Map<string, HeldLease>();
  const exists = db.prepare('SELECT 1 FROM events WHERE contest = ? LIMIT 1');
  for (const contest of contests) {
    const lease = leases.held(contest);
    if (lease !== undefined && !gone(lease)) held.set(contest, lease);
    else if (exists.get(contest) !== undefined) going.add(contest);
  }
  return { going, held };
}

function doomedBlobs(
  place: Place,
  going: ReadonlySet<string>,
  what: RemovalRequest['what'],
): readonly Doomed[] {
  const query = `SELECT contest, body FROM events WHERE instr(body, '"sha256"') > 0 ORDER BY seq`;
  const rows = place.db.prepare(query).iterate() as Iterable<{ contest: string; body: string }>;
  const owners = onlyNamedBy(going, what, rows);
  return [...owners].flatMap(([sha256, contest]) => stored(place, sha256, contest));
}

/** Nothing for content that is not there any more. */
function stored({ db, files }: Place, sha256: string, contest: string): readonly Doomed[] {
  const row = db.prepare('SELECT length(content) AS bytes FROM blobs WHERE sha256 = ?').get(sha256);
  const fileBytes = files.size(sha256);
  if (row === undefined && fileBytes === undefined) return [];
  const bytes = Number(row?.['bytes'] ?? 0) + (fileBytes ?? 0);
  return [{ sha256, contest, bytes, isFile: fileBytes !== undefined }];
}

function dropRows(db: DatabaseSync, blobs: readonly Doomed[], prunedAt: string | undefined): void {
  const drop = db.prepare('DELETE FROM blobs WHERE sha256 = ?');
  for (const { sha256 } of blobs) drop.run(sha256);
  if (prunedAt !== undefined)
    notePruned(
      db,
      blobs.map(({ sha256 }) => ({ sha256, at: prunedAt })),
    );
}

export function notePruned(db: DatabaseSync, pruned: NonNullable<Append['pruned']>): void {
  const note = db.prepare('INSERT OR REPLACE INTO pruned (sha256, at) VALUES (?, ?)');
  for (const { sha256, at } of pruned) note.run(sha256, at);
}

function dropContest(db: DatabaseSync, contest: string): void {
  db.prepare('DELETE FROM events WHERE contest = ?').run(contest);
  db.prepare('DELETE FROM leases WHERE contest = ?').run(contest);
  dropDigests(db, contest);
}
