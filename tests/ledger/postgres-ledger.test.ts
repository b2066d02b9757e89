// What only the PostgreSQL ledger can meet: connections that are lost, roles, another clock, tables of a newer joust, content in pieces.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import type { JoustEvent } from '../../src/domain/event.ts';
import { JoustError } from '../../src/domain/joust-error.ts';
import { PostgresLedger } from '../../src/ledger/postgres/postgres-ledger.ts';
import { poolRoles } from '../setup/pool-roles.ts';
import { type Cluster, password, schemaFor, sharedCluster } from '../setup/postgres.ts';
import { finished } from '../setup/project.ts';
import { proxyTo } from '../setup/proxy.ts';
import { until } from '../setup/until.ts';

const cluster = await sharedCluster();
let made = 0;
let schema: string;
const opened: PostgresLedger[] = [];

beforeEach((context: TestContext) => {
  if (typeof cluster === 'string') context.skip(cluster);
  schema = schemaFor(`postgres ${process.pid} ${made++}`);
});
afterEach(async () => {
  for (const ledger of opened.splice(0)) await ledger.close();
});

const server = () => cluster as Cluster;

function open(url = server().url(schema), now = () => new Date()): PostgresLedger {
  const ledger = new PostgresLedger({ url, now });
  opened.push(ledger);
  return ledger;
}

async function sql(text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: server().url() });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const drawn = (key: string): JoustEvent => ({ type: 'draw.made', v: 1, key, inputs: 'i', value: key });
const cancelled: JoustEvent = { type: 'contest.cancelled', v: 1 };
const owner = (pid: number) => ({ bootId: 'b', pidNamespace: 'n', pid, startTime: '1' });

async function refusal(work: Promise<unknown>): Promise<JoustError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof JoustError)) throw error ?? new Error('it was not refused');
  const told = `${error.message} ${error.hint} ${error.stack}`;
  for (const secret of [password, encodeURIComponent(password), 'wrong-password'])
    expect(told).not.toContain(secret);
  return error;
}

it('may have two ledgers, which one process has open at once', async () => {
  const [one, other] = [open(), open(server().url(`${schema}_2`))];
  await one.append([{ contest: 'c', events: [drawn('1')] }]);
  await other.append([{ contest: 'c', events: [drawn('2')] }]);
  expect((await one.events('c')).map(({ event }) => event)).toEqual([drawn('1')]);
  expect((await other.events('c')).map(({ event }) => event)).toEqual([drawn('2')]);
});

describe('a database that cannot be used', () => {
  it('is refused when a newer joust made the tables, and left as it is', async () => {
    await open().append([{ contest: 'c', events: [drawn('1')] }]);
    await sql(`UPDATE ${schema}.version SET number = 77`);
    for (const ledger of opened.splice(0)) await ledger.close();
    const error = await refusal(open().events('c'));
    expect(error).toMatchObject({
      code: 'ledger',
      message: expect.stringContaining('newer joust (schema 77)'),
    });
    expect(error.hint).toMatch(/update joust/i);
    expect(await sql(`SELECT count(*)::int AS n FROM ${schema}.events`)).toEqual([{ n: 1 }]);
  });

  it('is told at once where nobody listens, with the place and without the password', async () => {
    const error = await refusal(open('postgres://me:wrong-password@127.0.0.1:1/joust').events('c'));
    expect(error).toMatchObject({ code: 'ledger' });
    expect(error.message).toBe(
      'the ledger in PostgreSQL 127.0.0.1:1/joust: connect ECONNREFUSED 127.0.0.1:1',
    );
    expect(error.hint).toContain('JOUST_LEDGER');
  });

  it('is told where the password is wrong, the database missing or its letters are not ours', async () => {
    const { port } = server();
    const wrong = await refusal(
      open(`postgres://joust:wrong-password@127.0.0.1:${port}/postgres`).events('c'),
    );
    expect([wrong.message, wrong.hint]).toEqual([
      expect.stringContaining('password authentication failed'),
      expect.stringContaining('user and password'),
    ]);
    const missing = await refusal(open(server().url().replace('/postgres', '/nowhere')).events('c'));
    expect([missing.message, missing.hint]).toEqual([
      expect.stringContaining('"nowhere"'),
      expect.stringContaining('createdb'),
    ]);
    await sql(`CREATE DATABASE ${schema} ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'`);
    const latin = await refusal(open(server().url().replace('/postgres', `/${schema}`)).events('c'));
    expect(latin.message).toContain('not in UTF-8 (LATIN1)');
  });
});

