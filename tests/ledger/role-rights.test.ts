// What each role that ships may do, statement by statement, over every table, column, sequence and function of joust and DBOS.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { asOwner, type PoolRoles, poolRoles, rolesSqlFor } from '../setup/pool-roles.ts';
import { type Cluster, schemaFor, sharedCluster } from '../setup/postgres.ts';

const shared = await sharedCluster();
const schema = schemaFor(`role rights ${process.pid} ${performance.now()}`);
const queues = `${schema}_dispatch`;
const roles = ['stranger', 'reader', 'submitter', 'worker'] as const;
type Tried = (typeof roles)[number];
const clients = new Map<Tried, pg.Client>();

const cluster = () => shared as Cluster;
/** Texts of tests name the schemas as they are by default. */
const named = (text: string) =>
  text.replaceAll('joust_dispatch.', `${queues}.`).replaceAll('joust.', `${schema}.`);
const plain = (name: string) => name.replace(queues, 'joust_dispatch').replace(schema, 'joust');

const opened = JSON.stringify({ type: 'contest.opened', pool: { label: 'any', kind: 'read', protocol: 1 } });
const event = (contest: string, type: string, body = JSON.stringify({ type })) =>
  `INSERT INTO joust.events (contest, type, at, mark, body) VALUES ('${contest}', '${type}', '1999', 'm', '${body}')`;
const ticket = (id: string, changes: Readonly<Record<string, string>> = {}) => {
  const row = {
    workflow_uuid: `'${id}'`,
    status: `'ENQUEUED'`,
    name: `'play'`,
    queue_name: `'any/read/1'`,
    ...changes,
  };
  return `INSERT INTO joust_dispatch.workflow_status (${Object.keys(row).join(', ')}, recovery_attempts, priority)
    VALUES (${Object.values(row).join(', ')}, 0, 0)`;
};
const input = (id: string) =>
  `INSERT INTO joust_dispatch.workflow_input (workflow_uuid, inputs) VALUES ('${id}', 'x')`;

/** A contest of the pool, with its ticket, and content: another login writes some of it just now. */
const onRecord = `
  ${event('c', 'contest.opened', opened)}; ${ticket('c.1')};
  INSERT INTO joust.blobs (sha256, bytes, content) VALUES ('${'a'.repeat(64)}', 1, 'x');
  INSERT INTO joust.blobs (bytes, writer) VALUES (0, 'joust');
  INSERT INTO joust.digests (kind, contest, seq, body) VALUES ('leaderboard/1', 'c', 1, '"{}"');
  INSERT INTO joust.leases (contest, epoch, owner, beat_at) VALUES ('c', 1, '{}', now())`;
const foreign = '(SELECT max(id) FROM joust.blobs WHERE sha256 IS NULL)';

let made: PoolRoles | undefined;
beforeAll(async () => {
  if (typeof shared === 'string') return;
  made = await poolRoles(shared, schema);
  for (const role of roles) {
    const url = role === 'stranger' ? made.stranger : made.urls[role];
    const client = new pg.Client({ connectionString: url.replace(/\?.*$/, '') });
    await client.connect();
    clients.set(role, client);
  }
  await asOwner(shared, named(onRecord));
});
afterAll(async () => {
  for (const client of clients.values()) await client.end();
});

/** The SQLSTATE it is refused with; `ok` if it is done. Nothing of it stays. */
async function outcome(role: Tried, text: string): Promise<string> {
  const client = clients.get(role);
  if (client === undefined) throw new Error('there is no cluster');
  await client.query('BEGIN');
  try {
    await client.query(named(text));
    return 'ok';
  } catch (error) {
    return String((error as { code?: unknown }).code);
  } finally {
    await client.query('ROLLBACK');
  }
}

/** insufficient_privilege */
const denied = '42501';
const skipped = (context: TestContext) => {
  if (typeof shared === 'string') context.skip(shared);
};

interface Columns {
  readonly table: string;
  readonly columns: readonly string[];
}

