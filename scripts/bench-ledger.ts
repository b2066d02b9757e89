// What the record costs: journalled steps beside plain syncs, resuming, watching from another process, replaying. Rows for `npm run bench`.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { thisOwner } from '../src/contest/play/lease.ts';
import { Recorder } from '../src/contest/play/recorder.ts';
import type { ContestOpened, JoustEvent } from '../src/domain/event.ts';
import { SqliteLedger } from '../src/ledger/sqlite/sqlite-ledger.ts';

export interface BenchRow {
  readonly what: string;
  readonly figure: string;
  readonly beside: string;
  readonly target: string;
  readonly met: string;
}

const bin = resolve('bin/joust.cjs');
const finishedAttempts = 32;
const resumeTargetMs = 300;
const watchedEnds = 250;
const tailTargetMs = 100;
const replayedEvents = 10_000;

/** The folder is the caller's to remove. */
export async function ledgerRows(folder: string): Promise<readonly BenchRow[]> {
  return [
    ...(await journalled(join(folder, 'steps'))),
    resumed(join(folder, 'resume')),
    await watched(join(folder, 'tail')),
    ...(await replayed(join(folder, 'replay'))),
  ];
}

/** Rounds of each side in turn, so that noise hits all of them. */
async function journalled(home: string): Promise<readonly BenchRow[]> {
  const ledger = new SqliteLedger(home, () => new Date());
  const recorder = new Recorder(ledger, () => undefined);
  let steps = 0;
  const step = () => recorder.record('bench', [draw(steps++)]);
  const file = openSync(join(home, 'plain'), 'a');
  const line = JSON.stringify(draw(0));
  const sides = {
    plain: async () => {
      writeSync(file, line);
      fsyncSync(file);
      return 1;
    },
    one: async () => {
      await step();
      return 1;
    },
    eight: async () => {
      await Promise.all(Array.from({ length: 8 }, step));
      return 8;
    },
  };
  const rates: Record<string, number[]> = { plain: [], one: [], eight: [] };
  for (let round = 0; round < 7; round += 1)
    for (const [name, side] of Object.entries(sides)) rates[name]?.push(await perSecond(side));
  closeSync(file);
  await ledger.close();
  const [plain = 0, one = 0, eight = 0] = ['plain', 'one', 'eight'].map((name) => median(rates[name] ?? []));
  const beside = (rate: number) =>
    `plain fsync appends ${plain.toFixed(0)}/s, ratio ${(rate / plain).toFixed(2)}`;
  const row = { target: '', met: '' };
  return [
    { what: 'journalled steps, one at a time', figure: `${one.toFixed(0)}/s`, beside: beside(one), ...row },
    { what: 'journalled steps, 8 at once', figure: `${eight.toFixed(0)}/s`, beside: beside(eight), ...row },
  ];
}

async function perSecond(work: () => Promise<number>): Promise<number> {
  const started = performance.now();
  let done = 0;
  while (performance.now() - started < 250) done += await work();
  return done / ((performance.now() - started) / 1000);
}

/** Everything has landed and nothing is closed when its player dies; each run resumes a copy of that. */
function resumed(folder: string): BenchRow {
  const { env, cwd } = place(folder);
  const line = ['ask', '--max-parallel', '32', '-c', `scripted/./brief.json*${finishedAttempts}`, 'hi'];
  const dying = { ...env, JOUST_TEST_FAILPOINT: 'before contest.closed' };
  const died = spawnSync(process.execPath, [bin, ...line], { env: dying, cwd, stdio: 'ignore' });
  if (died.signal !== 'SIGKILL') throw new Error(`the contest to resume ended with ${died.status}`);
  const times = { version: [] as number[], resume: [] as number[] };
  for (let run = 0; run < 9; run += 1) {
    const home = join(folder, `data-${run}`);
    cpSync(join(folder, 'data'), home, { recursive: true });
    times.version.push(timeOf(['--version'], { env, cwd }));
    times.resume.push(timeOf(['resume', '@last'], { env: { ...env, JOUST_HOME: home }, cwd }));
  }
  const version = median(times.version);
  const overMs = median(times.resume) - version;
  return {
    what: `resume, ${finishedAttempts} finished attempts`,
    figure: `+${ms(overMs)}`,
    target: `+${ms(resumeTargetMs)}`,
    met: overMs <= resumeTargetMs ? 'yes' : 'NO',
    beside: `joust --version ${ms(version)}`,
  };
}