describe('a connection that is lost', () => {
  it('right after a commit does not make anything twice', async () => {
    await using proxy = await proxyTo(server().port);
    const url = server().url(schema).replace(`:${server().port}/`, `:${proxy.port}/`);
    const ledger = open(url);
    await ledger.append([{ contest: 'c', events: [drawn('1')] }]);
    proxy.cutAt('COMMIT');
    const stored = await ledger.append([{ contest: 'c', events: [drawn('2'), drawn('3')] }]);
    expect(proxy.cuts()).toBe(1);
    const events = await ledger.events('c');
    expect(events.map(({ event }) => 'key' in event && event.key)).toEqual(['1', '2', '3']);
    expect(events.slice(1)).toEqual(stored);
  });

  it('amid a transaction is begun again, and before it is only reconnected', async () => {
    await using proxy = await proxyTo(server().port);
    const ledger = open(server().url(schema).replace(`:${server().port}/`, `:${proxy.port}/`));
    await ledger.append([{ contest: 'c', events: [drawn('1')] }]);
    proxy.cutAt('INSERT INTO');
    await ledger.append([{ contest: 'c', events: [drawn('2')] }]);
    proxy.cutAt('BEGIN');
    const { epoch } = await ledger.takeLease('c', owner(1), () => false);
    proxy.cutAt('SELECT');
    expect(await ledger.events('c')).toHaveLength(2);
    expect([epoch, proxy.cuts()]).toEqual([1, 3]);
  });

  it('for a while is waited for, and those who wait for news hear of them afterwards', async () => {
    await using proxy = await proxyTo(server().port);
    const ledger = open(server().url(schema).replace(`:${server().port}/`, `:${proxy.port}/`));
    await ledger.append([{ contest: 'c', events: [drawn('1')] }]);
    const [first] = await ledger.events('c');
    const waiting = ledger.waitForNews(first?.seq ?? 0, { signal: new AbortController().signal });
    const back = await proxy.stop();
    const late = ledger.append([{ contest: 'd', events: [drawn('late')] }]);
    await sleep(100);
    await open().append([{ contest: 'c', events: [drawn('2')] }]);
    await back();
    expect(await waiting).toBe(true);
    expect(await late).toHaveLength(1);
  });

  it('of a player that was stopped amid a transaction holds nobody up', async () => {
    const ledger = open();
    await ledger.append([{ contest: 'c', events: [drawn('1')] }]);
    await using proxy = await proxyTo(server().port);
    const stopped = open(server().url(schema).replace(`:${server().port}/`, `:${proxy.port}/`));
    await stopped.events('c');
    proxy.freezeAt('INSERT INTO');
    const never = stopped.append([{ contest: 'c', events: [drawn('stopped')] }]).catch(() => undefined);
    while (proxy.cuts() === 0) await sleep(20);
    await ledger.append([{ contest: 'c', events: [drawn('2')] }]);
    expect((await ledger.events('c')).map(({ event }) => 'key' in event && event.key)).toEqual(['1', '2']);
    proxy.thaw();
    await never;
  }, 60_000);
});

