// How often the 95 % intervals of suites hold the truth, by simulation: few and many tasks, alike and of mixed difficulty.
import { type Coverage, coverage, type PassSetting } from '../tests/fixtures/simulate-passes.ts';
import { seededRandom } from '../tests/fixtures/simulate-verdicts.ts';

const suites = Number(process.argv[2] ?? 4000);
/** Of fewer tasks' worth of the rarer side, few values are possible: then at least 94 % is asked. */
const fewestRare = 5;
const centres = [-5, -3, -1, 0, 2.5] as const;
const spreads = [0, 1.5, 4] as const;

const shares: PassSetting[] = [];
const atK: PassSetting[] = [];
const pairs: PassSetting[] = [];
for (const tasks of [10, 40, 200])
  for (const trials of [1, 3, 5])
    for (const spread of spreads)
      for (const centre of centres) {
        // A single trial says nothing of a task's own chance, so that spread makes no difference.
        if (trials > 1 || spread === 0) shares.push({ tasks, trials, centre, spread });
        if (trials > 1 && spread > 0) atK.push({ tasks, trials, centre, spread, k: trials });
        if (trials > 1 && spread > 0 && trials === 5) atK.push({ tasks, trials, centre, spread, k: 2 });
        for (const effect of [0, 1]) pairs.push({ tasks, trials, centre, spread, effect });
      }

part('pass@1', shares);
part('pass@k', atK);
part('paired difference', pairs);

function part(title: string, settings: readonly PassSetting[]): void {
  console.log(`\n${title}: 95 % intervals over ${suites} suites each`);
  console.log('tasks trials  k spread   truth  width   held target     met');
  const rows = settings.map((setting, at) => {
    const found = coverage(setting, suites, seededRandom(20_260_000 + at));
    const row = { setting, found, isFew: isFew(setting, found) };
    console.log(lineOf(row));
    return row;
  });
  for (const isFewOnes of [false, true]) {
    const own = rows.filter((row) => row.isFew === isFewOnes).map(({ found }) => found.held);
    const sorted = own.toSorted((a, b) => a - b);
    const mean = own.reduce((sum, held) => sum + held, 0) / own.length;
    console.log(
      `${isFewOnes ? 'few tasks or rare' : 'the others'}: ${own.length} settings, from ${percent(sorted[0])} to ${percent(sorted.at(-1))}, mean ${percent(mean)}`,
    );
  }
}

function isFew({ tasks, trials, effect }: PassSetting, { truth, width }: Coverage): boolean {
  if (tasks <= 10) return true;
  if (effect === undefined) return tasks * Math.min(truth, 1 - truth) < fewestRare;
  // Trials' worth that differ, which make up such a width.
  return trials * (tasks * (width / 4)) ** 2 < 4 * fewestRare;
}

function lineOf({
  setting: { tasks, trials, k = 1, spread },
  found: { truth, held, width },
  isFew: few,
}: {
  readonly setting: PassSetting;
  readonly found: Coverage;
  readonly isFew: boolean;
}): string {
  // Of the simulation: two standard errors.
  const error = 2 * Math.sqrt((0.95 * 0.05) / suites);
  const met = held >= 0.94 - error && (few || held <= 0.96 + error);
  return [
    String(tasks).padStart(5),
    String(trials).padStart(6),
    String(k).padStart(2),
    String(spread).padStart(6),
    truth.toFixed(3).padStart(7),
    width.toFixed(3).padStart(6),
    percent(held).padStart(6),
    few ? '94 or more' : '94 to 96'.padEnd(10),
    met ? 'yes' : 'no',
  ].join(' ');
}

function percent(share = 0): string {
  return `${(100 * share).toFixed(1)} %`;
}
