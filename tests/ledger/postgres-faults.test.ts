// A PostgreSQL that refuses for a while, each time with an error of its own: nothing fails meanwhile, and nothing is recorded twice.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, it, type TestContext } from 'vitest';
import { openDispatch } from '../../src/dispatch/dbos-dispatch.ts';
import type { HostAbout } from '../../src/dispatch/hosts.ts';
import { Hosts } from '../../src/dispatch/hosts.ts';
import type { JoustEvent } from '../../src/domain/event.ts';
import { PostgresLedger } from '../../src/ledger/postgres/postgres-ledger.ts';
import { type Cluster, ownCluster, schemaFor, sharedCluster } from '../setup/postgres.ts';
import { until } from '../setup/until.ts';

const shared = await sharedCluster();
let made = 0;
let schema: string;

beforeEach((context: TestContext) => {
  if (typeof shared === 'string') context.skip(shared);
  schema = schemaFor(`faults ${process.pid} ${made++}`);
});

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function closed<T extends { close(): Promise<void> }>(opened: T): T {
  closing.push(() => opened.close());
  return opened;
}

async function asOwner<T>(cluster: Cluster, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: cluster.url() });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

const drawn = (key: string): JoustEvent => ({ type: 'draw.made', v: 1, key, inputs: 'i', value: key });
const owner = { bootId: 'b', pidNamespace: 'n', pid: 1, startTime: '1' };
const about: HostAbout = {
  machine: 'm',
  joust: '0',
  protocol: 1,
  places: 1,
  labels: ['any'],
  kinds: ['read'],
  lostAfterMs: 1000,
  process: '1 1',
};
const ticket = (contest: string) => ({ contest, label: 'any', kind: 'read', protocol: 1 }) as const;

/** Everything that writes, each for a contest of its own name. Resolves to what is to be found afterwards. */
async function writers(url: string) {
  const ledger = closed(new PostgresLedger({ url, now: () => new Date() }));
  const hosts = closed(new Hosts(url));
  const dispatch = closed(await openDispatch(url));
  const { epoch } = await ledger.takeLease('held', owner, () => false);
  const hostEpoch = await hosts.join('h', about);
  await dispatch.submit(ticket('first'));
  const large = Buffer.alloc(400_000, 7);
  return {
    ledger,
    write: () =>
      Promise.all([
        ledger.append([{ contest: 'c', events: [drawn('1'), drawn('2')] }]),
        ledger.beatLease('held', epoch),
        ledger.takeLease('new', owner, () => false),
        ledger.stage(large),
        hosts.beat('h', hostEpoch, 1),
        dispatch.submit(ticket('second')),
        dispatch.takeOver('h'),
      ]),
    async written() {
      const waiting = (await dispatch.list()).map(({ contest, state }) => `${contest} ${state}`);
      return {
        keys: (await ledger.events('c')).map(({ event }) => 'key' in event && event.key),
        leases: [(await ledger.lease('held'))?.epoch, (await ledger.lease('new'))?.epoch],
        waiting: waiting.sort(),
      };
    },
  };
}

const written = { keys: ['1', '2'], leases: [1, 1], waiting: ['first queued', 'second queued'] };

/** The tables that are written to, and how often each was refused: a sequence keeps counting where a transaction is undone. */
const tables = ['joust.events', 'joust.leases', 'joust.blobs', 'joust.hosts', 'dispatch.workflow_status'];

it.for(['25006', '53100', '53300', '57P01', '57P02', '57P03', '57P05'])(
  'waits while the database refuses to write with %s, in the record, in leases, content, hosts and queues',
  async (code) => {
    const cluster = shared as Cluster;
    const { write, written: found } = await writers(cluster.url(schema));
    const named = tables.map((name) =>
      name.replace(/^joust/, schema).replace(/^dispatch/, `${schema}_dispatch`),
    );
    const refusals = async () =>
      await asOwner(cluster, async (client) => {
        const counts = named.map((_, at) => `(SELECT is_called FROM ${schema}.refused_${at}) AS n${at}`);
        const { rows } = await client.query<Record<string, boolean>>(`SELECT ${counts.join(', ')}`);
        return Object.values(rows[0] ?? {});
      });
    await asOwner(cluster, async (client) => {
      for (const [at, table] of named.entries()) {
        await client.query(`CREATE SEQUENCE ${schema}.refused_${at}`);
        await client.query(`CREATE FUNCTION ${schema}.refuse_${at}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          PERFORM nextval('${schema}.refused_${at}'); RAISE EXCEPTION 'not now' USING ERRCODE = '${code}'; END $$`);
        await client.query(`CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON ${table}
          FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.refuse_${at}()`);
      }
    });
    let outcome: unknown = 'waits';
    const writing = write().then(
      () => 'done',
      (error: unknown) => error,
    );
    void writing.then((settled) => {
      outcome = settled;
    });
    await until(async () => outcome !== 'waits' || (await refusals()).every(Boolean));
    expect(outcome).toBe('waits');
    await asOwner(cluster, async (client) => {
      for (const table of named) await client.query(`DROP TRIGGER refuse ON ${table}`);
    });
    expect(await writing).toBe('done');
    expect(await found()).toEqual(written);
  },
);

it('waits while the database is read-only, and reads meanwhile', async (context) => {
  const cluster = await ownCluster();
  if (typeof cluster === 'string') return context.skip(cluster);
  context.onTestFinished(() => cluster.remove());
  const { ledger, write, written: found } = await writers(cluster.url(schema));
  const readOnly = async (how: 'on' | 'off') =>
    await asOwner(cluster, async (client) => {
      await client.query(`ALTER SYSTEM SET default_transaction_read_only = ${how}`);
      await client.query('SELECT pg_reload_conf()');
    });
  await ledger.append([{ contest: 'd', events: [drawn('1')] }]);
  await readOnly('on');
  const refused = () =>
    asOwner(cluster, async (client) =>
      client.query('CREATE TEMP TABLE t ()').then(
        () => false,
        ({ code }: { code?: unknown }) => code === '25006',
      ),
    );
  await until(refused);
  const writing = write();
  // What a reader keeps for the next time is not worth waiting for.
  const digest = { name: 'n', version: 1, make: () => 'x' };
  expect(await ledger.events('d')).toHaveLength(1);
  expect(await ledger.digests(digest)).toEqual([]);
  await sleep(500);
  expect((await found()).keys).toEqual([]);
  await readOnly('off');
  await writing;
  expect(await found()).toEqual(written);
});
