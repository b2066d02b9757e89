// What the server of the page costs: how late events and words are with many readers, its memory, a long list. Rows for
// `npm run bench:web`.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JoustEvent } from '../src/domain/event.ts';
import { SqliteLedger } from '../src/ledger/sqlite/sqlite-ledger.ts';
import type { BenchRow } from './bench-ledger.ts';
import { type Lateness, lateness, stamp } from './bench-web-clients.ts';

const bin = resolve('bin/joust.cjs');
const clients = resolve('scripts/bench-web-clients.ts');
const readers = 50;
const eventsPerSecond = 1000;
const seconds = 8;
const listed = 1000;
const speakers = 8;
const targets = { eventMs: 60, wordMs: 60, rssMb: 200, listMs: 500 };

/** A served place of the bench, for rows of others as well. */
export interface ServedPlace extends AsyncDisposable {
  readonly url: string;
  readonly token: string;
  readonly home: string;
  readonly folder: string;
  readonly pid: number;
  api(path: string, body?: object): Promise<unknown>;
}

/** The folder is the caller's to remove. */
export async function serverRows(folder: string): Promise<readonly BenchRow[]> {
  await using place = await servedPlace(folder);
  const ledger = new SqliteLedger(place.home, () => new Date());
  const atRest = rssMb(place.pid);
  try {
    const idle = await eventsTo(place, ledger, { count: 1, perSecond: 20 });
    const busy = await eventsTo(place, ledger, { count: readers, perSecond: eventsPerSecond });
    const bare = await bareTo(readers);
    const words = await wordsTo(place, 10);
    const list = await listRow(place);
    const peak = peakMb(place.pid);
    return [
      latenessRow(`${eventsPerSecond} events/s to ${readers} readers, p95`, busy, {
        target: targets.eventMs,
        beside: `a bare server p95 ${ms(bare.p95)}; one reader, 20 events/s ${ms(idle.p95)}`,
      }),
      latenessRow(`words of ${speakers} attempts to 10 readers, p95`, words, { target: targets.wordMs }),
      {
        what: 'memory of the server, at most (RSS)',
        figure: `${peak.toFixed(0)} MB`,
        target: `${targets.rssMb} MB`,
        met: peak <= targets.rssMb ? 'yes' : 'NO',
        beside: `after its start ${atRest.toFixed(0)} MB, now ${rssMb(place.pid).toFixed(0)} MB`,
      },
      list,
    ];
  } finally {
    await ledger.close();
  }
}

