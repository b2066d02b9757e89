// What the workspaces of a race cost next to `git worktree add`, and a race next to its parts done by hand: figures of one
// run, each beside its baseline. Run by `npm run bench:race`.
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openRepository } from '../src/workspace/base/repository.ts';
import { type TakenBase, takeBase } from '../src/workspace/base/take-base.ts';
import type { Workspace } from '../src/workspace/workspace.ts';
import {
  dependencyMegabytes,
  dropLayers,
  type MakeWorkspace,
  makeAll,
  workspaceMaker,
} from './bench-race-layers.ts';
import { raceAndByHand, workMs } from './bench-race-whole.ts';

type Sides = Readonly<Record<string, () => Promise<void> | void>>;
type Times = Readonly<Record<string, number>>;

/** A repository, its base, and what was made of it. */
interface Place {
  readonly top: string;
  readonly home: string;
  readonly base: TakenBase;
  readonly many: string;
  readonly files: number;
  readonly workspaces: Workspace[];
}

const rows: string[][] = [['what', 'joust', 'beside', '', 'ratio', 'target', 'met']];
const count = 8;
/** As Linux names the kind of file system. */
const tmpfs = 0x01021994;
/** What a race may take beyond its contestants. */
const overMs = 300;
/** On a machine that others use: fewer files, or one size at a time, or fewer runs. */
const {
  values: { at, files, megabytes: mb, runs: times, verbose },
} = parseArgs({
  options: {
    at: { type: 'string', default: inMemory() ?? tmpdir() },
    files: { type: 'string', default: '20,5000,50000' },
    megabytes: { type: 'string', default: '1000' },
    runs: { type: 'string', default: '5' },
    verbose: { type: 'boolean', default: false },
  },
});
const [sizes, megabytes, runs] = [files.split(',').map(Number), Number(mb), Number(times)];
const folder = mkdtempSync(join(at, 'joust-bench-race-'));
/** Smaller ones are for whole races. */
const manyFiles = 500;
const largeFiles = 50_000;
const fileBytes = 2048;
const changedFiles = 20;
const settings = ['user.name=bench', 'user.email=bench@localhost', 'gc.auto=0', 'maintenance.auto=false'];
const given = settings.flatMap((setting) => ['-c', setting]);
/** Nobody's settings. */
const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };

try {
  console.log(`${cpus().length} cores, load ${load()}, in ${at}`);
  const { kind, make } = await workspaceMaker(join(folder, 'trial'));
  console.log(`workspaces are ${kind}`);
  for (const size of sizes) {
    const place = await placeOf(size);
    if (size >= manyFiles) await workspaceRows(place);
    await raceRows(place.top, place.many);
    if (size >= manyFiles) await changeRows(place);
    for (const path of [place.top, place.home]) rmSync(path, { recursive: true, force: true });
  }
  if (megabytes > 0) await diskRow(make);
  report();
  console.log(`load ${load()}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Where files are made in memory, all sides pay the same. On ext4 whoever makes files within minutes after many were removed pays for
 * these, as inodes of late are passed over one by one: a side would pay for the removals of the one before it.
 */
function inMemory(): string | undefined {
  const folder = '/dev/shm';
  return existsSync(folder) && statfsSync(folder).type === tmpfs ? folder : undefined;
}

async function diskRow(make: MakeWorkspace): Promise<void> {
  const added = await dependencyMegabytes(make, await placeOf(100), megabytes);
  rows.push([
    ...[`disk with ${megabytes} MB of node_modules, race of 3`, `${added} MB`],
    ...[`${megabytes} MB`, 'node_modules', (added / megabytes).toFixed(2)],
    ...['1.10', added <= megabytes * 1.1 ? 'yes' : 'NO'],
  ]);
}

async function placeOf(files: number): Promise<Place> {
  const top = makeRepository(files);
  const home = join(folder, `home-${files}`);
  const base = await takeBase(await openRepository(top, folder), { home, nonce: 'clean' });
  return { top, home, base, many: `${files.toLocaleString('en')} files`, files, workspaces: [] };
}

/** Where there are fewer files, git is done before a few programs of joust's have started. */
function isLarge({ files }: Place): boolean {
  return files >= largeFiles;
}

async function workspaceRows(place: Place): Promise<void> {
  const { make } = await workspaceMaker(place.home);
  const all = async () => {
    place.workspaces.push(...(await makeAll(make, place, newPaths(place.home))));
  };
  const each: number[] = [];
  const times = await medians(runs, {
    dropped: () => dropLayers(place),
    first: all,
    again: all,
    git: () => worktrees(place, each),
    cleared: async () => {
      for (const workspace of place.workspaces.splice(0)) await workspace.clear();
    },
  });
  const what = `${count} workspaces, ${place.many}`;
  const beside = median(each) * count;
  const name = 'git worktree add';
  row(`${what}, base not yet made`, times['first'], { beside, name, target: 0.25 });
  row(`${what}, base made`, times['again'], { beside, name, target: isLarge(place) ? 0.02 : 0.03 });
}

/** Taking a dirty tree as the base, and what a contestant changed as its entry. */
async function changeRows(place: Place): Promise<void> {
  const { top, home, many } = place;
  let round = 0;
  const { make } = await workspaceMaker(home);
  const workspace = await make(place, join(home, 'sealed'));
  const times: Times = await medians(runs, {
    dirtied: () => {
      round += 1;
      change(top, round);
    },
    stash: () => void git(top, ['stash', 'create']),
    taken: async () => {
      await takeBase(await openRepository(top, folder), { home, nonce: `dirty-${round}` });
    },
    worked: () => changeInside(workspace, round),
    sealed: async () => {
      await workspace.seal();
    },
    diffed: () => {
      git(top, ['add', '-A']);
      git(top, ['diff', '--cached', '--binary', 'HEAD']);
    },
  });
  const what = `${changedFiles} changed files`;
  row(`base of a dirty tree, ${many}, ${what}`, times['taken'], {
    beside: times['stash'],
    name: 'git stash create',
    target: 3,
  });
  row(`sealing, ${many}, ${what}`, times['sealed'], {
    beside: times['diffed'],
    name: 'git add, git diff',
    target: isLarge(place) ? 1 : 1.25,
  });
  git(top, ['reset', '-q', '--hard']);
}

async function raceRows(top: string, many: string): Promise<void> {
  const home = mkdtempSync(join(folder, 'race-'));
  const { joust, byHand, forget } = raceAndByHand(top, home);
  await joust();
  const times = await medians(runs, { byHand, forget, first: joust, again: joust });
  const what = `race of 3, ${many}, check \`true\``;
  const name = 'worktrees and a shell';
  row(`${what}, base not yet made`, times['first'], { beside: times['byHand'], name, target: 1 });
  const over = (times['again'] ?? Number.NaN) - workMs;
  rows.push([
    ...[`${what}, base made`, ms(times['again']), ms(workMs), 'their own work'],
    ...[`+${ms(over)}`, `+${ms(overMs)}`, over <= overMs ? 'yes' : 'NO'],
  ]);
  rmSync(home, { recursive: true, force: true });
}

/** By somebody who works in it. */
function changeInside(workspace: Workspace, round: number): void {
  const script = `for n in $(seq 0 ${changedFiles - 1}); do echo "round ${round}" >>part-0/file-$n.txt; done`;
  const [program, ...args] = workspace.enter(['/bin/sh', '-c', script]);
  execFileSync(program, args, { cwd: workspace.folder });
}

/** Packed, as after a clone; every file different. */
function makeRepository(files: number): string {
  const top = join(folder, `repo-${files}`);
  for (let at = 0; at < files; at += 1) {
    const below = join(top, `part-${Math.floor(at / 100)}`);
    if (at % 100 === 0) mkdirSync(below, { recursive: true });
    const line = `line ${at} of a file that is not like any other\n`;
    writeFileSync(
      join(below, `file-${at}.txt`),
      line
        .repeat(64)
        .slice(0, fileBytes - 1)
        .concat('\n'),
    );
  }
  git(top, ['init', '-q']);
  git(top, ['add', '-A']);
  git(top, ['commit', '-q', '-m', 'base']);
  git(top, ['repack', '-adq']);
  return top;
}

function change(top: string, round: number): void {
  for (let at = 0; at < changedFiles; at += 1)
    appendFileSync(join(top, 'part-0', `file-${at}.txt`), `round ${round}\n`);
}

/** Two of them, each timed by itself, and removed again. */
async function worktrees({ top }: Place, each: number[]): Promise<void> {
  for (const path of newPaths(`${top}-trees`).slice(0, 2)) {
    const started = performance.now();
    git(top, ['worktree', 'add', '-q', '--detach', path]);
    each.push(performance.now() - started);
    git(top, ['worktree', 'remove', '--force', path]);
  }
}

function newPaths(parent: string): readonly string[] {
  mkdirSync(parent, { recursive: true });
  const own = mkdtempSync(join(parent, 'round-'));
  return Array.from({ length: count }, (_, at) => join(own, String(at)));
}

function git(cwd: string, args: readonly string[]): Buffer {
  return execFileSync('git', [...given, ...args], { cwd, env, maxBuffer: 2 ** 30 });
}

/** Of interleaved runs, so that noise hits all sides. */
async function medians(runs: number, sides: Sides): Promise<Times> {
  const times = new Map<string, number[]>(Object.keys(sides).map((name) => [name, []]));
  for (let run = 0; run < runs; run += 1)
    for (const [name, side] of Object.entries(sides)) {
      const started = performance.now();
      await side();
      times.get(name)?.push(performance.now() - started);
      if (verbose) console.error(`  ${name} ${ms(performance.now() - started)}, load ${load()}`);
    }
  return Object.fromEntries([...times].map(([name, all]) => [name, median(all)]));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function row(
  what: string,
  took: number | undefined,
  { beside, name, target }: { beside: number | undefined; name: string; target?: number | undefined },
): void {
  const ratio = (took ?? Number.NaN) / (beside ?? Number.NaN);
  const met = ratio <= (target ?? 0) ? 'yes' : 'NO';
  const asked = target === undefined ? ['', ''] : [target.toFixed(2), met];
  rows.push([what, ms(took), ms(beside), name, ratio.toFixed(2), ...asked]);
}

function ms(value = Number.NaN): string {
  return `${value.toFixed(0)} ms`;
}

function load(): string {
  return loadavg()
    .map((each) => each.toFixed(1))
    .join(' ');
}

function report(): void {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((cells) => cells[at]?.length ?? 0)));
  for (const cells of rows)
    console.log(
      cells
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}