describe('the order of the record', () => {
  it('misses nobody who was slow: what is read on from a place is everything that came after it', async () => {
    const [one, two, reader] = [open(), open(), open()];
    const writing = Promise.all(
      [one, two].map(async (ledger, who) => {
        for (let index = 0; index < 40; index += 1)
          await ledger.append([{ contest: `c${who}-${index % 5}`, events: [drawn(`${who}-${index}`)] }]);
      }),
    );
    let over = false;
    void writing.then(() => {
      over = true;
    });
    const read: number[] = [];
    for (let last = false; !last; ) {
      last = over;
      for (const { seq } of await reader.eventsAfter(read.at(-1) ?? 0)) read.push(seq);
    }
    expect(read).toEqual((await reader.eventsAfter(0)).map(({ seq }) => seq));
    expect(read).toHaveLength(80);
  });
});

describe('the clock', () => {
  it('is the database’s, for events and for how long a player was silent', async () => {
    const fast = open(undefined, () => new Date(Date.now() + 3_600_000));
    const [stored] = await fast.append([{ contest: 'c', events: [drawn('1')] }]);
    expect(Math.abs(Date.parse(stored?.at ?? '') - Date.now())).toBeLessThan(600_000);
    await fast.takeLease('c', owner(1), () => false);
    await sql(`UPDATE ${schema}.leases SET beat_at = beat_at - interval '1000 s'`);
    for (const [ledger, ahead] of [
      [fast, 3_600_000],
      [open(), 0],
    ] as const) {
      const { beatAt } = (await ledger.lease('c')) ?? { beatAt: new Date(0) };
      const silentMs = Date.now() + ahead - beatAt.getTime();
      expect(silentMs).toBeGreaterThanOrEqual(999_000);
      expect(silentMs).toBeLessThan(1_600_000);
    }
  });
});

describe('content', () => {
  it('of 100 MB comes and goes in pieces, with less than 50 MB of memory', async () => {
    const source = new URL('../../src/ledger/postgres/postgres-ledger.ts', import.meta.url).href;
    const program = `
      const { PostgresLedger } = await import('${source}');
      const ledger = new PostgresLedger({ url: process.env.URL, now: () => new Date() });
      await ledger.events('c');
      // Buffers that the first one finds are given back beside us, and are gone for certain when the second one begins.
      const taken = () => {
        gc();
        gc();
        const { heapUsed, external } = process.memoryUsage();
        return heapUsed + external;
      };
      const before = taken();
      let [most, looks] = [0, 0];
      const look = () => { if (looks++ % 50 === 0) most = Math.max(most, taken() - before); };
      async function* content() {
        for (let index = 0; index < 1600; index += 1) {
          look();
          yield Buffer.alloc(64 * 1024, index % 251);
        }
      }
      const staged = await ledger.stageStream(content());
      await ledger.append([{ contest: 'c', events: [], blobs: [staged] }]);
      let bytes = 0;
      for await (const piece of ledger.blobStream(staged.ref)) {
        bytes += piece.length;
        look();
      }
      console.log(JSON.stringify({ bytes, most }));
      await ledger.close();`;
    // Without what is garbage already: Node takes its time with that while there is memory.
    const args = ['--expose-gc', '--input-type=module', '-e', program];
    const env = { ...process.env, URL: server().url(schema) };
    const { code, stdout, stderr } = await finished(spawn(process.execPath, args, { env }));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { bytes, most } = JSON.parse(stdout) as { bytes: number; most: number };
    expect(bytes).toBe(100 * 1024 * 1024);
    expect(most).toBeLessThan(50_000_000);
  });

  it('that nobody names goes after an hour, with what was begun and never finished', async () => {
    const ledger = open();
    const large = Buffer.alloc(2_500_000, 7);
    const { ref } = await ledger.stage(large);
    const half = ledger.stageStream(
      (async function* () {
        yield Buffer.alloc(3_000_000, 8);
        throw new Error('the reader broke');
      })(),
    );
    await expect(half).rejects.toThrow('the reader broke');
    expect(await ledger.removeStrays()).toEqual({ blobs: 0, bytes: 0 });
    await sql(`UPDATE ${schema}.blobs SET at = at - interval '2 hours'`);
    expect((await ledger.removeStrays({ dryRun: true })).blobs).toBe(2);
    // Stored again it is new.
    const again = await ledger.stage(large);
    expect((await ledger.removeStrays()).blobs).toBe(1);
    await ledger.append([{ contest: 'c', events: [], blobs: [again] }]);
    expect((await ledger.blob(ref)).equals(large)).toBe(true);
    expect(await sql(`SELECT count(*)::int AS n FROM ${schema}.chunks`)).toEqual([{ n: 10 }]);
  });
});

