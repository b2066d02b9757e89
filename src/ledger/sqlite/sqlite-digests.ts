// What is made of whole contests, kept in the SQLite ledger beside them: whoever looks over all of them reads only what is new.
import type { DatabaseSync } from 'node:sqlite';
import { ifReadable } from '../event-text.ts';
import type { ContestDigest, Digest, StoredEvent } from '../ledger.ts';

/** Made when it is first needed: nothing is lost without it. */
const digestTable = `
  CREATE TABLE IF NOT EXISTS digests (
    kind TEXT NOT NULL,
    contest TEXT NOT NULL,
    seq INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (kind, contest)
  ) STRICT, WITHOUT ROWID;
`;

const openingsWithDigests = (which: string) => `
  SELECT opened.contest AS contest, kept.body AS body,
    (SELECT max(seq) FROM events WHERE contest = opened.contest) AS last, kept.seq AS seq
  FROM events AS opened LEFT JOIN digests AS kept ON kept.kind = ? AND kept.contest = opened.contest
  WHERE opened.type = 'contest.opened' ${which} ORDER BY opened.seq DESC`;

interface Made extends ContestDigest {
  /** The last event it was made of. */
  readonly seq: number;
}

/** All of a kind in one text, as of an event: it is read ten times as fast as a row for each. */
interface Whole {
  readonly seq: number;
  readonly openings: number;
  readonly all: readonly ContestDigest[];
}

interface Digests {
  /** Newest first. */
  readonly all: readonly ContestDigest[];
  /** Those that were not kept, or had grown. */
  readonly fresh: readonly Made[];
  /** To be kept, where the one that is kept is none or has fallen behind. */
  readonly whole?: Whole;
}

/** It stands where no contest does. */
const wholeContest = '';
/** Fewer are not worth it. */
const wholeAtLeast = 500;
const behindAtMost = 200;

export function digestsIn(
  db: DatabaseSync,
  digest: Digest,
  events: (contest: string) => readonly StoredEvent[],
): Digests {
  db.exec(digestTable);
  // Before all others: what is appended meanwhile counts as grown at the next look.
  const seq = Number(db.prepare('SELECT max(seq) AS seq FROM events').get()?.['seq'] ?? 0);
  const kept = keptWhole(db, digest);
  const grown = kept === undefined ? undefined : grownSince(db, kept.seq);
  if (kept !== undefined && grown !== undefined) {
    const made = [...grown].map((contest) => newest(db, digest, { events, only: contest }));
    const byContest = new Map(made.flatMap(({ all }) => all.map((one) => [one.contest, one] as const)));
    const old = kept.all.map((one) => byContest.get(one.contest) ?? one);
    const known = new Set(kept.all.map(({ contest }) => contest));
    const opened = openedSince(db, kept.seq).flatMap((contest) => byContest.get(contest) ?? []);
    return {
      all: [...opened.filter(({ contest }) => !known.has(contest)), ...old],
      fresh: made.flatMap(({ fresh }) => fresh),
    };
  }
  const { all, fresh } = newest(db, digest, { events });
  return {
    all,
    fresh,
    whole: all.length >= wholeAtLeast ? { seq, openings: openingsUpTo(db, seq), all } : undefined,
  };
}

/** Of one contest, or of all. */
function newest(
  db: DatabaseSync,
  { name, version, make }: Digest,
  { events, only }: { readonly events: (contest: string) => readonly StoredEvent[]; readonly only?: string },
): Pick<Digests, 'all' | 'fresh'> {
  const fresh: Made[] = [];
  const which = only === undefined ? [] : [only];
  const all = db
    .prepare(openingsWithDigests(only === undefined ? '' : 'AND opened.contest = ?'))
    .all(kindOf({ name, version }), ...which)
    .flatMap((row): readonly ContestDigest[] => {
      const contest = String(row['contest']);
      if (row['seq'] === row['last']) return [{ contest, text: String(row['body']) }];
      return ifReadable(() => {
        const record = events(contest);
        const made = { contest, text: make(record), seq: record.at(-1)?.seq ?? 0 };
        fresh.push(made);
        return made;
      });
    });
  return { all, fresh };
}