async function tablesOf(): Promise<readonly Columns[]> {
  const rows = await asOwner(
    cluster(),
    `SELECT attrelid::regclass::text AS table, array_agg(quote_ident(attname) ORDER BY attnum) AS columns
     FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE nspname IN ('${schema}', '${queues}') AND relkind IN ('r', 'p', 'v', 'm') AND attnum > 0 AND NOT attisdropped
     GROUP BY 1 ORDER BY 1`,
  );
  return rows.map(({ table, columns }) => ({
    table: String(table),
    columns: String(columns).replaceAll(/[{}]/g, '').split(','),
  }));
}

/** `INSERT` of all columns, `INSERT (a, b)` of some of them. */
async function rightsOn(role: Tried, { table, columns }: Columns): Promise<readonly string[]> {
  const may = async (text: string) => (await outcome(role, text)) === 'ok';
  const ofColumns = async (verb: string, text: (column: string) => string) => {
    const allowed: string[] = [];
    for (const column of columns) if (await may(text(column))) allowed.push(column);
    if (allowed.length === 0) return [];
    return [allowed.length === columns.length ? verb : `${verb} (${allowed.join(', ')})`];
  };
  return [
    ...((await may(`SELECT * FROM ${table} LIMIT 0`)) ? ['SELECT'] : []),
    ...(await ofColumns(
      'INSERT',
      (column) =>
        `INSERT INTO ${table} (${column}) OVERRIDING SYSTEM VALUE SELECT ${column} FROM ${table} WHERE false`,
    )),
    ...(await ofColumns('UPDATE', (column) => `UPDATE ${table} SET ${column} = DEFAULT WHERE false`)),
    ...((await may(`DELETE FROM ${table} WHERE false`)) ? ['DELETE'] : []),
    ...((await may(`TRUNCATE ${table} CASCADE`)) ? ['TRUNCATE'] : []),
  ];
}

/** Everybody in a role may read; what goes beyond that, by table. */
async function allRightsOf(role: Tried): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, readonly string[]> = {};
  for (const one of await tablesOf()) {
    const [select, ...more] = await rightsOn(role, one);
    expect([one.table, select]).toEqual([one.table, 'SELECT']);
    if (more.length > 0) found[plain(one.table)] = more;
  }
  return found;
}

/** What goes beyond reading, by table. */
const rights: Readonly<Record<Exclude<Tried, 'stranger'>, Readonly<Record<string, readonly string[]>>>> = {
  reader: {},
  submitter: {
    'joust.events': ['INSERT (contest, type, at, mark, body)'],
    'joust.leases': ['INSERT', 'UPDATE (epoch, owner, beat_at)'],
    'joust.names': ['INSERT'],
    'joust_dispatch.workflow_input': ['INSERT (workflow_uuid, inputs)'],
    'joust_dispatch.workflow_status': ['INSERT', 'UPDATE (creator_xid)'],
  },
  worker: {
    'joust.blobs': ['DELETE'],
    'joust.chunks': ['DELETE'],
    'joust.digests': ['INSERT', 'UPDATE', 'DELETE'],
    'joust.events': ['INSERT (contest, type, at, mark, body)', 'DELETE'],
    'joust.hosts': ['INSERT', 'UPDATE', 'DELETE'],
    'joust.leases': ['INSERT', 'UPDATE', 'DELETE'],
    'joust.names': ['INSERT', 'DELETE'],
    'joust.pruned': ['INSERT', 'UPDATE', 'DELETE'],
    'joust_dispatch.application_versions': ['INSERT', 'UPDATE (application_name)'],
    'joust_dispatch.operation_outputs': ['DELETE'],
    'joust_dispatch.workflow_input': ['INSERT', 'DELETE'],
    'joust_dispatch.workflow_output': ['INSERT', 'UPDATE', 'DELETE'],
    'joust_dispatch.workflow_status': ['INSERT', 'UPDATE', 'DELETE'],
  },
};