it('brings the tables of an older joust up to date, and reads what it stored', async () => {
  const old = open();
  const [small, large] = await Promise.all([old.stage('small'), old.stage(Buffer.alloc(600_000, 'large'))]);
  await old.append([{ contest: 'c', events: [drawn('1')], blobs: [small, large] }]);
  await old.close();
  const made = [
    'put_content(bytea[])',
    'keep_content(text)',
    'begin_content()',
    'put_piece(bigint, int, bytea)',
  ];
  for (const name of [...made, 'name_content(bigint, text, bigint)', 'check_event()', 'check_lease()'])
    await sql(`DROP FUNCTION ${schema}.${name} CASCADE`);
  await sql(`ALTER TABLE ${schema}.blobs DROP COLUMN writer; UPDATE ${schema}.version SET number = 2`);
  const ledger = open();
  expect((await ledger.blob(large.ref)).length).toBe(600_000);
  const more = await ledger.stage(Buffer.alloc(700_000, 'more'));
  await ledger.append([{ contest: 'c', events: [drawn('2')], blobs: [more, await ledger.stage('small')] }]);
  expect([(await ledger.blob(more.ref)).length, (await ledger.blob(small.ref)).toString()]).toEqual([
    700_000,
    'small',
  ]);
});

it('takes notifications that it cannot read for news, whoever sends them', async () => {
  const ledger = open();
  const [{ seq } = { seq: 0 }] = await ledger.append([{ contest: 'c', events: [drawn('1')] }]);
  const wait = () => ledger.waitForNews(seq, { contest: 'c', signal: AbortSignal.timeout(30_000) });
  const news = wait();
  const channel = `joust_${createHash('sha256').update(schema).digest('hex').slice(0, 12)}`;
  const listens = `SELECT 1 FROM pg_stat_activity WHERE query = 'LISTEN ${channel}' AND state = 'idle'`;
  await until(async () => (await sql(listens)).length > 0);
  for (const payload of ['{', '{}', '[1]', '[[1,2,3]]']) await sql(`NOTIFY ${channel}, '${payload}'`);
  const other = open(`${server().url(schema)}&application_name=other`);
  await other.append([{ contest: 'c', events: [drawn('2')] }]);
  expect(await news).toBe(true);
});

it('listens on one connection, however many ledgers of a process follow contests, and again after that is lost', async () => {
  const ledgers = Array.from({ length: 5 }, () => open());
  const channel = `joust_${createHash('sha256').update(schema).digest('hex').slice(0, 12)}`;
  const listening = () => sql(`SELECT pid FROM pg_stat_activity WHERE query = 'LISTEN ${channel}'`);
  const other = open(`${server().url(schema)}&application_name=other`);
  let seq = (await other.append([{ contest: 'c', events: [drawn('0')] }])).at(-1)?.seq ?? 0;
  const follow = () =>
    ledgers.map((ledger) => ledger.waitForNews(seq, { contest: 'c', signal: AbortSignal.timeout(30_000) }));
  for (const key of ['1', '2']) {
    const news = follow();
    await until(async () => (await listening()).length > 0);
    const [connection] = await listening();
    expect(await listening()).toHaveLength(1);
    seq = (await other.append([{ contest: 'c', events: [drawn(key)] }])).at(-1)?.seq ?? 0;
    expect(await Promise.all(news)).toEqual([true, true, true, true, true]);
    await sql(`SELECT pg_terminate_backend(${connection?.['pid']})`);
    await until(async () => (await listening()).every(({ pid }) => pid !== connection?.['pid']));
  }
  const waiting = follow();
  await until(async () => (await listening()).length === 1);
  for (const ledger of ledgers.slice(1)) await ledger.close();
  expect(await listening()).toHaveLength(1);
  await ledgers[0]?.close();
  await until(async () => (await listening()).length === 0);
  void Promise.allSettled(waiting);
});

