// Contests are put into the pool's queue by the append that opens them or answers their question: as a submitter, and over a lost commit.
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterEach, expect, it, type TestContext } from 'vitest';
import { openDispatch } from '../../src/dispatch/dbos-dispatch.ts';
import { handOver } from '../../src/dispatch/hand-over.ts';
import type { ContestOpened, JoustEvent } from '../../src/domain/event.ts';
import { PostgresLedger } from '../../src/ledger/postgres/postgres-ledger.ts';
import { type Cluster, schemaFor, sharedCluster } from '../setup/postgres.ts';
import { proxyTo } from '../setup/proxy.ts';

const cluster = await sharedCluster();
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Its owner has made the tables; `url` is a submitter's. */
async function submitterIn(context: TestContext): Promise<{ readonly url: string; readonly owner: string }> {
  if (typeof cluster === 'string') return context.skip(cluster);
  const server: Cluster = cluster;
  const schema = schemaFor(`hand over ${process.pid} ${performance.now()}`);
  const owner = server.url(schema);
  await (await openDispatch(owner)).close();
  const client = new pg.Client({ connectionString: server.url() });
  await client.connect();
  const rolesSql = readFileSync(new URL('../../schema/postgres-roles.sql', import.meta.url), 'utf8');
  await client.query(
    rolesSql
      .replaceAll(/\bSCHEMA joust\b/g, `SCHEMA ${schema}`)
      .replaceAll('joust.', `${schema}.`)
      .replaceAll('joust_dispatch', `${schema}_dispatch`),
  );
  await client.query(`CREATE ROLE ${schema}_s LOGIN PASSWORD 'x' IN ROLE joust_submitter`);
  await client.end();
  return { owner, url: owner.replace(/\/\/.*@/, `//${schema}_s:x@`) };
}

function ledgerAt(url: string): PostgresLedger {
  const ledger = new PostgresLedger({ url, now: () => new Date(), alongside: handOver(url) });
  closing.push(() => ledger.close());
  return ledger;
}

async function queued(url: string): Promise<readonly string[]> {
  const dispatch = await openDispatch(url);
  const found = (await dispatch.list()).map(
    ({ contest, playing, state }) => `${contest} ${playing} ${state}`,
  );
  await dispatch.close();
  return found.sort();
}

const pool = { label: 'any', kind: 'read', protocol: 1 } as const;
const opening = (more: Partial<ContestOpened> = {}): ContestOpened => ({
  type: 'contest.opened',
  v: 1,
  format: 'ask',
  formatVersion: 1,
  joustVersion: '0',
  seed: 's',
  roster: [],
  options: {},
  simulated: true,
  environment: {},
  pool,
  task: { prompt: { sha256: '0'.repeat(64), bytes: 0 }, cwd: '/', files: [], tier: 'read' },
  ...more,
});
const answered = (key: string, answer: string, by: 'terminal' | 'command'): JoustEvent => ({
  type: 'gate.answered',
  v: 1,
  key,
  inputs: 'i',
  answer,
  by,
});

it('hands over what is opened for the pool, once it is agreed to, and what is answered; never what a player writes', async (context) => {
  const { url, owner } = await submitterIn(context);
  const ledger = ledgerAt(url);
  const open = async (contest: string, more: Partial<ContestOpened> = {}) =>
    await ledger.append([{ contest, events: [opening(more)] }]);
  await open('here', { pool: undefined });
  await open('pooled');
  for (const contest of ['agreed', 'declined', 'waits']) await open(contest, { assent: 'Play?' });
  expect(await queued(owner)).toEqual(['pooled 1 queued']);
  await ledger.append([{ contest: 'agreed', events: [answered('assent', 'yes', 'terminal')] }]);
  await ledger.append([{ contest: 'declined', events: [answered('assent', 'no', 'terminal')] }]);
  await ledger.append([{ contest: 'here', events: [answered('pick', 'A', 'command')] }]);
  // Queued already.
  await ledger.append([{ contest: 'pooled', events: [answered('pick', 'A', 'command')] }]);
  expect(await queued(owner)).toEqual(['agreed 1 queued', 'pooled 1 queued']);
  const player = ledgerAt(owner);
  const lease = { bootId: 'b', pidNamespace: 'n', pid: 1, startTime: '1' };
  const { epoch } = await player.takeLease('waits', lease, () => false);
  await player.append([{ contest: 'waits', epoch, events: [answered('assent', 'yes', 'terminal')] }]);
  expect(await queued(owner)).toEqual(['agreed 1 queued', 'pooled 1 queued']);
});

it('does so once when the connection is lost right after the commit', async (context) => {
  const { url, owner } = await submitterIn(context);
  const port = new URL(url).port;
  await using proxy = await proxyTo(Number(port));
  const ledger = ledgerAt(url.replace(`:${port}/`, `:${proxy.port}/`));
  await ledger.append([{ contest: 'first', events: [opening()] }]);
  proxy.cutAt('COMMIT');
  await ledger.append([{ contest: 'second', events: [opening()] }]);
  expect(proxy.cuts()).toBe(1);
  expect(await ledger.events('second')).toHaveLength(1);
  expect(await queued(owner)).toEqual(['first 1 queued', 'second 1 queued']);
});
