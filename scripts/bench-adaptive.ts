// Adaptive pairing on simulated fields: whether who is called the best with certainty is the best, and how many judge calls it
// takes to name the best as often as one pass of round robin. Judges draw every verdict anew, or repeat themselves with
// probability .7 when they are asked the same two in the same order again.
import { mostRepeats } from '../src/formats/tournament/play-adaptive.ts';
import { fitBradleyTerry } from '../src/ranking/fit/fit-bradley-terry.ts';
import { belief, learn, repeatWorth, worthOf } from '../src/ranking/pairing/belief.ts';
import { certainBest, isLook } from '../src/ranking/pairing/best.ts';
import { nextPair } from '../src/ranking/pairing/next-pair.ts';
import { type PairVerdict, scoreFor, tally } from '../src/ranking/tally.ts';
import { seededRandom } from '../tests/fixtures/simulate-verdicts.ts';
import { type Field, type Pool, poolsIn, type Random, repeating } from './bench-fields.ts';

interface Target {
  readonly size: number;
  /** Simulated fields of a pool: until enough stops are counted, between these. */
  readonly fields: readonly [number, number];
  /** Of a pool that is only shown beside. */
  readonly beside: number;
  /** How many times fewer calls it must take. */
  readonly fewer: number;
}

const targets: readonly Target[] = [
  { size: 8, fields: [4000, 9000], beside: 500, fewer: 2.0 },
  { size: 16, fields: [1000, 4000], beside: 300, fewer: 3.0 },
  { size: 32, fields: [600, 5000], beside: 60, fewer: 3.8 },
];
const stopsWanted = 100;
const rightWanted = 0.94;

/** Not one that was used to choose the rule: those were below 1000. */
const seedBase = Number(process.env['JOUST_BENCH_SEED'] ?? 777_001);

interface Run {
  /** Whether the best was found, as a share where several are level. */
  readonly robin: number;
  /** The same after each call; once certain it stays. */
  readonly adaptive: readonly number[];
  /** Undefined: never certain within the calls. */
  readonly certain: { readonly calls: number; readonly right: number } | undefined;
}

export function benchAdaptive(data: string): void {
  const pools = poolsIn(data);
  if (typeof pools === 'string') {
    console.log(`Skipped adaptive pairing: ${pools}`);
    return;
  }
  console.log(`\nAdaptive pairing, seeds from ${seedBase}; +- is one standard error.`);
  const only = process.env['JOUST_BENCH_SIZE'];
  for (const target of targets)
    if (only === undefined || only === String(target.size))
      console.table(pools.flatMap((pool) => rows(target, pool)));
}

function rows(target: Target, pool: Pool) {
  return [0, 0.7].map((again) => {
    const runs = played(target, { pool, again });
    const sure = runs.flatMap(({ certain }) => certain ?? []);
    const right = sure.map((one) => one.right);
    const whole = callsOf(target.size);
    const found = callsForTheSame(runs);
    const fewer = found === undefined ? 0 : whole / found;
    return {
      size: target.size,
      pool: pool.name,
      repeats: again,
      fields: runs.length,
      stops: sure.length,
      right: sure.length === 0 ? '' : share(right),
      target: pool.aim ? `>= ${rightWanted}` : '',
      '': pool.aim ? verdict(sure.length >= stopsWanted, mean(right) >= rightWanted) : '',
      'calls at stop': sure.length === 0 ? '' : mean(sure.map(({ calls }) => calls)).toFixed(0),
      'round robin': share(runs.map(({ robin }) => robin)),
      'same in': `${found ?? 'more'} of ${whole}`,
      fewer: fewer.toFixed(2),
      'target ': pool.aim ? `>= ${target.fewer.toFixed(1)}` : '',
      ' ': pool.aim ? verdict(true, fewer >= target.fewer) : '',
    };
  });
}

function verdict(counted: boolean, reached: boolean): string {
  if (!reached) return 'NOT MET';
  return counted ? 'met' : 'too few';
}