export async function servedPlace(folder: string): Promise<ServedPlace> {
  const home = join(folder, 'data');
  mkdirSync(join(folder, 'config'), { recursive: true });
  mkdirSync(join(folder, 'project'), { recursive: true });
  writeFileSync(join(folder, 'config', 'config.toml'), speaking());
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    JOUST_HOME: home,
    JOUST_CONFIG_DIR: join(folder, 'config'),
  };
  const child = spawn(process.execPath, [bin, 'serve', '--port', '0'], {
    env,
    cwd: join(folder, 'project'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [, url = '', token = ''] = /^(http:\S+)\/#token=(\S+)/.exec(await lineOf(child)) ?? [];
  return {
    url,
    token,
    home,
    folder: join(folder, 'project'),
    pid: child.pid ?? 0,
    async api(path, body) {
      const answer = await fetch(`${url}/api${path}`, {
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return await answer.json();
    },
    async [Symbol.asyncDispose]() {
      const left = new Promise((over) => child.once('exit', over));
      child.kill('SIGTERM');
      await left;
    },
  };
}

/** A word every 10 ms, each with its time. */
function speaking(): string {
  const program = [
    'const say = () => process.stdout.write("@" + (performance.timeOrigin + performance.now()).toFixed(2) + "@\\n");',
    `let left = ${seconds * 100}; const timer = setInterval(() => (left-- > 0 ? say() : clearInterval(timer)), 10);`,
  ].join(' ');
  const command = JSON.stringify([process.execPath, '-e', program]);
  return `[contestants.speaker]\nagent = "command"\ncommand = ${command}\n`;
}

async function eventsTo(
  place: ServedPlace,
  ledger: SqliteLedger,
  { count, perSecond }: { readonly count: number; readonly perSecond: number },
): Promise<Lateness> {
  const prompt = await ledger.stage('go on');
  const [opened] = played(prompt.ref, 0);
  if (opened !== undefined)
    await ledger.append([{ contest: `live${count}`, events: [opened], blobs: [prompt] }]);
  const heard = await readersOf(place, '/api/events', count);
  const everyMs = Math.max(10, 1000 / perSecond);
  const atOnce = Math.round((perSecond * everyMs) / 1000);
  const rounds = Math.round((seconds * 1000) / everyMs);
  const began = performance.now();
  for (let round = 0; round < rounds; round += 1) {
    const events = Array.from(
      { length: atOnce },
      (_, at): JoustEvent => ({
        type: 'draw.made',
        v: 1,
        key: `draw/${round}/${at}`,
        inputs: 'x',
        value: `${stamp()}${'x'.repeat(150)}`,
      }),
    );
    await ledger.append([{ contest: `live${count}`, events }]);
    await sleep(Math.max(0, began + (round + 1) * everyMs - performance.now()));
  }
  await sleep(500);
  const told = await heard();
  const expected = rounds * atOnce * count;
  if (told.count < expected) throw new Error(`only ${told.count} of ${expected} events came`);
  return told;
}

/** What the machine itself takes for as much. */
async function bareTo(count: number): Promise<Lateness> {
  const server = spawn(process.execPath, [clients, 'bare'], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const heard = await readersOf({ url: (await lineOf(server)).trim(), token: '' }, '/', count);
    await sleep(seconds * 1000);
    return await heard();
  } finally {
    server.kill();
  }
}

async function wordsTo(place: ServedPlace, count: number): Promise<Lateness> {
  const contestant = Array.from({ length: speakers }, () => 'speaker');
  const body = { format: 'ask', prompt: 'speak', cwd: place.folder, settings: { contestant } };
  const { id } = (await place.api('/contests', body)) as { readonly id: string };
  const heard = await readersOf(place, `/api/events?watch=${id}`, count);
  for (;;) {
    const { state } = (await place.api(`/contests/${id}`)) as { readonly state: string };
    if (state === 'closed') break;
    await sleep(500);
  }
  return await heard();
}

/** Of what is written from now on; what was there before the first of them is told late, and not counted. */
async function readersOf(
  { url, token }: Pick<ServedPlace, 'url' | 'token'>,
  path: string,
  count: number,
): Promise<() => Promise<Lateness>> {
  const child = spawn(process.execPath, [clients, `${url}${path}`, token, String(count)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await lineOf(child);
  return async () => {
    const told = lineOf(child);
    child.stdin?.end();
    return JSON.parse(await told) as Lateness;
  };
}

async function lineOf(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of child.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return text;
}

/** As a list that was played long ago has them. */
export async function listOf({ home }: Pick<ServedPlace, 'home'>, count: number): Promise<void> {
  const ledger = new SqliteLedger(home, () => new Date());
  const prompt = await ledger.stage('why is this slow?');
  for (let number = 0; number < count; number += 1)
    await ledger.append([{ contest: `list${number}`, events: played(prompt.ref, number), blobs: [prompt] }]);
  await ledger.close();
}

async function listRow(place: ServedPlace): Promise<BenchRow> {
  await listOf(place, listed);
  const times: number[] = [];
  let bytes = 0;
  for (let round = 0; round < 7; round += 1) {
    const began = performance.now();
    bytes = JSON.stringify(await place.api(`/contests?limit=${listed}`)).length;
    times.push(performance.now() - began);
  }
  const one: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    const began = performance.now();
    await place.api('/contests?limit=20');
    one.push(performance.now() - began);
  }
  const { p50 } = lateness(times);
  return {
    what: `a list of ${listed} contests`,
    figure: ms(p50),
    target: ms(targets.listMs),
    met: p50 <= targets.listMs ? 'yes' : 'NO',
    beside: `20 of them ${ms(lateness(one).p50)}; ${(bytes / 1024).toFixed(0)} KB`,
  };
}

function played(prompt: { readonly sha256: string; readonly bytes: number }, number: number): JoustEvent[] {
  const contestants = ['ann', 'bob', 'cleo'].map((name) => ({ name, agent: 'command' }));
  const opened: JoustEvent = {
    type: 'contest.opened',
    v: 1,
    format: 'ask',
    formatVersion: 1,
    joustVersion: '0',
    seed: 'x',
    task: { prompt, cwd: `/tmp/project-${number % 20}`, tier: 'read', files: [] },
    roster: contestants,
    options: {},
    simulated: false,
  };
  const attempts = contestants.flatMap(({ name }, at): JoustEvent[] => {
    const about = { v: 1, key: `answer/${at}`, run: 1, contestant: name, inputs: 'x' } as const;
    const timing = { queuedMs: 0, ranMs: 1000, startedAt: '2026-01-01T00:00:00Z' };
    return [
      { type: 'attempt.started', ...about, tier: 'read' },
      { type: 'attempt.ended', ...about, outcome: 'ok', timing, usage: { inputTokens: 5, outputTokens: 9 } },
    ];
  });
  return [opened, ...attempts, { type: 'contest.closed', v: 1, outcome: 'ok' }];
}

function latenessRow(
  what: string,
  told: Lateness,
  { target, beside = '' }: { readonly target: number; readonly beside?: string },
): BenchRow {
  const spread = `p50 ${ms(told.p50)}, slowest ${ms(told.slowest)}`;
  return {
    what,
    figure: ms(told.p95),
    target: ms(target),
    met: told.p95 <= target ? 'yes' : 'NO',
    beside: beside === '' ? spread : `${spread}; ${beside}`,
  };
}

function rssMb(pid: number): number {
  return statusMb(pid, 'VmRSS');
}

function peakMb(pid: number): number {
  return statusMb(pid, 'VmHWM');
}

function statusMb(pid: number, field: string): number {
  const [, kilobytes] =
    new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`;
}
