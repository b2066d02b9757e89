// What the workspaces of a race cost next to `git worktree add`, and a race next to its parts done by hand: figures of one
// run, each beside its baseline. Run by `npm run bench:race`.
import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Turns } from '../src/contest/play/player.ts';
import { openRepository } from '../src/workspace/base/repository.ts';
import { type TakenBase, takeBase } from '../src/workspace/base/take-base.ts';
import { checkoutAt } from '../src/workspace/checkout/checkout.ts';
import type { Workspace } from '../src/workspace/workspace.ts';
import { raceAndByHand } from './bench-race-whole.ts';

type Sides = Readonly<Record<string, () => Promise<void> | void>>;
type Times = Readonly<Record<string, number>>;

/** A repository, its base, and what was made of it. */
interface Place {
  readonly top: string;
  readonly home: string;
  readonly base: TakenBase;
  readonly many: string;
  readonly trees: string[];
  readonly workspaces: Workspace[];
}

const folder = mkdtempSync(join(tmpdir(), 'joust-bench-race-'));
const rows: string[][] = [['what', 'joust', 'beside', '', 'ratio', 'target', 'met']];
const count = 8;
/** As a race makes them. */
const atOnce = 2;
const targetRatio = 1.5;
const fileBytes = 2048;
const changedFiles = 20;
const verbose = process.argv.includes('--verbose');
const settings = ['user.name=bench', 'user.email=bench@localhost', 'gc.auto=0', 'maintenance.auto=false'];
const given = settings.flatMap((setting) => ['-c', setting]);
/** Nobody's settings. */
const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };

try {
  console.log(`${cpus().length} cores, load ${load()}`);
  const middle = await placeOf(5_000);
  const large = await placeOf(50_000);
  await workspaceRows(middle, 5, targetRatio);
  await workspaceRows(large, 1);
  await changeRows(middle, 5);
  await changeRows(large, 1);
  await raceRows(makeRepository(20), '20 files');
  await raceRows(middle.top, middle.many);
  // Last: some file systems are slow to make files where many were just removed.
  await removalRow(middle);
  await removalRow(large);
  report();
  console.log(`load ${load()}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function placeOf(files: number): Promise<Place> {
  const top = makeRepository(files);
  const home = join(folder, `home-${files}`);
  const base = await takeBase(await openRepository(top, folder), { home, nonce: 'clean' });
  return { top, home, base, many: `${files.toLocaleString('en')} files`, trees: [], workspaces: [] };
}

async function workspaceRows(place: Place, runs: number, target?: number): Promise<void> {
  const times = await medians(runs, {
    git: () => worktrees(place, 1),
    joust: () => checkouts(place),
    pairs: () => worktrees(place, atOnce),
  });
  const what = `${count} workspaces, ${place.many}, ${atOnce} at a time`;
  row(what, times['joust'], { beside: times['git'], name: 'git worktree add', target });
  row('', times['joust'], { beside: times['pairs'], name: `the same, ${atOnce} at a time` });
}

/** Taking a dirty tree as the base, and what a contestant changed as its entry. */
async function changeRows({ top, home, base, many }: Place, runs: number): Promise<void> {
  let round = 0;
  const workspace = await checkedOut(base, join(home, 'sealed'));
  const times: Times = await medians(runs, {
    dirtied: () => {
      round += 1;
      change(top, round);
    },
    stash: () => void git(top, ['stash', 'create']),
    taken: async () => {
      await takeBase(await openRepository(top, folder), { home, nonce: `dirty-${round}` });
    },
    worked: () => change(workspace.tree, round),
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
  });
  row(`sealing, ${many}, ${what}`, times['sealed'], { beside: times['diffed'], name: 'git add, git diff' });
  git(top, ['reset', '-q', '--hard']);
}

async function raceRows(top: string, many: string): Promise<void> {
  const home = mkdtempSync(join(folder, 'race-'));
  const { joust, byHand } = raceAndByHand(top, home);
  await joust();
  const times = await medians(5, { byHand, joust });
  const what = `race of 3, ${many}, check \`true\``;
  row(what, times['joust'], { beside: times['byHand'], name: 'worktrees and a shell' });
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

async function worktrees({ top, trees }: Place, parallel: number): Promise<void> {
  const turns = new Turns(parallel);
  const add = (path: string) => gitLater(top, ['worktree', 'add', '-q', '--detach', path]);
  const paths = newPaths(`${top}-trees`);
  await Promise.all(paths.map((path) => turns.inTurn(() => add(path))));
  trees.push(...paths);
}

async function checkouts({ home, base, workspaces }: Place): Promise<void> {
  const turns = new Turns(atOnce);
  const make = async (root: string) => {
    workspaces.push(await checkedOut(base, root));
  };
  await Promise.all(newPaths(home).map((root) => turns.inTurn(() => make(root))));
}

async function checkedOut({ store, tree, snapshot }: TakenBase, root: string): Promise<Workspace> {
  const base = { tree, snapshot, folder, below: '' };
  const workspace = checkoutAt({ store, root, base, copy: [], nonce: 'bench', overlay: async () => [] });
  await workspace.make();
  return workspace;
}

async function removalRow({ top, many, trees, workspaces }: Place): Promise<void> {
  const times = await medians(1, {
    git: async () => {
      for (const path of trees.slice(0, count)) await gitLater(top, ['worktree', 'remove', '--force', path]);
    },
    joust: async () => {
      for (const workspace of workspaces.slice(0, count)) await workspace.clear();
    },
  });
  const name = 'git worktree remove';
  row(`removing ${count} of ${many}`, times['joust'], { beside: times['git'], name });
}

function newPaths(parent: string): readonly string[] {
  mkdirSync(parent, { recursive: true });
  const own = mkdtempSync(join(parent, 'round-'));
  return Array.from({ length: count }, (_, at) => join(own, String(at)));
}

function git(cwd: string, args: readonly string[]): Buffer {
  return execFileSync('git', [...given, ...args], { cwd, env, maxBuffer: 2 ** 30 });
}

function gitLater(cwd: string, args: readonly string[]): Promise<void> {
  const child = spawn('git', [...given, ...args], { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`git ${args[0]}: ${code}`))));
  });
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
