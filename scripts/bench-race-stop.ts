// How long `joust race` takes to exit after SIGTERM. One entry has many files, and the signal comes several times in each
// stage of sealing and measuring it. Run by `npm run bench:race-stop`.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const {
  values: { folders, files, depth, moments, workspace, verbose },
} = parseArgs({
  options: {
    folders: { type: 'string', default: '300' },
    files: { type: 'string', default: '300' },
    depth: { type: 'string', default: '1' },
    moments: { type: 'string', default: '4' },
    workspace: { type: 'string', default: 'auto' },
    verbose: { type: 'boolean', default: false },
  },
});
const targetMs = 2000;
const bin = join(import.meta.dirname, '../src/surfaces/cli/bin.ts');
const place = mkdtempSync(join(tmpdir(), 'joust-bench-stop-'));
const repository = join(place, 'repository');
/** A new one for each race: programs of a stopped race may still put away what is in theirs. */
let home = join(place, 'home');
const deep = Array.from({ length: Number(depth) }, () => 'd').join('/');
const written = () => join(home, 'written');
const many = () =>
  `for f in $(seq ${folders}); do mkdir -p many-$f/${deep} && (cd many-$f/${deep} && for n in $(seq ${files}); do >$n; done); done; ` +
  `>${written()}`;

interface Stop {
  readonly stage: string;
  readonly tookMs: number;
}

/** In the order of a race; each begins with the event that ends the one before it. */
const stages = ['sealing', 'laying out', 'checking', 'ranking'] as const;
/** How far into its stage a signal comes. */
const shares = Array.from({ length: Number(moments) }, (_, at) => (at + 1) / (Number(moments) + 1));

try {
  prepare();
  const beganMs = await wholeRace();
  const ms = stages.map((_, at) => Math.round((beganMs[at + 1] ?? 0) - (beganMs[at] ?? 0)));
  const told = stages.map((stage, at) => `${stage} ${ms[at]} ms`).join(', ');
  console.log(`an entry of ${Number(folders) * Number(files)} files, ${depth} folders deep: ${told}`);
  for (const [at, stage] of stages.entries()) {
    const stops: Stop[] = [];
    for (const share of shares) stops.push(await stoppedRace(at, (ms[at] ?? 0) * share));
    report(
      stage,
      stops.filter((one) => one.stage === stage),
    );
  }
} finally {
  rmSync(place, { recursive: true, force: true });
}

function prepare(): void {
  mkdirSync(repository);
  writeFileSync(join(repository, 'a.txt'), 'a\n');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@localhost', ...args], {
      cwd: repository,
    });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-q', '-m', 'base');
}

function configure(): void {
  const command = (script: string) => JSON.stringify(['/bin/sh', '-c', `${script}; echo done`]);
  writeFileSync(
    join(home, 'config.toml'),
    `[contestants.many]\nagent = "command"\ncommand = ${command(many())}\n` +
      `[contestants.good]\nagent = "command"\ncommand = ${command('echo b > a.txt')}\n`,
  );
}

function startRace(): ChildProcess {
  home = mkdtempSync(join(place, 'home-'));
  configure();
  const args = ['-c', 'many', '-c', 'good', '--check', 'same=sleep 2; cat a.txt', '--cross-tests', 'off'];
  return spawn(
    process.execPath,
    [bin, 'race', ...args, '--no-found-checks', '--workspace', workspace, '--json', 'go'],
    {
      cwd: repository,
      env: { ...process.env, JOUST_HOME: home, JOUST_CONFIG_DIR: home, HOME: place },
      stdio: 'ignore',
    },
  );
}

/** When each stage began, and when the race ended. */
async function wholeRace(): Promise<readonly number[]> {
  const player = startRace();
  const exited = once(player, 'exit');
  const began: number[] = [];
  for (let at = 0; at <= stages.length; at += 1) {
    await reached(at, player);
    began.push(performance.now());
  }
  await exited;
  return began;
}

async function stoppedRace(stage: number, afterMs: number): Promise<Stop> {
  const player = startRace();
  const exited = once(player, 'exit');
  await reached(stage, player);
  await Promise.race([exited, setTimeout(afterMs)]);
  const found = stages[stageNow() - 1] ?? 'over';
  const from = performance.now();
  player.kill('SIGTERM');
  await exited;
  const tookMs = performance.now() - from;
  if (verbose) console.error(`  ${found} ${tookMs.toFixed(0)} ms, load ${loadavg()[0]?.toFixed(1)}`);
  return { stage: found, tookMs };
}

/** Until so many stages are over, or the race is. */
async function reached(stage: number, player: ChildProcess): Promise<void> {
  while (player.exitCode === null && stageNow() <= stage) await setTimeout(10);
}

/** 0: the large entry is still being written. 1 to 4: the stage, by its place in `stages`. 5: the race is over. */
function stageNow(): number {
  const seen = events();
  const ofMany = (type: string) => seen.some((event) => event.type === type && event.key.includes('many'));
  if (seen.some(({ type }) => type === 'contest.closed')) return 5;
  if (ofMany('check.ended')) return 4;
  if (ofMany('check.started')) return 3;
  if (ofMany('entry.sealed')) return 2;
  return existsSync(written()) ? 1 : 0;
}

interface Seen {
  readonly type: string;
  readonly key: string;
}

function events(): readonly Seen[] {
  if (!existsSync(join(home, 'ledger.db'))) return [];
  using db = new DatabaseSync(join(home, 'ledger.db'));
  try {
    return db
      .prepare("SELECT type, json_extract(body, '$.key') AS key FROM events ORDER BY seq")
      .all()
      .map(({ type, key }) => ({ type: String(type), key: String(key) }));
  } catch {
    // The player is just making the tables.
    return [];
  }
}

function report(stage: string, stops: readonly Stop[]): void {
  const longest = Math.max(0, ...stops.map(({ tookMs }) => tookMs));
  const held = longest <= targetMs ? 'yes' : 'NO';
  const verdict = stops.length === 0 ? 'the stage was too short' : held;
  console.log(
    `SIGTERM to exit, ${stage.padEnd(10)} ${String(stops.length).padStart(2)} times, at most ${longest.toFixed(0).padStart(5)} ms   target ${targetMs}   ${verdict}`,
  );
}