function played(
  { size, fields: [fewest, most], beside }: Target,
  { pool, again }: { pool: Pool; again: number },
): Run[] {
  const runs: Run[] = [];
  let stops = 0;
  const isEnough = () =>
    pool.aim ? runs.length >= fewest && (stops >= stopsWanted || runs.length >= most) : runs.length >= beside;
  while (!isEnough()) {
    const random = seededRandom(seedBase * 1_000_003 + runs.length * 104_729);
    const field = pool.field(size, random);
    const run = {
      robin: roundRobin(field, size, random),
      ...adaptive(repeating(field, again), size, random),
    };
    if (run.certain !== undefined) stops += 1;
    runs.push(run);
  }
  return runs;
}

function callsOf(size: number): number {
  return (size * (size - 1)) / 2;
}

/** The fewest calls with which the best is found at least as often as by round robin. */
function callsForTheSame(list: readonly Run[]): number | undefined {
  const goal = mean(list.map(({ robin }) => robin));
  const most = list[0]?.adaptive.length ?? 0;
  for (let calls = 1; calls <= most; calls += 1)
    if (mean(list.map(({ adaptive }) => adaptive[calls - 1] ?? adaptive.at(-1) ?? 0)) >= goal) return calls;
  return undefined;
}

function roundRobin(field: Field, size: number, random: Random): number {
  const names = namesOf(size);
  const verdicts: PairVerdict[] = [];
  for (let i = 0; i < size; i += 1) {
    for (let j = i + 1; j < size; j += 1) {
      const [first, second] = random() < 0.5 ? [i, j] : [j, i];
      const choice = field.judge(first, second, random);
      verdicts.push({ first: names[first] ?? '', second: names[second] ?? '', choice });
    }
  }
  const fit = fitBradleyTerry(tally(verdicts, names), { position: 'shared' });
  return fit.kind === 'fitted' ? hit(fit.strengths, field.best) : 0;
}

function adaptive(field: Field, size: number, random: Random): Pick<Run, 'adaptive' | 'certain'> {
  const names = namesOf(size);
  const most = Math.max(callsOf(size), 6 * size);
  const asked = new Uint8Array(size * size);
  const said = new Map<number, number>();
  const place = new Map(names.map((name, index) => [name, index]));
  const worth = (first: number, second: number) => {
    const times = asked[first * size + second] ?? 0;
    if (times >= mostRepeats) return 0;
    return times === 0 ? 1 : repeatWorth;
  };
  const right: number[] = [];
  let current = belief(names);
  while (right.length < most) {
    const pair = nextPair(current, { random, worth });
    if (pair === undefined) break;
    const [first = 0, second = 0] = [place.get(pair.first), place.get(pair.second)];
    const question = first * size + second;
    asked[question] = (asked[question] ?? 0) + 1;
    const score = scoreFor(field.judge(first, second, random), 'first') ?? 0.5;
    current = learn(current, { ...pair, score, weight: worthOf(score, said.get(question)) });
    said.set(question, score);
    right.push(hit(current.mean.subarray(0, size), field.best));
    const best = isLook(current) || right.length === most ? certainBest(current) : undefined;
    if (best !== undefined) {
      right[right.length - 1] = place.get(best.leader) === field.best ? 1 : 0;
      return { adaptive: right, certain: { calls: right.length, right: right.at(-1) ?? 0 } };
    }
  }
  return { adaptive: right, certain: undefined };
}

/** A shared first place is a share of a hit. */
function hit(strengths: Float64Array, best: number): number {
  const top = Math.max(...strengths);
  const level = strengths.reduce((count, strength) => count + Number(strength >= top - 1e-9), 0);
  return (strengths[best] ?? 0) >= top - 1e-9 ? 1 / level : 0;
}

function namesOf(size: number): string[] {
  return Array.from({ length: size }, (_, place) => `c${place}`);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function share(values: readonly number[]): string {
  const middle = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  const error = Math.sqrt(squares / Math.max(1, values.length - 1) / values.length);
  return `${middle.toFixed(3)} +- ${error.toFixed(3)}`;
}
