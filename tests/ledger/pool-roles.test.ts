// The roles that ship, on the queues of a pool: a reader sees, a submitter hands over and follows, a worker takes.
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import { openDispatch } from '../../src/dispatch/dbos-dispatch.ts';
import { takeContests } from '../../src/dispatch/dbos-host.ts';
import type { Dispatch } from '../../src/dispatch/dispatch.ts';
import { Hosts } from '../../src/dispatch/hosts.ts';
import { schemaFor, sharedCluster } from '../setup/postgres.ts';
import { until } from '../setup/until.ts';

const cluster = await sharedCluster();
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const about = {
  ...{ machine: 'm', joust: '0', protocol: 1, places: 1, labels: ['any'], kinds: ['read'] as const },
  ...{ lostAfterMs: 1000, process: '1 1' },
};
const ticket = (contest: string) => ({ contest, label: 'any', kind: 'read', protocol: 1 }) as const;

it('let nobody do more in the pool than they may', async (context) => {
  if (typeof cluster === 'string') return context.skip(cluster);
  const schema = schemaFor(`pool roles ${process.pid} ${performance.now()}`);
  const url = cluster.url(schema);
  const open = async (at: string): Promise<Dispatch> => {
    const dispatch = await openDispatch(at);
    opened.push(dispatch);
    return dispatch;
  };
  // The owner makes the tables and the queues.
  await open(url);
  const client = new pg.Client({ connectionString: cluster.url() });
  await client.connect();
  const rolesSql = readFileSync(new URL('../../schema/postgres-roles.sql', import.meta.url), 'utf8');
  await client.query(
    rolesSql
      .replaceAll(/\bSCHEMA joust\b/g, `SCHEMA ${schema}`)
      .replaceAll('joust.', `${schema}.`)
      .replaceAll('joust_dispatch', `${schema}_dispatch`),
  );
  const as = async (role: string) => {
    await client.query(`CREATE ROLE ${schema}_${role} LOGIN PASSWORD 'x' IN ROLE joust_${role}`);
    return url.replace(/\/\/.*@/, `//${schema}_${role}:x@`);
  };
  const [readerUrl, submitterUrl, workerUrl] = [
    await as('reader'),
    await as('submitter'),
    await as('worker'),
  ];
  await client.end();
  const [reader, submitter] = [await open(readerUrl), await open(submitterUrl)];
  await expect(reader.submit(ticket('c0'))).rejects.toThrow('permission denied');
  await submitter.submit(ticket('c1'));
  await submitter.submit(ticket('c2'));
  await expect(reader.cancel('c2')).rejects.toThrow('permission denied');
  await submitter.cancel('c2');
  expect((await reader.list()).map(({ contest }) => contest)).toEqual(['c1']);
  expect([await reader.standing('c1'), await submitter.standing('c2')]).toMatchObject([
    { state: 'queued' },
    { state: 'over' },
  ]);
  const hostsOf = (at: string) => {
    const hosts = new Hosts(at);
    opened.push(hosts);
    return hosts;
  };
  await expect(hostsOf(submitterUrl).join('h', about)).rejects.toThrow(/permission denied|may not/);
  const hosts = hostsOf(workerUrl);
  const epoch = await hosts.join('h', about);
  expect(await hosts.beat('h', epoch, 1)).toBe('here');
  const played: string[] = [];
  const taking = await takeContests(workerUrl, {
    ...{ name: 'h', labels: ['any'], kinds: ['read'], free: () => 1, warn: () => undefined },
    play: async ({ contest }) => {
      played.push(contest);
      return 'over';
    },
  });
  try {
    await until(async () => (await reader.standing('c1')).state === 'over');
  } finally {
    await taking.stop();
  }
  expect(played).toEqual(['c1']);
  expect(await hostsOf(readerUrl).list()).toMatchObject([{ name: 'h', state: 'here' }]);
});
