// Takes contests, or only their logs, out of the PostgreSQL ledger: never content that anything that stays still names.
import type { Append, HeldLease, Removal, RemovalRequest } from '../ledger.ts';
import type { PostgresLeases } from './postgres-leases.ts';
import type { PostgresSession } from './postgres-session.ts';
import type { Query, Row } from './postgres-tables.ts';

interface Place {
  readonly session: PostgresSession;
  readonly leases: PostgresLeases;
  /** ISO time. */
  readonly at: string;
}

/** No append is under way meanwhile: whoever names the content afterwards finds it missing and brings it again. */
export async function takeOut(
  { session, leases, at }: Place,
  request: RemovalRequest,
): Promise<Removal & { readonly dropped: readonly unknown[] }> {
  const { what, dryRun = false } = request;
  return await session.transaction({
    gate: 'alone',
    work: async (query) => {
      const { going, held } = await tellApart({ query, leases }, request);
      const doomed = await query(what === 'logs' ? onlyInLogs : onlyNamedBy, [going]);
      const events = what === 'logs' ? [] : await query(eventBytes, [going]);
      const removed = sizesOf(going, [...doomed, ...events]);
      if (dryRun) return { removed, held, dropped: [] };
      const shas = doomed.map(({ sha256 }) => sha256);
      await drop(query, shas, what === 'logs' ? at : undefined);
      if (what === 'everything') await dropContests(query, going);
      return { removed, held, dropped: doomed.map(({ id }) => id) };
    },
  });
}

function sizesOf(going: readonly string[], parts: readonly Row[]): Removal['removed'] {
  return going.map((contest) => {
    const own = parts.filter((part) => part['contest'] === contest);
    return { contest, bytes: own.reduce((sum, { bytes }) => sum + Number(bytes), 0) };
  });
}

async function tellApart(
  { query, leases }: { readonly query: Query; readonly leases: PostgresLeases },
  { contests, gone }: RemovalRequest,
): Promise<{ going: readonly string[]; held: ReadonlyMap<string, HeldLease> }> {
  const leased = await leases.heldAmong(contests, query);
  const held = new Map([...leased].filter(([, lease]) => !gone(lease)));
  const rows = await query('SELECT DISTINCT contest FROM joust.events WHERE contest = ANY($1)', [contests]);
  const there = new Set(rows.map(({ contest }) => String(contest)));
  return { going: [...new Set(contests)].filter((each) => there.has(each) && !held.has(each)), held };
}

const eventBytes = `SELECT contest, sum(octet_length(body)) AS bytes FROM joust.events WHERE contest = ANY($1) GROUP BY contest`;

/** Each with the first that names it. */
const onlyNamed = (and: string) => `
  SELECT blobs.sha256, blobs.bytes, blobs.id,
    (SELECT contest FROM joust.names WHERE names.sha256 = blobs.sha256 AND contest = ANY($1) ORDER BY seq LIMIT 1) AS contest
  FROM joust.blobs
  WHERE sha256 IN (SELECT sha256 FROM joust.names WHERE contest = ANY($1) AND ${and})
    AND NOT EXISTS (SELECT 1 FROM joust.names WHERE names.sha256 = blobs.sha256 AND NOT (contest = ANY($1) AND ${and}))`;
const onlyNamedBy = onlyNamed('true');
const onlyInLogs = onlyNamed('log');

async function drop(query: Query, shas: readonly unknown[], prunedAt: string | undefined): Promise<void> {
  await query('DELETE FROM joust.blobs WHERE sha256 = ANY($1)', [shas]);
  if (prunedAt !== undefined)
    await notePruned(
      query,
      shas.map((sha256) => ({ sha256: String(sha256), at: prunedAt })),
    );
}

export async function notePruned(query: Query, pruned: NonNullable<Append['pruned']>): Promise<void> {
  await query(
    `INSERT INTO joust.pruned (sha256, at)
     SELECT DISTINCT ON (sha256) sha256, at FROM unnest($1::text[], $2::text[]) AS gone (sha256, at)
     ON CONFLICT (sha256) DO UPDATE SET at = excluded.at`,
    [pruned.map(({ sha256 }) => sha256), pruned.map(({ at }) => at)],
  );
}

async function dropContests(query: Query, contests: readonly string[]): Promise<void> {
  for (const table of ['events', 'names', 'leases', 'digests'])
    await query(`DELETE FROM joust.${table} WHERE contest = ANY($1)`, [contests]);
}
