// The roles that ship, on the queues of a pool: a reader sees, a submitter hands over and follows, a worker takes.
import { afterEach, expect, it } from 'vitest';
import { openDispatch } from '../../src/dispatch/dbos-dispatch.ts';
import { takeContests } from '../../src/dispatch/dbos-host.ts';
import type { Dispatch } from '../../src/dispatch/dispatch.ts';
import { Hosts } from '../../src/dispatch/hosts.ts';
import type { JoustEvent } from '../../src/domain/event.ts';
import { PostgresLedger } from '../../src/ledger/postgres/postgres-ledger.ts';
import { poolRoles } from '../setup/pool-roles.ts';
import { schemaFor, sharedCluster } from '../setup/postgres.ts';
import { until } from '../setup/until.ts';

const cluster = await sharedCluster();
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const about = {
  machine: 'm',
  joust: '0',
  protocol: 1,
  places: 1,
  labels: ['any'],
  kinds: ['read'] as const,
  lostAfterMs: 1000,
  process: '1 1',
};
const ticket = (contest: string) => ({ contest, label: 'any', kind: 'read', protocol: 1 }) as const;

async function opening(url: string, contest: string): Promise<void> {
  const ledger = new PostgresLedger({ url, now: () => new Date() });
  opened.push(ledger);
  const { label, kind, protocol } = ticket(contest);
  const prompt = await ledger.stage('why?');
  const event: JoustEvent = {
    type: 'contest.opened',
    v: 1,
    format: 'ask',
    formatVersion: 1,
    joustVersion: '0',
    seed: 's',
    roster: [],
    options: {},
    simulated: false,
    pool: { label, kind, protocol },
    task: { prompt: prompt.ref, cwd: '/', tier: 'read', files: [] },
  };
  await ledger.append([{ contest, events: [event], blobs: [prompt] }]);
}

it('let nobody do more in the pool than they may', async (context) => {
  if (typeof cluster === 'string') return context.skip(cluster);
  const schema = schemaFor(`pool roles ${process.pid} ${performance.now()}`);
  const open = async (at: string): Promise<Dispatch> => {
    const dispatch = await openDispatch(at);
    opened.push(dispatch);
    return dispatch;
  };
  const { urls } = await poolRoles(cluster, schema);
  const [reader, submitter] = [await open(urls.reader), await open(urls.submitter)];
  await opening(urls.submitter, 'c1');
  await expect(reader.submit(ticket('c1'))).rejects.toThrow('permission denied');
  await submitter.submit(ticket('c1'));
  // A contest is ended by its record: who may not take tickets off the queues leaves that to the hosts.
  await expect(submitter.cancel('c1')).rejects.toThrow('permission denied');
  await expect(submitter.submit(ticket('c2'))).rejects.toThrow('this role may not hand over c2.1');
  expect((await reader.list()).map(({ contest }) => contest)).toEqual(['c1']);
  expect(await reader.standing('c1')).toMatchObject({ state: 'queued' });
  const hostsOf = (at: string) => {
    const hosts = new Hosts(at);
    opened.push(hosts);
    return hosts;
  };
  await expect(hostsOf(urls.submitter).join('h', about)).rejects.toThrow(/permission denied|may not/);
  const hosts = hostsOf(urls.worker);
  const epoch = await hosts.join('h', about);
  expect(await hosts.beat('h', epoch, 1)).toBe('here');
  const played: string[] = [];
  const taking = await takeContests(urls.worker, {
    name: 'h',
    labels: ['any'],
    kinds: ['read'],
    free: () => 1,
    warn: () => undefined,
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
  expect(await hostsOf(urls.reader).list()).toMatchObject([{ name: 'h', state: 'here' }]);
});