const storing = [
  'begin_content()',
  'keep_content(text)',
  'name_content(bigint,text,bigint)',
  'put_content(bytea[])',
  'put_piece(bigint,integer,bytea)',
];
const functions: Readonly<Record<Tried, readonly string[]>> = {
  stranger: [],
  reader: [],
  submitter: [...storing.map((name) => `joust.${name}`), 'joust_dispatch.joust_hasten(text,bigint)'],
  worker: [...storing.map((name) => `joust.${name}`), 'joust_dispatch.joust_hasten(text,bigint)'],
};

/** What others of the same name would change, and the role's own ways around it. */
const refusedToSubmitters: readonly (readonly [string, string])[] = [
  ['an answer nobody gave', event('c', 'attempt.ended')],
  ['a verdict', event('c', 'verdict.given')],
  ['a winner that was not computed', event('c', 'winner.decided')],
  ['a preference of an import', event('imports', 'preference.imported')],
  ['hiding a preference of others', event('c', 'preference.forgotten')],
  ['an end of the contest', event('c', 'contest.closed', '{"type":"contest.closed","outcome":"ok"}')],
  ['a question of another kind', event('c', 'gate.asked', '{"type":"gate.asked","key":"pick"}')],
  ['a second opening of the contest', event('c', 'contest.opened', opened)],
  ['an event under the name of another', event('c', 'contest.cancelled', '{"type":"attempt.ended"}')],
  [
    'the same, with the name given twice',
    event('c', 'contest.cancelled', '{"type":"contest.cancelled","type":"attempt.ended"}'),
  ],
  [
    'the same, with the name escaped',
    event('c', 'contest.cancelled', '{"type":"contest.cancelled","ty\\u0070e":"attempt.ended"}'),
  ],
  [
    'the same, hidden by an escape the database cannot read',
    event('c', 'contest.cancelled', '{"type":"attempt.ended","ty\\u0000pe":"contest.cancelled"}'),
  ],
  ['an event without a name', event('c', 'contest.cancelled', '{}')],
  [
    'a place in the record',
    `INSERT INTO joust.events (seq, contest, type, at, mark, body) OVERRIDING SYSTEM VALUE VALUES (0, 'n', 'contest.cancelled', '', '', '{}')`,
  ],
  ['changing an event', `UPDATE joust.events SET body = '{}'`],
  ['removing a contest', `DELETE FROM joust.events WHERE contest = 'c'`],
  ['changing content', `UPDATE joust.blobs SET content = 'y'`],
  ['removing content', 'DELETE FROM joust.blobs'],
  [
    'content under a hash of its own choice',
    `INSERT INTO joust.blobs (sha256, bytes, content) VALUES ('${'b'.repeat(64)}', 1, 'y')`,
  ],
  ['a piece of what another login writes', `SELECT joust.put_piece(${foreign}, 0, 'x')`],
  ['naming what another login writes', `SELECT joust.name_content(${foreign}, '${'b'.repeat(64)}', 0)`],
  [
    'a piece of content that is whole',
    `SELECT joust.put_piece((SELECT id FROM joust.blobs WHERE sha256 IS NOT NULL LIMIT 1), 9, 'x')`,
  ],
  ['a digest', `INSERT INTO joust.digests VALUES ('leaderboard/1', 'd', 1, '"forged"')`],
  ['changing a digest', `UPDATE joust.digests SET body = '"forged"'`],
  ['holding a contest', `INSERT INTO joust.leases VALUES ('d', 1, '{}', now())`],
  ['taking a contest from who plays it', 'UPDATE joust.leases SET epoch = epoch + 1'],
  [
    'being the host that looks after others',
    `INSERT INTO joust.leases VALUES ('pool sweeper', 1, '{}', now())`,
  ],
  ['a host', `INSERT INTO joust.hosts VALUES ('h', 1, '{}', 'here', 0, now())`],
  ['the version of the tables', 'UPDATE joust.version SET number = 99'],
  ['the state of a ticket', `UPDATE joust_dispatch.workflow_status SET status = 'CANCELLED'`],
  ['removing a ticket', 'DELETE FROM joust_dispatch.workflow_status'],
  ['a ticket that a host seems to have taken', ticket('c.2', { status: `'PENDING'`, executor_id: `'h'` })],
  ['a ticket that seems to be over', ticket('c.2', { status: `'SUCCESS'` })],
  ['a ticket for other hosts than its contest asks for', ticket('c.2', { queue_name: `'gpu/read/1'` })],
  ['a ticket for one host', ticket('c.2', { queue_name: `'host/h'` })],
  ['a ticket of another workflow', ticket('c.2', { name: `'other'` })],
  ['a ticket before all others', ticket('c.2').replace('0, 0)', '0, -1)')],
  ['a ticket without a contest', ticket('d.1')],
  ['the content of a ticket that is there', input('c.1')],
  ['the content of a ticket that is not', input('c.9')],
  ['the sequence of events', `SELECT setval('joust.events_seq_seq', 1)`],
  ['a table in the schema', 'CREATE TABLE joust.mine ()'],
  ['a table among the queues', 'CREATE TABLE joust_dispatch.mine ()'],
  [
    'a function in place of a check',
    `CREATE OR REPLACE FUNCTION joust.check_event() RETURNS trigger LANGUAGE sql AS 'SELECT NULL'`,
  ],
  ['switching the check off', 'ALTER TABLE joust.events DISABLE TRIGGER ALL'],
  ['switching all checks off', 'SET session_replication_role = replica'],
  ['becoming a worker', 'SET ROLE joust_worker'],
  ['a schema', `CREATE SCHEMA ${schema}_mine`],
];