/** The contests with events after this one; undefined: too many to look at each. */
function grownSince(db: DatabaseSync, seq: number): ReadonlySet<string> | undefined {
  // By the number: to find each contest once, SQLite would go through all of them.
  const rows = db.prepare('SELECT contest FROM events NOT INDEXED WHERE seq > ?').all(seq);
  const grown = new Set(rows.map((row) => String(row['contest'])));
  return grown.size > behindAtMost ? undefined : grown;
}

/** The newest first. */
function openedSince(db: DatabaseSync, seq: number): readonly string[] {
  const query = "SELECT contest FROM events WHERE type = 'contest.opened' AND seq > ? ORDER BY seq DESC";
  return db
    .prepare(query)
    .all(seq)
    .map((row) => String(row['contest']));
}

/** Where contests were removed there are fewer. */
function openingsUpTo(db: DatabaseSync, seq: number): number {
  const query = "SELECT count(*) AS count FROM events WHERE type = 'contest.opened' AND seq <= ?";
  return Number(db.prepare(query).get(seq)?.['count']);
}

function keptWhole(db: DatabaseSync, digest: Pick<Digest, 'name' | 'version'>): Whole | undefined {
  const row = db
    .prepare('SELECT seq, body FROM digests WHERE kind = ? AND contest = ?')
    .get(kindOf(digest), wholeContest);
  if (row === undefined) return undefined;
  const seq = Number(row['seq']);
  const [openings, ...lines] = String(row['body']).split('\n');
  if (Number(openings) !== openingsUpTo(db, seq)) return undefined;
  const all = lines.map((line) => {
    const at = line.indexOf(' ');
    return { contest: line.slice(0, at), text: line.slice(at + 1) };
  });
  return { seq, openings: Number(openings), all };
}

function textOf({ openings, all }: Whole): string | undefined {
  const lines = all.map(({ contest, text }) => `${contest} ${text}`);
  const isLined = all.every(({ contest, text }) => !contest.includes(' ') && !text.includes('\n'));
  return isLined ? [openings, ...lines].join('\n') : undefined;
}

/** Inside a transaction. Those of another version go. */
export function keepDigests(
  db: DatabaseSync,
  { name, version }: Pick<Digest, 'name' | 'version'>,
  { fresh, whole }: Pick<Digests, 'fresh' | 'whole'>,
): void {
  const kind = kindOf({ name, version });
  db.prepare('DELETE FROM digests WHERE kind >= ? AND kind < ? AND kind <> ?').run(
    `${name}/`,
    `${name}0`,
    kind,
  );
  // Nothing is kept of what was removed meanwhile.
  const keep = db.prepare(`INSERT OR REPLACE INTO digests (kind, contest, seq, body)
    SELECT ?, contest, ?, ? FROM events WHERE contest = ? LIMIT 1`);
  for (const { contest, seq, text } of fresh) keep.run(kind, seq, text, contest);
  const text = whole === undefined ? undefined : textOf(whole);
  if (whole !== undefined && text !== undefined)
    db.prepare('INSERT OR REPLACE INTO digests (kind, contest, seq, body) VALUES (?, ?, ?, ?)').run(
      ...[kind, wholeContest, whole.seq, text],
    );
}

/** Inside a transaction, of a contest that goes. */
export function dropDigests(db: DatabaseSync, contest: string): void {
  db.exec(digestTable);
  db.prepare('DELETE FROM digests WHERE contest IN (?, ?)').run(contest, wholeContest);
}

function kindOf({ name, version }: Pick<Digest, 'name' | 'version'>): string {
  return `${name}/${version}`;
}
