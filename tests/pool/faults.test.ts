// A database that refuses for a while amid contests that cost: what runs runs on, and each attempt is on the bill once.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, type TestContext } from 'vitest';
import { type PoolPlace, paidOf, paidOnce, poolPlace } from '../setup/pool-place.ts';
import { type Cluster, ownCluster, password, sqlIn } from '../setup/postgres.ts';
import { until } from '../setup/until.ts';

/** Nobody is given up, however busy the machine is. */
const patient = ['--places', '2', '--lost-after', '80s'];
const prompts = Array.from({ length: 4 }, (_, at) => `contest ${at}`);
/** Longer than it takes for every lease and host to be beaten. */
const refusalMs = 6000;

async function clusterFor(context: TestContext): Promise<Cluster> {
  const cluster = await ownCluster();
  if (typeof cluster === 'string') return context.skip(cluster);
  context.onTestFinished(() => cluster.remove());
  return cluster;
}

/** Half of the attempts end while the database refuses, the others run on and end afterwards. */
async function refusedAmid(place: PoolPlace, refuse: () => Promise<void>, again: () => void) {
  const workers = await Promise.all([place.host().work(patient), place.host().work(patient)]);
  const ids = await place.submit(prompts);
  await until(() => place.bill().length === 2 * prompts.length);
  const refusing = refuse();
  place.go('a');
  await until(() => place.bill().filter(({ ended }) => ended).length === prompts.length);
  await refusing;
  // Those that run still do: nobody has ended them, or begun them again.
  expect(paidOf(place.bill())).toEqual(paidOnce(prompts));
  again();
  place.go();
  await place.closed(ids);
  expect(paidOf(place.bill())).toEqual(paidOnce(prompts));
  expect(place.bill().every(({ ended }) => ended)).toBe(true);
  const records = await Promise.all(ids.map((id) => place.events(id)));
  const types = records.flat().map(({ type }) => type);
  expect(types.filter((type) => type === 'attempt.ended')).toHaveLength(2 * prompts.length);
  expect(types).not.toContain('attempt.lost');
  expect(types).not.toContain('attempt.interrupted');
  // One line for the fault, in the words of joust.
  for (const worker of workers) {
    expect(worker.said().split('The queue has a fault').length).toBeLessThanOrEqual(2);
    expect(worker.said()).not.toMatch(/startable workflows|system database|Unexpected error/);
  }
  return workers;
}

describe('a pool of hosts', () => {
  it('runs no attempt twice when its database takes no writes for a while', async (context) => {
    const cluster = await clusterFor(context);
    await using place = poolPlace((schema) => cluster.url(schema));
    const readOnly = (how: 'on' | 'off') =>
      sqlIn(
        cluster.url(),
        `ALTER SYSTEM SET default_transaction_read_only = ${how}`,
        'SELECT pg_reload_conf()',
      );
    const refuse = async () => {
      readOnly('on');
      await sleep(refusalMs);
    };
    const [worker] = await refusedAmid(place, refuse, () => readOnly('off'));
    expect(worker?.said()).toContain('read-only transaction');
  });

  it('runs no attempt twice when an administrator ends its connections, over and over', async (context) => {
    const cluster = await clusterFor(context);
    await using place = poolPlace((schema) => cluster.url(schema));
    const refuse = async () => {
      for (let times = 0; times < 20; times += 1) {
        sqlIn(cluster.url(), endAll);
        await sleep(refusalMs / 20);
      }
    };
    await refusedAmid(place, refuse, () => undefined);
  });

  it('runs no attempt twice when its role has no connection left', async (context) => {
    const cluster = await clusterFor(context);
    const role = (limit: number) => `ALTER ROLE pool_hosts CONNECTION LIMIT ${limit}`;
    sqlIn(
      cluster.url(),
      `CREATE ROLE pool_hosts LOGIN PASSWORD 'x'`,
      'GRANT CREATE ON DATABASE postgres TO pool_hosts',
    );
    const url = (schema: string) =>
      cluster.url(schema).replace(`joust:${encodeURIComponent(password)}@`, 'pool_hosts:x@');
    await using place = poolPlace(url);
    const refuse = async () => {
      sqlIn(cluster.url(), role(0), endAll);
      await sleep(refusalMs);
    };
    await refusedAmid(place, refuse, () => sqlIn(cluster.url(), role(-1)));
  });
});

const endAll =
  'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename IS NOT NULL';
