// What a pool of hosts costs: contests of a known length beside the time they must take, contests that do nothing on SQLite,
// PostgreSQL and in the pool, and appends beside plain inserts. Run by `npm run bench:pool [CONTESTS]`.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Contestant } from '../src/domain/contestant.ts';
import type { JoustEvent } from '../src/domain/event.ts';
import type { Ledger, LedgerOpener } from '../src/ledger/ledger.ts';
import { PostgresLedger } from '../src/ledger/postgres/postgres-ledger.ts';
import { SqliteLedger } from '../src/ledger/sqlite/sqlite-ledger.ts';
import { playContest } from '../src/play/play.ts';
import { poolPlace, whyNoMachines } from '../tests/setup/pool-place.ts';
import { type Cluster, ownCluster } from '../tests/setup/postgres.ts';
import { world } from '../tests/setup/world.ts';
import type { BenchRow } from './bench-ledger.ts';

const contests = Number(process.argv[2] ?? 60);
const attemptMs = 2000;
const places = 4;
const rounds = 7;
const perRound = 40;
const folder = mkdtempSync(join(tmpdir(), 'joust-bench-pool-'));
const cluster = await ownCluster();
if (typeof cluster === 'string') {
  console.log(`NOTHING CAN BE MEASURED: ${cluster}`);
  process.exit(1);
}
if (whyNoMachines !== undefined) console.log(`${whyNoMachines}.`);

try {
  const rows = [...(await lasting(cluster)), ...(await empty(cluster)), ...(await appends(cluster))];
  const widths = [44, 14, 44, 12, 4];
  for (const { what, figure, beside, target, met } of [
    { what: 'what', figure: 'figure', beside: 'beside', target: 'target', met: 'met' },
    ...rows,
  ])
    console.log(
      [what, figure, beside, target, met].map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' '),
    );
  console.log(
    `Load of the machine: ${loadavg()
      .map((one) => one.toFixed(1))
      .join(', ')}.`,
  );
} finally {
  cluster.remove();
  rmSync(folder, { recursive: true, force: true });
}

/** Everything waits when the hosts come; counted from the first start to the last close, by the database's clock. */
async function pooled(where: Cluster, hosts: number, seconds: string): Promise<number> {
  await using place = poolPlace((schema) => where.url(schema), { seconds });
  await place.submit(Array.from({ length: contests }, (_, at) => `contest ${at}`));
  await Promise.all(Array.from({ length: hosts }, () => place.host().work(['--places', String(places)])));
  const ms = await spanOf(place.url);
  const paid = place.bill().length;
  if (paid !== 2 * contests) console.log(`NOT PLAYED ONCE: ${paid} attempts of ${contests} contests.`);
  return ms;
}

/** Once all are closed, from the first start on; looked for with as little as can be. */
async function spanOf(url: string): Promise<number> {
  const { searchParams, href } = new URL(url);
  const client = new pg.Client(href.replace(/\?.*$/, ''));
  await client.connect();
  const query = `SELECT min(at) FILTER (WHERE type = 'attempt.started') AS first, max(at) AS last,
    count(*) FILTER (WHERE type = 'contest.closed') AS closed FROM "${searchParams.get('schema')}".events`;
  try {
    for (;;) {
      const [row] = (await client.query<{ first: string; last: string; closed: string }>(query)).rows;
      if (row !== undefined && Number(row.closed) === contests)
        return Date.parse(row.last) - Date.parse(row.first);
      await sleep(200);
    }
  } finally {
    await client.end();
  }
}

async function lasting(where: Cluster): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { hosts, most } of [
    { hosts: 1, most: 1.3 },
    { hosts: 3, most: 1.5 },
  ]) {
    const ms = await pooled(where, hosts, String(attemptMs / 1000));
    const idealMs = Math.ceil(contests / (hosts * places)) * attemptMs;
    rows.push({
      what: `${contests} contests of 2 s, ${hosts === 1 ? '1 host' : `${hosts} hosts`} with ${places} places`,
      figure: `${(ms / 1000).toFixed(1)} s`,
      beside: `ideal ${idealMs / 1000} s, ratio ${(ms / idealMs).toFixed(2)}`,
      target: `${most} x ideal`,
      met: ms <= most * idealMs ? 'yes' : 'NO',
    });
  }
  return rows;
}