describe('the roles that ship', () => {
  const place = async () => {
    const { urls } = await poolRoles(server(), schema);
    return { reader: open(urls.reader), submitter: open(urls.submitter), worker: open(urls.worker) };
  };
  const denied = async (work: Promise<unknown>) =>
    expect(await refusal(work)).toMatchObject({
      code: 'ledger',
      hint: expect.stringContaining('postgres-roles.sql'),
    });

  it('read, submit and play, each no more than it may', async () => {
    const { reader, submitter, worker } = await place();
    await worker.append([{ contest: 'c', events: [drawn('1')] }]);
    const digest = { name: 'n', version: 1, make: () => 'x' };
    expect(await reader.events('c')).toHaveLength(1);
    expect(await reader.eventsAfter(0)).toHaveLength(1);
    expect(await reader.digests(digest)).toEqual([]);
    await denied(reader.append([{ contest: 'c', events: [cancelled] }]));
    await submitter.append([
      { contest: 'c', events: [cancelled], blobs: [await submitter.stage(Buffer.alloc(400_000))] },
    ]);
    await denied(submitter.append([{ contest: 'c', events: [drawn('2')] }]));
    await denied(submitter.takeLease('c', owner(1), () => true));
    const remove = { contests: ['c'], what: 'everything', gone: () => true } as const;
    await denied(submitter.remove(remove));
    const { epoch } = await worker.takeLease('c', owner(1), () => true);
    await worker.append([{ contest: 'c', epoch, events: [drawn('3')] }]);
    expect((await worker.remove(remove)).removed).toHaveLength(1);
  });

  it('gives no content out that is not what its hash says, small or large', async () => {
    const { urls } = await poolRoles(server(), schema);
    const [submitter, worker] = [open(urls.submitter), open(urls.worker)];
    const [small, large] = [Buffer.from('true'), Buffer.alloc(600_000, 'true')];
    const refOf = (content: Buffer) => ({
      sha256: createHash('sha256').update(content).digest('hex'),
      bytes: content.length,
    });
    // Small content is hashed by the database; whoever stores large content names it.
    const forge = new pg.Client({ connectionString: urls.submitter.replace(/\?.*$/, '') });
    await forge.connect();
    await forge.query(`SELECT ${schema}.put_content(ARRAY['forged'::bytea])`);
    const begun = `(SELECT max(id) FROM ${schema}.blobs WHERE sha256 IS NULL)`;
    await forge.query(`SELECT ${schema}.begin_content()`);
    await forge.query(`SELECT ${schema}.put_piece(${begun}, 0, 'forged')`);
    await expect(
      forge.query(`SELECT ${schema}.name_content(${begun}, '${refOf(large).sha256}', 600000)`),
    ).rejects.toThrow('is not whole');
    await forge.query(`SELECT ${schema}.name_content(${begun}, '${refOf(large).sha256}', 6)`);
    await forge.end();
    await submitter.append([
      {
        contest: 'c',
        events: [cancelled],
        blobs: [await submitter.stage(small), await submitter.stage(large)],
      },
    ]);
    expect((await worker.blob(refOf(small))).toString()).toBe('true');
    await expect(worker.blob(refOf(large))).rejects.toThrow('is not what its hash says');
  });
});