/** From just before an append in a busy player to the line that `joust tail` prints elsewhere. */
async function watched(folder: string): Promise<BenchRow> {
  const { env, cwd } = place(folder);
  const home = join(folder, 'data');
  const writer = spawn(process.execPath, [import.meta.filename, 'write', home], {
    env,
    cwd,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await new Promise((ready) => writer.stdout?.once('data', ready));
  const tail = spawn(process.execPath, [bin, 'tail', '@last'], {
    env,
    cwd,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const delays: number[] = [];
  tail.stdout.on('data', (chunk: Buffer) => {
    const seenAt = now();
    for (const [, stamp] of chunk.toString('utf8').matchAll(/stamp (\d+\.\d+)/g))
      delays.push(seenAt - Number(stamp));
  });
  // Time for it to start, so that it does not find what is then long on record.
  await sleep(500);
  writer.stdin?.end();
  await new Promise((done) => tail.once('close', done));
  if (delays.length < watchedEnds) throw new Error(`only ${delays.length} ends were told by joust tail`);
  const sorted = delays.sort((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor(part * sorted.length)] ?? Number.NaN;
  return {
    what: `append to joust tail, p95 of ${watchedEnds} ends`,
    figure: ms(at(0.95)),
    target: ms(tailTargetMs),
    met: at(0.95) <= tailTargetMs ? 'yes' : 'NO',
    beside: `p50 ${ms(at(0.5))}, slowest ${ms(at(1 - 1 / sorted.length))}`,
  };
}

/** The busy player: an end with its answer every few milliseconds, stamped with the time of its append. */
async function writeEnds(home: string): Promise<void> {
  const ledger = new SqliteLedger(home, () => new Date());
  const recorder = new Recorder(ledger, () => undefined);
  const prompt = await ledger.stage('hi');
  await recorder.record('bench', [opening(prompt.ref)], [prompt]);
  const { epoch } = await ledger.takeLease('bench', thisOwner(), () => true);
  recorder.hold('bench', epoch);
  process.stdout.write('ready\n');
  await new Promise((begin) => process.stdin.once('end', begin).resume());
  for (let number = 0; number < watchedEnds; number += 1) {
    const answer = await ledger.stage(`stamp ${now().toFixed(3)} of ${number}\n`);
    const about = { v: 1, key: `answer/${number}`, run: 1, contestant: 'scripted', inputs: 'x' } as const;
    await recorder.record(
      'bench',
      [
        { type: 'attempt.started', ...about, tier: 'read', spool: join(home, 'spools', 'none') },
        { type: 'attempt.ended', ...about, outcome: 'ok', timing: { queuedMs: 0 }, answer: answer.ref },
      ],
      [answer],
    );
    await sleep(Math.random() * 20);
  }
  await recorder.record('bench', [{ type: 'contest.closed', v: 1, outcome: 'ok' }]);
  await ledger.releaseLease('bench', epoch);
  await ledger.close();
}

/** Two contests that were played for real; one has many more steps on record. */
async function replayed(folder: string): Promise<readonly BenchRow[]> {
  const [few, many] = [place(join(folder, 'few')), place(join(folder, 'many'))];
  for (const where of [few, many]) timeOf(['ask', '-c', 'scripted/./brief.json', 'hi'], where);
  const ledger = new SqliteLedger(join(folder, 'many', 'data'), () => new Date());
  const [first] = await ledger.contests();
  const events = Array.from({ length: replayedEvents }, (_, number) => draw(number));
  await ledger.append([{ contest: first?.contest ?? '', events }]);
  await ledger.close();
  const row = (what: string, line: readonly string[]): BenchRow => {
    const runs = Array.from({ length: 9 }, () => [timeOf(line, few), timeOf(line, many)] as const);
    const [plain, whole] = [median(runs.map(([time]) => time)), median(runs.map(([, time]) => time))];
    const perThousand = (whole - plain) / (replayedEvents / 1000);
    return {
      what: `${what}, ${replayedEvents} events`,
      figure: ms(whole),
      target: '',
      met: '',
      beside: `the same without them ${ms(plain)}, ${perThousand.toFixed(1)} ms per 1,000 events`,
    };
  };
  return [
    row('show --events', ['show', '@last', '--events']),
    row('replay of a closed contest', ['resume', '@last']),
  ];
}

interface Where {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
}

/** A folder of its own with a script that answers at once. */
function place(folder: string): Where {
  const cwd = join(folder, 'work');
  mkdirSync(cwd, { recursive: true });
  writeFileSync(join(cwd, 'brief.json'), JSON.stringify({ rate: 1000, steps: [{ say: 'an answer' }] }));
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    JOUST_HOME: join(folder, 'data'),
    JOUST_CONFIG_DIR: join(folder, 'config'),
  };
  return { env, cwd };
}

function timeOf(args: readonly string[], { env, cwd }: Where): number {
  const started = performance.now();
  execFileSync(process.execPath, [bin, ...args], { env, cwd, stdio: 'ignore' });
  return performance.now() - started;
}

function opening(prompt: ContestOpened['task']['prompt']): ContestOpened {
  return {
    type: 'contest.opened',
    v: 1,
    format: 'ask',
    formatVersion: 1,
    joustVersion: '0.0.0',
    seed: 'bench',
    task: { prompt, cwd: '/', tier: 'read', files: [] },
    roster: [{ name: 'scripted', agent: 'scripted' }],
    options: {},
    simulated: true,
  };
}

function draw(number: number): JoustEvent {
  return { type: 'draw.made', v: 1, key: `draw/${number}`, inputs: 'x'.repeat(64), value: number };
}

/** Milliseconds, comparable between processes. */
function now(): number {
  return performance.timeOrigin + performance.now();
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`;
}

async function alone(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'joust-bench-'));
  const rows = await ledgerRows(folder).finally(() => rmSync(folder, { recursive: true, force: true }));
  const head = { what: 'what', figure: 'joust', beside: 'beside', target: 'target', met: 'met' };
  const keys = ['what', 'figure', 'target', 'met', 'beside'] as const;
  const width = (key: keyof BenchRow) => Math.max(...[head, ...rows].map((one) => one[key].length));
  for (const one of [head, ...rows]) {
    const cells = keys.map((key) => one[key].padEnd(width(key)));
    console.log(cells.join('  ').trimEnd());
  }
}

if (import.meta.main) {
  const [mode, home = ''] = process.argv.slice(2);
  await (mode === 'write' ? writeEnds(home) : alone());
}
