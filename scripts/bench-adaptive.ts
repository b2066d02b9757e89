// Adaptive pairing beside one pass of round robin: how many judge calls it takes to name the best equally often, on fields of
// contestants simulated from the benchmark data. Each call is drawn anew: a real judge that is asked the same again mostly
// repeats itself, so that how often the same two are asked in the same order is limited, as in joust tournament.
import { mostRepeats } from '../src/formats/tournament/play-adaptive.ts';
import { fitBradleyTerry } from '../src/ranking/fit/fit-bradley-terry.ts';
import { belief, believedStrengths, learn } from '../src/ranking/pairing/belief.ts';
import { nextPair, whenToStop } from '../src/ranking/pairing/next-pair.ts';
import { type PairVerdict, tally } from '../src/ranking/tally.ts';
import { seededRandom } from '../tests/fixtures/simulate-verdicts.ts';
import { type Field, type Pool, poolsIn, type Random } from './bench-fields.ts';

interface Target {
  readonly size: number;
  /** Simulated fields of each pool. */
  readonly fields: number;
  /** How many times fewer calls it must take. */
  readonly fewer: number;
}

const targets: readonly Target[] = [
  { size: 8, fields: 2000, fewer: 1.8 },
  { size: 16, fields: 1000, fewer: 2.8 },
];

interface Run {
  readonly pool: string;
  /** Whether the best was found, as a share where several are level. */
  readonly robin: number;
  /** The same after each call. */
  readonly adaptive: readonly number[];
  /** Calls until it was 95 % certain, and whether that was right; undefined: never within one pass of round robin. */
  readonly certain: { readonly calls: number; readonly right: number } | undefined;
}

export function benchAdaptive(data: string): void {
  const pools = poolsIn(data);
  if (typeof pools === 'string') {
    console.log(`Skipped adaptive pairing: ${pools}`);
    return;
  }
  console.log('\nAdaptive pairing (lucb) beside one pass of round robin; +- is one standard error.');
  for (const target of targets) report(target, pools);
}

function report({ size, fields, fewer }: Target, pools: readonly Pool[]): void {
  const whole = (size * (size - 1)) / 2;
  const calls = Math.floor(whole / fewer);
  const runs = pools.flatMap((pool, at) =>
    Array.from({ length: fields }, (_, index) =>
      simulated(pool, size, seededRandom(1_000_003 * (at + 1) + index)),
    ),
  );
  const groups = [...Map.groupBy(runs, ({ pool }) => pool), ['all fields', runs] as const];
  console.table(groups.map(([pool, list]) => ({ pool, ...figures(list, { whole, calls }) })));
  const gaps = runs.map((run) => at(run, calls) - run.robin);
  const found = callsForTheSame(runs);
  const met = mean(gaps) >= 0 ? 'met' : 'NOT MET';
  console.log(
    `${size} contestants, ${runs.length} fields: with ${fewer} times fewer calls (${calls} instead of ${whole}) the best is found ` +
      `${signed(mean(gaps))} +- ${standardError(gaps).toFixed(3)} more often: ${met}. The same rate takes ${found ?? 'more than'} of ${whole} calls` +
      `${found === undefined ? '' : `, ${(whole / found).toFixed(2)} times fewer`}. ${certainty(runs)}`,
  );
}

function figures(list: readonly Run[], { whole, calls }: { whole: number; calls: number }) {
  const gaps = list.map((run) => at(run, calls) - run.robin);
  const found = callsForTheSame(list);
  return {
    [`round robin, ${whole} calls`]: share(list.map(({ robin }) => robin)),
    [`adaptive, ${calls} calls`]: share(list.map((run) => at(run, calls))),
    difference: `${signed(mean(gaps))} +- ${standardError(gaps).toFixed(3)}`,
    'calls for the same': found ?? 'more',
    'times fewer': found === undefined ? '' : (whole / found).toFixed(2),
  };
}

function certainty(runs: readonly Run[]): string {
  const sure = runs.flatMap(({ certain }) => certain ?? []);
  if (sure.length === 0) return 'No run was 95 % certain.';
  return `${((100 * sure.length) / runs.length).toFixed(0)} % of runs were 95 % certain, after ${mean(sure.map(({ calls }) => calls)).toFixed(0)} calls on average, and right in ${(100 * mean(sure.map(({ right }) => right))).toFixed(0)} %.`;
}

/** The fewest calls with which the best is found at least as often as by round robin. */
function callsForTheSame(list: readonly Run[]): number | undefined {
  const goal = mean(list.map(({ robin }) => robin));
  const most = list[0]?.adaptive.length ?? 0;
  for (let calls = 1; calls <= most; calls += 1)
    if (mean(list.map((run) => at(run, calls))) >= goal) return calls;
  return undefined;
}

function simulated(pool: Pool, size: number, random: Random): Run {
  const field = pool.field(size, random);
  return { pool: pool.name, robin: roundRobin(field, size, random), ...adaptive(field, size, random) };
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
  const most = (size * (size - 1)) / 2;
  const asked = new Map<string, number>();
  const timesAsked = (first: string, second: string) => asked.get(`${first} ${second}`) ?? 0;
  const allowed = (first: string, second: string) => timesAsked(first, second) < mostRepeats;
  const right: number[] = [];
  let certain: Run['certain'];
  let current = belief(names);
  while (right.length < most) {
    const pair = nextPair(current, { random, allowed });
    if (pair === undefined) break;
    const { first, second } = pair;
    asked.set(`${first} ${second}`, timesAsked(first, second) + 1);
    const choice = field.judge(names.indexOf(first), names.indexOf(second), random);
    current = learn(current, { first, second, score: scoreOf(choice) });
    right.push(hit(believedStrengths(current).strengths, field.best));
    if (certain !== undefined) continue;
    const answer = whenToStop(current, { random, budget: most + 1 });
    if (answer?.stop === true) certain = { calls: right.length, right: right.at(-1) ?? 0 };
  }
  return { adaptive: right, certain };
}

/** A shared first place is a share of a hit. */
function hit(strengths: Float64Array, best: number): number {
  const top = Math.max(...strengths);
  const leaders = [...strengths.keys()].filter((place) => (strengths[place] ?? 0) >= top - 1e-9);
  return leaders.includes(best) ? 1 / leaders.length : 0;
}

function scoreOf(choice: PairVerdict['choice']): number {
  if (choice === 'first') return 1;
  return choice === 'second' ? 0 : 0.5;
}

function namesOf(size: number): string[] {
  return Array.from({ length: size }, (_, place) => `c${place}`);
}

function at({ adaptive: right }: Run, calls: number): number {
  return right[calls - 1] ?? right.at(-1) ?? 0;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function standardError(values: readonly number[]): number {
  const middle = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1) / values.length);
}

function share(values: readonly number[]): string {
  return `${mean(values).toFixed(3)} +- ${standardError(values).toFixed(3)}`;
}

function signed(value: number): string {
  return `${value < 0 ? '' : '+'}${value.toFixed(3)}`;
}
