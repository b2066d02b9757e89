// What ranking costs, how near it comes to published ratings, and whether a leaderboard's intervals hold the truth: figures of
// one run, each beside its baseline and target.
import { existsSync, readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { flipRate, positionLean } from '../src/ranking/agreement/leans.ts';
import { type BradleyTerryFit, fitBradleyTerry } from '../src/ranking/fit/fit-bradley-terry.ts';
import { standing } from '../src/ranking/standing.ts';
import { type PairVerdict, type Tally, tally } from '../src/ranking/tally.ts';
import { seededRandom } from '../tests/fixtures/simulate-verdicts.ts';
import { arenaCounts, davidson, type PairCounts, readTable, tallyOf, votesIn } from './arena-votes.ts';
import { benchIntervals } from './bench-intervals.ts';

type Row = { what: string; figure: string; beside: string; target: string; met: string };

const data = resolve(process.env['JOUST_BENCH_DATA'] ?? join(import.meta.dirname, '../../shared/data'));
const rows: Row[] = [];

if (existsSync(join(data, 'arena'))) {
  const counts = arenaCounts(data);
  accuracy(counts);
  speed(counts);
  anchors(counts);
  report();
} else {
  console.log(
    `No benchmark data in ${data}; set JOUST_BENCH_DATA to a folder that holds arena/. Arena ratings were not measured.`,
  );
}
benchIntervals(Number(process.argv[2] ?? 1000));

function accuracy(counts: readonly PairCounts[]): void {
  const fit = fitted(fitBradleyTerry(tallyOf(counts), { lambda: 0 }));
  const ours = new Map(
    standing(fit, { random: seededRandom(1), draws: 2000 }).map(({ contestant, rating }) => [
      contestant,
      rating,
    ]),
  );
  const shift = 1114 - (ours.get('mixtral-8x7b-instruct-v0.1') ?? 0);
  const published = readFileSync(join(data, 'arena/published_ratings_20240813.csv'), 'utf8')
    .trim()
    .split('\n');
  const differences = published.slice(1).flatMap((line) => {
    const [model = '', rating] = line.split(',');
    const own = ours.get(model);
    return own === undefined ? [] : [Math.abs(own + shift - Number(rating))];
  });
  const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length;
  rows.push({
    what: `Arena ratings, ${counts.reduce((sum, row) => sum + votesIn(row), 0).toLocaleString('en')} votes, ${differences.length} of ${published.length - 1} models`,
    figure: `${mean.toFixed(3)} points off`,
    beside: `largest ${Math.max(...differences).toFixed(2)}`,
    target: '0.25 points',
    met: mean <= 0.25 ? 'yes' : 'no',
  });
}

/** Figures of judging.md, computed anew. */
function anchors(counts: readonly PairCounts[]): void {
  const counted = tallyOf(counts);
  anchor(
    "Arena, Davidson's nu (what the simulated voters of bench:judging use)",
    davidson(counted).nu,
    1.1225,
  );
  anchor('Arena, bootstrap error / interval error, median', bootstrapRatio(counted), 0.999);
  const battles = readTable(data, 'position_bias/devbench_battles.csv.gz');
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

/** The intervals come from a formula; votes drawn anew 200 times and fitted each time show whether it holds. */
function bootstrapRatio(counted: Tally): number | undefined {
  const random = seededRandom(5);
  const size = counted.contestants.length;
  const samples = Array.from({ length: 200 }, () => {
    const drawn = (column: Float64Array) => column.map((count) => poissonDraw(count, random));
    const { firstWins, secondWins, ties, bothBad } = counted;
    const sample = {
      ...counted,
      firstWins: drawn(firstWins),
      secondWins: drawn(secondWins),
      ties: drawn(ties),
      bothBad: drawn(bothBad),
    };
    return fitted(fitBradleyTerry(sample, { lambda: 0 })).strengths;
  });
  const { covariance } = fitted(fitBradleyTerry(counted, { lambda: 0 }));
  const ratios = counted.contestants.map((_, index) => {
    const values = samples.map((sample) => sample[index] ?? 0);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    return Math.sqrt(squares / (values.length - 1) / (covariance[index * (size + 1)] ?? 0));
  });
  return ratios.sort((a, b) => a - b)[size >> 1];
}

function poissonDraw(mean: number, random: () => number): number {
  if (mean > 50) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal));
  }
  let [count, rest] = [-1, 1];
  for (const floor = Math.exp(-mean); rest > floor; count += 1) rest *= random();
  return Math.max(0, count);
}

