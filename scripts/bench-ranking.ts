// What ranking costs and how near it comes to published ratings: figures of one run, each beside its baseline and target.
import { existsSync, readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { bootstrapStrengths } from '../src/ranking/bootstrap-strengths.ts';
import { type BradleyTerryFit, fitBradleyTerry } from '../src/ranking/fit-bradley-terry.ts';
import { fleissKappa } from '../src/ranking/fleiss-kappa.ts';
import { flipRate } from '../src/ranking/flip-rate.ts';
import { positionLean } from '../src/ranking/position-lean.ts';
import { seededRandom } from '../src/ranking/simulate-verdicts.ts';
import { standing } from '../src/ranking/standing.ts';
import type { PairVerdict, Tally } from '../src/ranking/tally.ts';
import { tallyColumns, type VerdictColumns } from '../src/ranking/tally-columns.ts';

type Row = { what: string; figure: string; beside: string; target: string; met: string };
type Counts = { a: string; b: string; winsA: number; winsB: number; ties: number; bothBad: number };

const data = resolve(process.env['JOUST_BENCH_DATA'] ?? join(import.meta.dirname, '../../shared/data'));
const rows: Row[] = [];

if (existsSync(join(data, 'arena'))) {
  const counts = readCounts();
  accuracy(counts);
  speed(counts);
  anchors(counts);
  report();
} else {
  console.log(
    `No benchmark data in ${data}; set JOUST_BENCH_DATA to a folder that holds arena/. Nothing was measured.`,
  );
}

function readTable(path: string): string[][] {
  const text = gunzipSync(readFileSync(join(data, path))).toString('utf8');
  const lines = text.trim().split('\n').slice(1);
  return lines.map((line) => line.split(','));
}

function readCounts(): Counts[] {
  return readTable('arena/pairs_20240814.csv.gz').map(([a = '', b = '', ...numbers]) => {
    const [winsA = 0, winsB = 0, ties = 0, bothBad = 0] = numbers.map(Number);
    return { a, b, winsA, winsB, ties, bothBad };
  });
}

function accuracy(counts: readonly Counts[]): void {
  const verdicts = expand(counts, Number.POSITIVE_INFINITY);
  const fit = fitted(fitBradleyTerry(tallyColumns(verdicts.columns, verdicts.contestants), { lambda: 0 }));
  const anchor = { contestant: 'mixtral-8x7b-instruct-v0.1', rating: 1114 };
  const ours = new Map(
    standing(fit, { random: seededRandom(1), draws: 2000, anchor }).map((row) => [
      row.contestant,
      row.rating,
    ]),
  );
  const published = readFileSync(join(data, 'arena/published_ratings_20240813.csv'), 'utf8')
    .trim()
    .split('\n');
  const differences = published.slice(1).flatMap((line) => {
    const [model = '', rating] = line.split(',');
    const own = ours.get(model);
    return own === undefined ? [] : [Math.abs(own - Number(rating))];
  });
  const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length;
  rows.push({
    what: `Arena ratings, ${verdicts.columns.first.length.toLocaleString('en')} votes, ${differences.length} of ${published.length - 1} models`,
    figure: `${mean.toFixed(3)} points off`,
    beside: `largest ${Math.max(...differences).toFixed(2)}`,
    target: '0.25 points',
    met: mean <= 0.25 ? 'yes' : 'no',
  });
}

/** Figures of judging.md, computed anew. */
function anchors(counts: readonly Counts[]): void {
  const { columns, contestants } = expand(counts, Number.POSITIVE_INFINITY);
  const counted = tallyColumns(columns, contestants);
  const davidson = fitted(fitBradleyTerry(counted, { lambda: 0, ties: 'davidson' }));
  anchor("Arena, Davidson's nu", davidson.nu, 1.1225);
  const fit = fitted(fitBradleyTerry(counted, { lambda: 0 }));
  const drawn = bootstrapStrengths(counted, { lambda: 0, rounds: 200, random: seededRandom(5) });
  if (drawn.kind !== 'bootstrapped') throw new Error(`The votes gave no bootstrap: ${drawn.kind}`);
  const size = contestants.length;
  const ratios = [...drawn.standardErrors].map(
    (error, index) => error / Math.sqrt(fit.covariance[index * (size + 1)] ?? 0),
  );
  anchor('Arena, bootstrap error / sandwich error, median', ratios.sort((a, b) => a - b)[size >> 1], 0.999);
  const pandas = readTable('pandalm/judgments.csv.gz');
  anchor("PandaLM, three people, Fleiss' kappa", fleissKappa(pandas.map((row) => row.slice(3, 6))), 0.864);
  const battles = readTable('position_bias/devbench_battles.csv.gz');
  const published = { 'gpt-4-0613': [0.82, 0.42], 'claude-3-haiku-20240307': [0.23, -2] } as const;
  for (const [judge, [consistency, delta]] of Object.entries(published)) {
    const verdicts = battles.filter((row) => row[2] === judge).map(battleVerdict);
    const { flipRate: flips } = flipRate(verdicts);
    const { lean } = positionLean(verdicts);
    anchor(
      `DevBench, ${judge}, consistency`,
      flips.kind === 'measured' ? 1 - flips.value : undefined,
      consistency,
    );
    anchor(`DevBench, ${judge}, delta`, lean.kind === 'measured' ? lean.value : undefined, delta);
  }
}

function anchor(what: string, figure: number | undefined, expected: number): void {
  const beside = `judging.md: ${expected}`;
  rows.push({ what, figure: figure?.toFixed(3) ?? 'unknown', beside, target: '-', met: '-' });
}

function battleVerdict([
  ,
  ,
  judge = '',
  question = '',
  first = '',
  second = '',
  said,
]: string[]): PairVerdict {
  const choice = ({ A: 'first', B: 'second', C: 'tie' } as const)[said ?? ''] ?? 'none';
  return { judge, cluster: question, first, second, choice };
}

function speed(counts: readonly Counts[]): void {
  const { columns, contestants } = expand(counts, 100);
  const million = sampled(columns, 1_000_000);
  const plain = medianMs(5, () => plainLoop(million));
  const aggregate = medianMs(9, () => tallyColumns(million, contestants));
  time('aggregate 1 M votes', aggregate, {
    beside: `${plain.toFixed(0)} ms, a plain loop with a Map`,
    targetMs: 30,
  });

  const counted = tallyColumns(million, contestants);
  const strengths = fitted(fitBradleyTerry(counted, { lambda: 0 })).strengths;
  const perVote = medianMs(5, () => onePassOverVotes(million, strengths));
  const fit = medianMs(15, () => fitBradleyTerry(counted, { lambda: 0 }));
  const beside = `${perVote.toFixed(0)} ms, one of many passes over single votes`;
  time('fit + intervals, 100 models', fit, { beside, targetMs: 15 });

  const rounds = { lambda: 0, rounds: 100 };
  const refits = medianMs(3, () => hundredFits(counted));
  const bootstrap = medianMs(5, () => bootstrapStrengths(counted, { ...rounds, random: seededRandom(7) }));
  time('100 bootstraps', bootstrap, { beside: `${refits.toFixed(0)} ms, 100 fits from zero`, targetMs: 400 });

  const tasks = seededRandom(3);
  const cluster = Int32Array.from(million.first, () => Math.floor(tasks() * 50_000));
  const clusteredCells = tallyColumns({ ...million, cluster }, contestants);
  const clustered = medianMs(3, () => fitBradleyTerry(clusteredCells, { lambda: 0 }));
  time('fit + clustered intervals, 50,000 tasks', clustered, { beside: `${fit.toFixed(1)} ms, unclustered` });
  const draws = medianMs(3, () =>
    standing(fitted(fitBradleyTerry(counted, { lambda: 0 })), { random: tasks }),
  );
  time('standing with 10,000 draws', draws, { beside: `${fit.toFixed(1)} ms, its fit alone` });
}

/** Votes as single rows, in a fixed random order, of the models with most votes. */
function expand(
  counts: readonly Counts[],
  models: number,
): { columns: VerdictColumns; contestants: string[] } {
  const votes = new Map<string, number>();
  const total = (row: Counts) => row.winsA + row.winsB + row.ties + row.bothBad;
  for (const row of counts)
    for (const name of [row.a, row.b]) votes.set(name, (votes.get(name) ?? 0) + total(row));
  const contestants = [...votes]
    .sort((x, y) => y[1] - x[1])
    .slice(0, models)
    .map(([name]) => name);
  const place = new Map(contestants.map((name, index) => [name, index]));
  const codes: number[] = [];
  for (const row of counts) {
    const a = place.get(row.a);
    const b = place.get(row.b);
    if (a === undefined || b === undefined) continue;
    const pair = (a * contestants.length + b) * 4;
    for (const [kind, count] of [row.winsA, row.winsB, row.ties, row.bothBad].entries()) {
      for (let vote = 0; vote < count; vote += 1) codes.push(pair + kind);
    }
  }
  const random = seededRandom(11);
  for (let last = codes.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [codes[last], codes[other]] = [codes[other] as number, codes[last] as number];
  }
  const columns = {
    first: Int32Array.from(codes, (code) => Math.floor(code / 4 / contestants.length)),
    second: Int32Array.from(codes, (code) => Math.floor(code / 4) % contestants.length),
    choice: Uint8Array.from(codes, (code) => code % 4),
  };
  return { columns, contestants };
}

function sampled({ first, second, choice }: VerdictColumns, size: number): VerdictColumns {
  return { first: first.slice(0, size), second: second.slice(0, size), choice: choice.slice(0, size) };
}

function plainLoop({ first, second, choice }: VerdictColumns): number {
  const cells = new Map<string, number>();
  for (let vote = 0; vote < first.length; vote += 1) {
    const key = `${first[vote]} ${second[vote]} ${choice[vote]}`;
    cells.set(key, (cells.get(key) ?? 0) + 1);
  }
  return cells.size;
}

/** What a fit over single votes does in each of its iterations: the slope of the likelihood. */
function onePassOverVotes({ first, second, choice }: VerdictColumns, strengths: Float64Array): Float64Array {
  const slope = new Float64Array(strengths.length);
  const scores = [1, 0, 0.5, 0.5];
  for (let vote = 0; vote < first.length; vote += 1) {
    const i = first[vote] ?? 0;
    const j = second[vote] ?? 0;
    const expected = 1 / (1 + Math.exp((strengths[j] ?? 0) - (strengths[i] ?? 0)));
    const residual = (scores[choice[vote] ?? 0] ?? 0) - expected;
    slope[i] = (slope[i] ?? 0) + residual;
    slope[j] = (slope[j] ?? 0) - residual;
  }
  return slope;
}

function hundredFits(counted: Tally): void {
  for (let round = 0; round < 100; round += 1) fitBradleyTerry(counted, { lambda: 0 });
}

function fitted(fit: BradleyTerryFit): Extract<BradleyTerryFit, { kind: 'fitted' }> {
  if (fit.kind !== 'fitted') throw new Error(`The votes gave no fit: ${fit.kind}`);
  return fit;
}

function medianMs(runs: number, work: () => unknown): number {
  const times = Array.from({ length: runs }, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  }).sort((a, b) => a - b);
  return times[Math.floor(runs / 2)] ?? 0;
}

function time(what: string, ms: number, { beside, targetMs }: { beside: string; targetMs?: number }): void {
  const target = targetMs === undefined ? '-' : `${targetMs} ms`;
  const met = targetMs !== undefined && ms <= targetMs ? 'yes' : 'no';
  rows.push({ what, figure: `${ms.toFixed(1)} ms`, beside, target, met: targetMs === undefined ? '-' : met });
}

function report(): void {
  const load = loadavg()[0]?.toFixed(1);
  console.log(`Node ${process.version}, ${cpus().length} cores, load ${load}, data from ${data}\n`);
  const table = [
    { what: 'what', figure: 'joust', beside: 'beside it', target: 'target', met: 'met' },
    ...rows,
  ];
  const width = (key: keyof Row) => Math.max(...table.map((row) => row[key].length));
  for (const row of table) {
    const cells = (['what', 'figure', 'beside', 'target', 'met'] as const).map((key) =>
      row[key].padEnd(width(key)),
    );
    console.log(cells.join('  ').trimEnd());
  }
}
