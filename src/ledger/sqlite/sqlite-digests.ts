// What is made of whole contests, kept in the SQLite ledger beside them: whoever looks over all of them reads only what is new.
import type { DatabaseSync } from 'node:sqlite';
import { ifReadable } from '../event-text.ts';
import type { ContestDigest, Digest, StoredEvent } from '../ledger.ts';

/** Made when it is first needed: nothing is lost without it. */
export const digestTable = `
  CREATE TABLE IF NOT EXISTS digests (
    kind TEXT NOT NULL,
    contest TEXT NOT NULL,
    seq INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (kind, contest)
  ) STRICT, WITHOUT ROWID;
`;

const openingsWithDigests = `
  SELECT opened.contest AS contest, kept.body AS body,
    (SELECT max(seq) FROM events WHERE contest = opened.contest) AS last, kept.seq AS seq
  FROM events AS opened LEFT JOIN digests AS kept ON kept.kind = ? AND kept.contest = opened.contest
  WHERE opened.type = 'contest.opened' ORDER BY opened.seq DESC`;

interface Made extends ContestDigest {
  /** The last event it was made of. */
  readonly seq: number;
}

/** Newest first. `fresh` are those that were not kept, or had grown. */
export function digestsIn(
  db: DatabaseSync,
  { name, version, make }: Digest,
  events: (contest: string) => readonly StoredEvent[],
): { readonly all: readonly ContestDigest[]; readonly fresh: readonly Made[] } {
  db.exec(digestTable);
  const fresh: Made[] = [];
  const all = db
    .prepare(openingsWithDigests)
    .all(kindOf({ name, version }))
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

/** Inside a transaction. Those of another version go. */
export function keepDigests(
  db: DatabaseSync,
  { name, version }: Pick<Digest, 'name' | 'version'>,
  fresh: readonly Made[],
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
}

function kindOf({ name, version }: Pick<Digest, 'name' | 'version'>): string {
  return `${name}/${version}`;
}
