// What a suite costs: many cells of simulated contestants, its report, a resume of a finished one; and promptfoo beside it on an echo program.
// Run by `npm run bench:suite [CELLS] [CELLS BESIDE PROMPTFOO]`. How often intervals hold: `npm run bench:passes`.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const bin = resolve('bin/joust.cjs');
const cells = Number(process.argv[2] ?? 1000);
const echoCells = Number(process.argv[3] ?? 200);
const reportMs = 2000;
const folder = mkdtempSync(join(tmpdir(), 'joust-bench-suite-'));
const rows: string[][] = [['what', 'time', 'memory', 'target', 'met']];

try {
  await simulated();
  await besidePromptfoo();
  for (const row of rows)
    console.log(row.map((cell, at) => (at === 0 ? cell.padEnd(58) : cell.padStart(10))).join(' '));
  console.log(
    `Load of the machine: ${loadavg()
      .map((one) => one.toFixed(1))
      .join(', ')}. Memory: the most that the program itself held.`,
  );
  console.log('How often the intervals of a report hold the truth: npm run bench:passes.');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function simulated(): Promise<void> {
  const place = join(folder, 'simulated');
  mkdirSync(place);
  for (const name of ['one', 'other'])
    writeFileSync(
      join(place, `${name}.json`),
      JSON.stringify({ rate: 1_000_000, steps: [{ say: `{prompt} says ${name}` }] }),
    );
  const trials = 5;
  const tasks = Array.from({ length: Math.max(1, Math.round(cells / 2 / trials)) }, (_, at) => ({
    id: `task-${at + 1}`,
    prompt: `Question ${at + 1}`,
    assert: [{ contains: `Question ${at + 1}` }, { 'not-contains': at % 3 === 0 ? 'other' : 'nobody' }],
  }));
  const contestants = ['one', 'other'].map((name) => ({
    name,
    agent: 'scripted',
    script: join(place, `${name}.json`),
  }));
  writeFileSync(join(place, 'suite.yaml'), JSON.stringify({ name: 'bench', contestants, trials, tasks }));
  await joust(place, ['trust', 'suite.yaml', '--yes']);
  const all = tasks.length * contestants.length * trials;
  const played = await joust(place, ['suite', 'run', 'suite.yaml', '--yes', '-j', '8']);
  rows.push([
    `joust: ${all} cells of simulated contestants, 8 at once`,
    seconds(played.ms),
    megabytes(played.bytes),
    '-',
    '-',
  ]);
  const report = await joust(place, ['suite', 'report']);
  rows.push([
    `joust: report of ${all} cells`,
    seconds(report.ms),
    megabytes(report.bytes),
    `< ${seconds(reportMs)}`,
    report.ms < reportMs ? 'yes' : 'NO',
  ]);
  const again = await joust(place, ['suite', 'resume']);
  rows.push(['joust: resume of the finished suite', seconds(again.ms), megabytes(again.bytes), '-', '-']);
  if (
    !played.stdout.includes(`${all} cells`.replace(/\B(?=(\d{3})+(?!\d))/g, ',')) &&
    !played.stdout.includes(`${all} cells`)
  )
    console.log(
      `The suite did not tell of ${all} cells:\n${played.stdout.slice(0, 500)}${played.stderr.slice(-500)}`,
    );
}

/** The same config for both, each with a home of its own. */
async function besidePromptfoo(): Promise<void> {
  const place = join(folder, 'echo');
  mkdirSync(place);
  const tests = Array.from({ length: echoCells }, (_, at) => ({
    vars: { word: `word-${at + 1}` },
    assert: [{ type: 'contains', value: `word-${at + 1}` }],
  }));
  writeFileSync(join(place, 'echo.sh'), '#!/bin/sh\nprintf "%s\\n" "$1"\n', { mode: 0o755 });
  const config = { prompts: ['Say {{word}}.'], providers: [`exec: sh ${join(place, 'echo.sh')}`], tests };
  writeFileSync(join(place, 'promptfooconfig.yaml'), JSON.stringify(config));
  await joust(place, ['trust', 'promptfooconfig.yaml', '--yes']);
  const ours = await joust(place, ['suite', 'run', 'promptfooconfig.yaml', '--yes', '-j', '4']);
  rows.push([
    `joust: ${echoCells} cells of an echo program, 4 at once`,
    seconds(ours.ms),
    megabytes(ours.bytes),
    '-',
    '-',
  ]);
  await promptfoo(place);
}

async function promptfoo(place: string): Promise<void> {
  const tool = join(folder, 'promptfoo');
  mkdirSync(tool);
  writeFileSync(join(tool, 'package.json'), '{"private": true}');
  console.log('Installing promptfoo to a temporary folder ...');
  const installed = spawnSync('npm', ['install', '--no-audit', '--no-fund', 'promptfoo'], {
    cwd: tool,
    encoding: 'utf8',
    timeout: 900_000,
  });
  if (installed.status !== 0) {
    console.log(
      `PROMPTFOO COULD NOT BE INSTALLED, so that nothing stands beside joust: ${(installed.stderr || String(installed.error)).trim().slice(-300)}`,
    );
    return;
  }
  const program = join(tool, 'node_modules/promptfoo');
  const { version, bin: bins } = JSON.parse(readFileSync(join(program, 'package.json'), 'utf8')) as {
    version: string;
    bin: Record<string, string>;
  };
  const main = join(program, bins['promptfoo'] ?? '');
  const theirs = await measured(
    [
      main,
      'eval',
      '-c',
      'promptfooconfig.yaml',
      '-j',
      '4',
      '--no-cache',
      '--no-progress-bar',
      '--no-table',
      '-o',
      'out.json',
    ],
    place,
  );
  rows.push([
    `promptfoo ${version}: ${echoCells} cells of an echo program, 4 at once`,
    seconds(theirs.ms),
    megabytes(theirs.bytes),
    '-',
    '-',
  ]);
  const passed = /"successes":\s*(\d+)/.exec(read(join(place, 'out.json')))?.[1];
  if (passed !== String(echoCells))
    console.log(
      `promptfoo passed ${passed ?? 'none'} of ${echoCells}: its figure is not that of the same work.\n${(theirs.stdout + theirs.stderr).slice(-600)}`,
    );
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function joust(place: string, args: readonly string[]) {
  return measured([bin, ...args], place);
}

interface Measured {
  readonly ms: number;
  /** 0: this system does not tell. */
  readonly bytes: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function measured(args: readonly string[], place: string): Promise<Measured> {
  const env = {
    PATH: process.env['PATH'],
    HOME: join(place, 'home'),
    JOUST_HOME: join(place, 'data'),
    LANG: 'C.UTF-8',
    PROMPTFOO_DISABLE_TELEMETRY: '1',
    PROMPTFOO_DISABLE_UPDATE: '1',
    PROMPTFOO_CONFIG_DIR: join(place, 'foo'),
  };
  mkdirSync(env.HOME, { recursive: true });
  const began = performance.now();
  const child = spawn(process.execPath, args, { cwd: place, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [bytes, stdout, stderr] = [0, '', ''];
  child.stdout.on('data', (piece) => (stdout += String(piece)));
  child.stderr.on('data', (piece) => (stderr += String(piece)));
  const look = setInterval(() => {
    const kilobytes = /VmHWM:\s*(\d+)/.exec(read(`/proc/${child.pid}/status`))?.[1];
    bytes = Math.max(bytes, 1024 * Number(kilobytes ?? 0));
  }, 50);
  await new Promise((end) => child.on('close', end));
  clearInterval(look);
  return { ms: performance.now() - began, bytes, stdout, stderr };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function megabytes(bytes: number): string {
  return bytes === 0 ? '-' : `${Math.round(bytes / 1e6)} MB`;
}
