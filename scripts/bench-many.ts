// What joust costs where many contests are on record: the commands that look over all of them, beside `--version`. Rows for
// `npm run bench`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SqliteLedger } from '../src/ledger/sqlite/sqlite-ledger.ts';
import type { BenchRow } from './bench-ledger.ts';

const bin = resolve('bin/joust.cjs');
const contests = 10_000;
const targetMs = 200;
const rounds = 9;

/** The folder is the caller's to remove. */
export async function manyRows(folder: string): Promise<readonly BenchRow[]> {
  const run = commandsIn(folder);
  const id = await fill(folder, run);
  const sides: Readonly<Record<string, readonly string[]>> = {
    version: ['--version'],
    list: ['list'],
    'list --state parked': ['list', '--state', 'parked'],
    'list --text': ['list', '--text', 'nothing like it'],
    show: ['show', id],
    leaderboard: ['leaderboard'],
    usage: ['usage'],
  };
  const times = new Map(Object.keys(sides).map((name) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, args] of Object.entries(sides)) {
      const started = performance.now();
      run(args);
      times.get(name)?.push(performance.now() - started);
    }
  }
  const took = (name: string) =>
    (times.get(name) ?? []).sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN;
  const bare = took('version');
  return Object.keys(sides)
    .filter((name) => name !== 'version')
    .map((name) => ({
      what: `${name}, ${contests} contests on record`,
      figure: `+${(took(name) - bare).toFixed(0)} ms`,
      beside: `joust --version ${bare.toFixed(0)} ms`,
      target: `+${targetMs} ms`,
      met: took(name) - bare <= targetMs ? 'yes' : 'NO',
    }));
}

type Run = (args: readonly string[]) => void;

function commandsIn(folder: string): Run {
  mkdirSync(join(folder, 'config'), { recursive: true });
  const echo = (name: string, words: string) =>
    `[contestants.${name}]\nagent = "command"\ncommand = ["/bin/sh", "-c", ${JSON.stringify(words)}]\n`;
  const judge = `cat > p; n=$(grep -o '"nonce": "[a-z0-9]*"' p | head -1); echo "{$n, \\"choice\\": \\"A\\"}"`;
  writeFileSync(
    join(folder, 'config', 'config.toml'),
    [echo('ann', 'echo one'), echo('bob', 'echo two'), echo('jo', judge)].join('\n'),
  );
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    JOUST_HOME: join(folder, 'data'),
    JOUST_CONFIG_DIR: join(folder, 'config'),
  };
  return (args) => {
    const ran = spawnSync(process.execPath, [bin, ...args], { env, cwd: folder, encoding: 'utf8' });
    // 3: a tournament without a clear winner.
    if (ran.status !== 0 && ran.status !== 3) throw new Error(`${args.join(' ')}: ${ran.stderr}`);
  };
}

/** Copies of an ask and of a tournament that were really played, by turns; the id of one of them. */
async function fill(folder: string, run: Run): Promise<string> {
  run(['ask', '-c', 'ann', '-c', 'bob', 'Why is the sky blue?']);
  run(['tournament', '-c', 'ann', '-c', 'bob', '-j', 'jo', 'Why is the sky blue?']);
  const ledger = new SqliteLedger(join(folder, 'data'), () => new Date());
  const openings = await ledger.contests();
  const records = await Promise.all(openings.map(async ({ contest }) => await ledger.events(contest)));
  const appends = Array.from({ length: contests - records.length }, (_, at) => ({
    contest: `copy${String(at).padStart(8, '0')}`,
    events: (records[at % records.length] ?? []).map(({ event }) => event),
  }));
  for (let at = 0; at < appends.length; at += 500) await ledger.append(appends.slice(at, at + 500));
  await ledger.close();
  return openings[0]?.contest ?? '';
}