function speed(counts: readonly PairCounts[]): void {
  const counted = tallyOf(counts, 100);
  const votes = singleVotes(counted, 1_000_000);
  const strengths = fitted(fitBradleyTerry(counted, { lambda: 0 })).strengths;
  const perVote = medianMs(5, () => onePassOverVotes(votes, strengths));
  const fit = medianMs(15, () => fitBradleyTerry(counted, { lambda: 0 }));
  const beside = `${perVote.toFixed(0)} ms, one of many passes over 1 M single votes`;
  time('fit + intervals, 100 models', fit, { beside, targetMs: 15 });

  const tasks = seededRandom(3);
  const names = counted.contestants;
  const verdicts = votes.map(({ first, second, choice }): PairVerdict => {
    const cluster = `${Math.floor(tasks() * 50_000)}`;
    return { first: names[first] ?? '', second: names[second] ?? '', choice, cluster };
  });
  let clusteredCells = counted;
  const counting = medianMs(1, () => {
    clusteredCells = tally(verdicts, names);
  });
  time('count 1 M verdicts on 50,000 tasks', counting, { beside: '-' });
  const clustered = medianMs(3, () => fitBradleyTerry(clusteredCells, { lambda: 0 }));
  time('fit + clustered intervals, 50,000 tasks', clustered, { beside: `${fit.toFixed(1)} ms, unclustered` });
  const draws = medianMs(3, () =>
    standing(fitted(fitBradleyTerry(counted, { lambda: 0 })), { random: tasks }),
  );
  time('standing with 10,000 draws', draws, { beside: `${fit.toFixed(1)} ms, its fit alone` });
}

type Vote = { first: number; second: number; choice: 'first' | 'second' | 'tie' };

/** Votes one by one, drawn in proportion to the counts. */
function singleVotes(counted: Tally, size: number): Vote[] {
  const cells = [...counted.first].flatMap((first, row) => {
    const second = counted.second[row] ?? 0;
    const tied = (counted.ties[row] ?? 0) + (counted.bothBad[row] ?? 0);
    return [
      { first, second, choice: 'first', count: counted.firstWins[row] ?? 0 } as const,
      { first, second, choice: 'second', count: counted.secondWins[row] ?? 0 } as const,
      { first, second, choice: 'tie', count: tied } as const,
    ];
  });
  const total = cells.reduce((sum, { count }) => sum + count, 0);
  let [upTo, cell] = [0, -1];
  const votes: Vote[] = [];
  for (let vote = 0; vote < size; vote += 1) {
    while (upTo <= (vote / size) * total) {
      cell += 1;
      upTo += cells[cell]?.count ?? total;
    }
    const { first = 0, second = 1, choice = 'tie' } = cells[cell] ?? {};
    votes.push({ first, second, choice });
  }
  return votes;
}

/** What a fit over single votes does in each of its iterations: the slope of the likelihood. */
function onePassOverVotes(votes: readonly Vote[], strengths: Float64Array): Float64Array {
  const slope = new Float64Array(strengths.length);
  const scores = { first: 1, second: 0, tie: 0.5 };
  for (const { first, second, choice } of votes) {
    const expected = 1 / (1 + Math.exp((strengths[second] ?? 0) - (strengths[first] ?? 0)));
    const residual = scores[choice] - expected;
    slope[first] = (slope[first] ?? 0) + residual;
    slope[second] = (slope[second] ?? 0) - residual;
  }
  return slope;
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