const openTo: Readonly<Record<Exclude<Tried, 'stranger'>, readonly (readonly [string, string])[]>> = {
  reader: [
    ['the record', 'SELECT * FROM joust.events'],
    ['hosts and what waits', 'SELECT * FROM joust.hosts, joust_dispatch.workflow_status'],
  ],
  submitter: [
    ['an opening', event('n', 'contest.opened', opened)],
    [
      'an opening with characters that the database cannot read',
      event('n', 'contest.opened', '{"type":"contest.opened","title":"\\u0000 \\ud800 \\\\"}'),
    ],
    ['an answer', event('c', 'gate.answered')],
    [
      'its question before play, and a no',
      `${event('c', 'gate.asked', '{"type":"gate.asked","key":"assent"}')}; ${event('c', 'contest.closed', '{"type":"contest.closed","outcome":"declined"}')}`,
    ],
    ['a cancellation', event('c', 'contest.cancelled')],
    ['a person’s word on the winner', event('c', 'winner.overridden')],
    ['what was applied and undone', `${event('c', 'patch.applied')}; ${event('c', 'patch.undone')}`],
    ['content', `SELECT joust.put_content(ARRAY['x'::bytea])`],
    ['content in pieces', `SELECT joust.put_piece(joust.begin_content(), 0, 'x')`],
    ['a ticket', `${ticket('c.2')}; ${input('c.2')}`],
    ['a ticket for later', ticket('c.2', { status: `'DELAYED'`, delay_until_epoch_ms: '9' })],
    ['a turn in a folder', `INSERT INTO joust.leases VALUES ('tree machine /folder', 1, '{}', now())`],
    ['a ticket sooner', `SELECT joust_dispatch.joust_hasten('c', 1)`],
  ],
  worker: [
    ['an answer of an attempt', event('c', 'attempt.ended')],
    ['a lease', 'UPDATE joust.leases SET epoch = epoch + 1'],
    ['taking a contest', `UPDATE joust_dispatch.workflow_status SET status = 'PENDING'`],
    ['removing a contest', `DELETE FROM joust.events WHERE contest = 'c'`],
  ],
};

