// What joust costs next to doing it by hand: figures of one run, each beside its baseline. Run by `npm run bench`; words behind it
// choose: start, ask, memory, ledger, many.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  fdatasyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ledgerRows } from './bench-ledger.ts';
import { manyRows } from './bench-many.ts';

const bin = resolve('bin/joust.cjs');
const folder = mkdtempSync(join(tmpdir(), 'joust-bench-'));
const rows: { what: string; figure: string; beside: string; target: string; met: string }[] = [];
const sleepMs = 500;

const wanted = process.argv.slice(2);
const wants = (what: string) => wanted.length === 0 || wanted.includes(what);

try {
  if (wants('start')) startUp();
  if (wants('ask'))
    for (const k of [1, 3, 8, 64]) for (const ledger of ['fresh', 'warm'] as const) fanOut(k, ledger);
  if (wants('memory')) await memory(32, 10);
  if (wants('ledger')) rows.push(...(await ledgerRows(join(folder, 'ledger'))));
  if (wants('many')) rows.push(...(await manyRows(join(folder, 'many'))));
  report();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function environment(name: string): NodeJS.ProcessEnv {
  const home = join(folder, name);
  return {
    PATH: process.env['PATH'],
    HOME: home,
    JOUST_HOME: join(home, 'data'),
    JOUST_CONFIG_DIR: join(home, 'config'),
  };
}

/** Median of interleaved runs, so that noise hits both sides. */
function medians(runs: number, sides: Readonly<Record<string, () => void>>): Record<string, number> {
  const times = Object.fromEntries(Object.keys(sides).map((name) => [name, [] as number[]]));
  for (let run = 0; run < runs; run += 1) {
    for (const [name, side] of Object.entries(sides)) {
      const started = performance.now();
      side();
      times[name]?.push(performance.now() - started);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function startUp(): void {
  const env = environment('start');
  const run = (args: readonly string[]) =>
    void execFileSync(process.execPath, args, { env, stdio: 'ignore' });
  run([bin, 'ask', '--help']);
  const sides = {
    bare: () => run(['-e', '0']),
    version: () => run([bin, '--version']),
    help: () => run([bin, 'ask', '--help']),
  };
  const { bare = 0, version = 0, help = 0 } = medians(21, sides);
  row('joust --version', version - bare, { beside: `bare node ${ms(bare)}`, target: 25 });
  row('joust ask --help', help - bare, { beside: `bare node ${ms(bare)}`, target: 60 });
}

function fanOut(k: number, ledger: 'fresh' | 'warm'): void {
  const env = environment(`fan-${k}-${ledger}`);
  mkdirSync(join(folder, `fan-${k}-${ledger}`, 'config'), { recursive: true });
  const contestant = `[contestants.sleeper]\nagent = "command"\ncommand = ["/bin/sh", "-c", "sleep ${sleepMs / 1000}; echo done"]\n`;
  writeFileSync(join(folder, `fan-${k}-${ledger}`, 'config', 'config.toml'), contestant);
  const cwd = join(folder, 'empty');
  mkdirSync(cwd, { recursive: true });
  const joust = () => {
    if (ledger === 'fresh') rmSync(join(folder, `fan-${k}-fresh`, 'data'), { recursive: true, force: true });
    const args = [bin, 'ask', '--max-parallel', '64', '-c', `sleeper*${k}`, 'hi'];
    const ran = spawnSync(process.execPath, args, { env, cwd, encoding: 'utf8' });
    if (ran.status !== 0 || ran.stdout.split('## sleeper').length !== k + 1) throw new Error(ran.stderr);
  };
  const script = `i=0; while [ $i -lt ${k} ]; do /bin/sh -c 'sleep ${sleepMs / 1000}; echo done' & i=$((i+1)); done; wait`;
  const shell = () => void execFileSync('/bin/sh', ['-c', script], { env, cwd, stdio: 'ignore' });
  joust();
  const syncs = syncsPerSecond();
  const { joust: took = 0, shell: plain = 0 } = medians(9, { shell, joust });
  const targets: Readonly<Record<number, number>> = { 3: 70, 64: 300 };
  const target = targets[k];
  row(`ask, ${k} x sleep ${sleepMs} ms, ${ledger} ledger`, took - plain, {
    beside: `plain shell ${ms(plain)}, disk ${syncs} syncs/s`,
    ...(target !== undefined && { target }),
  });
}

/** Peak memory of the joust process itself, children not counted. */
async function memory(contestants: number, megabytes: number): Promise<void> {
  const env = environment('memory');
  mkdirSync(join(folder, 'memory', 'config'), { recursive: true });
  const talker = join(folder, 'memory', 'talker.sh');
  writeFileSync(talker, `head -c ${megabytes * 1024 * 1024} /dev/zero | tr '\\0' x | fold -w 119\n`);
  const command = JSON.stringify(['/bin/sh', talker]);
  writeFileSync(
    join(folder, 'memory', 'config', 'config.toml'),
    `[contestants.talker]\nagent = "command"\ncommand = ${command}\n`,
  );
  const args = [bin, 'ask', '--json', '--max-parallel', '32', '-c', `talker*${contestants}`, 'hi'];
  const child = spawn(process.execPath, args, { env, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  let peakKb = 0;
  const look = setInterval(() => {
    try {
      peakKb = Math.max(
        peakKb,
        Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0),
      );
    } catch {
      // It has ended.
    }
  }, 20);
  const code = await new Promise((done) => child.once('exit', done));
  clearInterval(look);
  if (code !== 0) throw new Error(`the memory run ended with ${code}`);
  const figure = peakKb / 1024;
  const targetMb = 120;
  rows.push({
    what: `RSS, ${contestants} contestants print ${megabytes} MB each`,
    figure: `${figure.toFixed(0)} MB`,
    beside: '',
    target: `${targetMb} MB`,
    met: figure <= targetMb ? 'yes' : 'NO',
  });
}

function syncsPerSecond(): number {
  const file = openSync(join(folder, 'sync'), 'w');
  const started = performance.now();
  let count = 0;
  for (; performance.now() - started < 200; count += 1) {
    writeSync(file, 'x'.repeat(4096));
    fdatasyncSync(file);
  }
  closeSync(file);
  return Math.round(count / ((performance.now() - started) / 1000));
}

function row(what: string, overMs: number, { beside, target }: { beside: string; target?: number }): void {
  const met = overMs <= (target ?? Number.POSITIVE_INFINITY) ? 'yes' : 'NO';
  rows.push({
    what,
    figure: `+${ms(overMs)}`,
    beside,
    target: target === undefined ? '' : `+${target} ms`,
    met: target === undefined ? '' : met,
  });
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`;
}

function report(): void {
  const head = { what: 'what', figure: 'joust', beside: 'beside', target: 'target', met: 'met' };
  const width = (key: keyof typeof head) => Math.max(...[head, ...rows].map((one) => one[key].length));
  for (const one of [head, ...rows]) {
    console.log(
      (['what', 'figure', 'target', 'met', 'beside'] as const)
        .map((key) => one[key].padEnd(width(key)))
        .join('  ')
        .trimEnd(),
    );
  }
  // A busy machine makes all of them long.
  console.log(
    `load average ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}`,
  );
}