/** Two attempts that end at once. */
async function empty(where: Cluster): Promise<readonly BenchRow[]> {
  const rate = (ms: number) => contests / (ms / 1000);
  const sqlite = rate(await alone(({ home, now }) => new SqliteLedger(home, now), 'sqlite'));
  const postgres = rate(
    await alone(({ now }) => new PostgresLedger({ url: where.url('bench_alone'), now }), 'postgres'),
  );
  const sides = [
    { what: 'on PostgreSQL, one process', perSecond: postgres, least: 0.7 },
    { what: 'in a pool of 1 host', perSecond: rate(await pooled(where, 1, '0')), least: 0.6 },
    { what: 'in a pool of 3 hosts', perSecond: rate(await pooled(where, 3, '0')), least: 0.9 },
  ];
  return sides.map(({ what, perSecond, least }) => ({
    what: `empty contests ${what}`,
    figure: `${perSecond.toFixed(1)}/s`,
    beside: `SQLite, one process ${sqlite.toFixed(1)}/s, ratio ${(perSecond / sqlite).toFixed(2)}`,
    target: `${least} x`,
    met: perSecond >= least * sqlite ? 'yes' : 'NO',
  }));
}

/** As many at once as a host has places, all in this process. */
async function alone(openLedger: LedgerOpener, name: string): Promise<number> {
  const here = join(folder, name);
  mkdirSync(here);
  const roster: Contestant[] = ['a', 'b'].map((who) => ({
    name: who,
    agent: 'command',
    settings: { command: ['/bin/sh', '-c', 'sleep 0; echo an answer'] },
  }));
  const request = { format: 'ask', prompt: 'why?', files: [], cwd: here, tier: 'read', roster } as const;
  const one = () =>
    playContest({ ...request, joustVersion: '0', options: {} }, { ...world(here, { openLedger }) });
  await one();
  let left = contests;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: places }, async () => {
      while (left-- > 0) await one();
    }),
  );
  return performance.now() - began;
}

/** Rounds of each side in turn, so that noise hits all of them. What is told is on disk for both. */
async function appends(where: Cluster): Promise<readonly BenchRow[]> {
  const home = join(folder, 'appends');
  mkdirSync(home);
  const event: JoustEvent = { type: 'draw.made', v: 1, key: 'k', inputs: 'i', value: [0.5] };
  const body = JSON.stringify(event);
  const file = new DatabaseSync(join(home, 'plain.db'));
  file.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE events (seq INTEGER PRIMARY KEY, contest, body)',
  );
  const insert = file.prepare('INSERT INTO events (contest, body) VALUES (?, ?)');
  const client = new pg.Client(where.url());
  await client.connect();
  await client.query(
    `SET synchronous_commit = on; CREATE TABLE plain (seq bigserial PRIMARY KEY, contest text, body text)`,
  );
  const sqlite = new SqliteLedger(join(home, 'ledger'), () => new Date());
  const postgres = new PostgresLedger({ url: where.url('bench_appends'), now: () => new Date() });
  const appending = (ledger: Ledger) => async () =>
    void (await ledger.append([{ contest: 'bench', events: [event] }]));
  const sides = {
    'plain SQLite': async () => void insert.run('bench', body),
    SQLite: appending(sqlite),
    'plain PostgreSQL': async () =>
      void (await client.query('INSERT INTO plain (contest, body) VALUES ($1, $2)', ['bench', body])),
    PostgreSQL: appending(postgres),
  };
  const times: Record<string, number[]> = Object.fromEntries(Object.keys(sides).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const [name, side] of Object.entries(sides)) {
      const began = performance.now();
      for (let at = 0; at < perRound; at += 1) await side();
      times[name]?.push((performance.now() - began) / perRound);
    }
  file.close();
  await client.end();
  await sqlite.close();
  await postgres.close();
  const median = (name: string) =>
    (times[name] ?? []).sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN;
  return [
    { name: 'SQLite', most: 3 },
    { name: 'PostgreSQL', most: 6 },
  ].map(({ name, most }) => {
    const [ours, plain] = [median(name), median(`plain ${name}`)];
    return {
      what: `an append to the ledger on ${name}`,
      figure: `${ours.toFixed(2)} ms`,
      beside: `plain insert ${plain.toFixed(2)} ms, ratio ${(ours / plain).toFixed(2)}`,
      target: `${most} x`,
      met: ours <= most * plain ? 'yes' : 'NO',
    };
  });
}