describe('the roles that ship', () => {
  it.for(['reader', 'submitter', 'worker'] as const)(
    'give a %s these rights on every table and column, and no others',
    async (role, context) => {
      skipped(context);
      expect(await allRightsOf(role)).toEqual(rights[role]);
    },
  );

  it('let a login of no role do nothing', async (context) => {
    skipped(context);
    for (const { table, columns } of await tablesOf())
      expect([table, await rightsOn('stranger', { table, columns })]).toEqual([table, []]);
  });

  it.for(roles)('let a %s call these functions, and no sequence', async (role, context) => {
    skipped(context);
    const found = await asOwner(
      cluster(),
      `SELECT pg_proc.oid::regprocedure::text AS name,
         has_function_privilege('${schema}_${role}', pg_proc.oid, 'EXECUTE')
           AND has_schema_privilege('${schema}_${role}', pronamespace, 'USAGE') AS may
       FROM pg_proc JOIN pg_namespace ON pg_namespace.oid = pronamespace WHERE nspname IN ('${schema}', '${queues}')`,
    );
    const callable = found.filter(({ may }) => may === true).map(({ name }) => plain(String(name)));
    expect(callable.sort()).toEqual([...functions[role]].sort());
    const sequences = await asOwner(
      cluster(),
      `SELECT pg_class.oid::regclass::text AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
       WHERE nspname IN ('${schema}', '${queues}') AND relkind = 'S'`,
    );
    expect(sequences.length).toBeGreaterThan(0);
    for (const { name } of sequences)
      expect([name, await outcome(role, `SELECT nextval('${String(name)}')`)]).toEqual([name, denied]);
  });

  it.for(refusedToSubmitters)('refuse a submitter %s', async ([, text], context) => {
    skipped(context);
    expect(await outcome('submitter', text)).toBe(denied);
  });

  it.for(
    Object.entries(openTo).flatMap(([role, all]) => all.map(([what, text]) => [role, what, text] as const)),
  )('let a %s do its part: %s', async ([role, , text], context) => {
    skipped(context);
    expect(await outcome(role as Tried, text)).toBe('ok');
  });

  it('gives what a submitter records the time of the database', async (context) => {
    skipped(context);
    const client = clients.get('submitter');
    const text = named(`${event('n', 'contest.opened', opened)} RETURNING at > '2020' AS now`);
    await client?.query('BEGIN');
    const result = await client?.query(text);
    await client?.query('ROLLBACK');
    expect(result?.rows).toEqual([{ now: true }]);
  });
});

describe('a database whose roles an older file made', () => {
  it('has the rights of today once the file has run again, and no digest a submitter may have forged', async (context) => {
    skipped(context);
    await asOwner(
      cluster(),
      named(`
        GRANT INSERT ON joust.events, joust.names TO joust_submitter;
        GRANT INSERT, UPDATE, DELETE ON joust.blobs, joust.chunks, joust.digests TO joust_submitter;
        GRANT INSERT, UPDATE ON joust_dispatch.workflow_status, joust_dispatch.workflow_input TO joust_submitter;
        GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${queues} TO joust_worker;
        GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${queues} TO joust_worker;
        GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${queues} TO joust_worker, PUBLIC`),
    );
    expect((await allRightsOf('submitter'))['joust.blobs']).toEqual(['INSERT', 'UPDATE', 'DELETE']);
    await made?.grant();
    for (const role of ['reader', 'submitter', 'worker'] as const)
      expect(await allRightsOf(role)).toEqual(rights[role]);
    expect(await asOwner(cluster(), named('SELECT * FROM joust.digests'))).toEqual([]);
  });

  it('is told to bring its tables up to date first', async (context) => {
    skipped(context);
    const old = `${schema}_old`;
    const client = asOwner(cluster(), `CREATE SCHEMA ${old}`).then(() =>
      asOwner(cluster(), rolesSqlFor(old)),
    );
    await expect(client).rejects.toThrow('the tables of the ledger are missing or those of an older joust');
  });
});
