// Panels of judges that err alike: how often the panel is right with weights learned from shared calibrations, beside the judge
// that did best in them, the plain majority, and log odds alone. `node scripts/bench-alike.ts 60` has 60 shared
// calibrations instead of 160.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { panelWord, type Word } from '../src/judging/panel/judge-choice.ts';
import { type Evidence, judgeRecords, weighJudges } from '../src/ranking/agreement/judge-record.ts';
import { itemsOf } from '../tests/fixtures/simulate-panels.ts';
import { seededRandom } from '../tests/fixtures/simulate-verdicts.ts';

const now = new Date('2026-11-19T00:00:00Z');
const splits = 20;
const tested = 200;

/** Accuracies of so many judges. */
const panels: Readonly<Record<string, (judges: number, random: () => number) => readonly number[]>> = {
  alike: (judges) => filled(judges, () => 0.75),
  'one good': (judges) => filled(judges, (at) => (at === 0 ? 0.85 : 0.7)),
  'one great': (judges) => filled(judges, (at) => (at === 0 ? 0.88 : 0.55)),
  spread: (judges) => filled(judges, (at) => 0.85 - (0.35 * at) / (judges - 1)),
  good: (judges) => filled(judges, (at) => 0.92 - (0.12 * at) / (judges - 1)),
  mixed: (judges, random) => filled(judges, () => 0.5 + 0.4 * random()),
};

function filled(count: number, of: (at: number) => number): readonly number[] {
  return Array.from({ length: count }, (_, at) => of(at));
}

type Items = readonly (readonly (number | undefined)[])[];

interface Shares {
  readonly panel: number;
  readonly single: number;
  readonly majority: number;
  readonly odds: number;
}

/** In the mean over splits into pairs to calibrate on and pairs to judge. */
function overSplits(items: Items, calibrated: number, random: () => number): Shares {
  const found = Array.from({ length: splits }, () => {
    const order = items
      .map((item) => ({ item, place: random() }))
      .toSorted((one, other) => one.place - other.place)
      .map(({ item }) => item);
    return shares(order.slice(0, calibrated), order.slice(calibrated));
  });
  const mean = (part: keyof Shares) => found.reduce((sum, one) => sum + one[part], 0) / splits;
  return { panel: mean('panel'), single: mean('single'), majority: mean('majority'), odds: mean('odds') };
}

function shares(known: Items, judged: Items): Shares {
  const judges = known[0]?.map((_, at) => at) ?? [];
  const rightOf = (judge: number) => known.flatMap((item) => item[judge] ?? []);
  const rates = judges.map((judge) => {
    const own = rightOf(judge);
    return own.reduce((sum, one) => sum + one, 0) / Math.max(1, own.length);
  });
  const single = new Map([[`j${rates.indexOf(Math.max(...rates))}`, 1]]);
  const onlyBest = new Map(judges.map((judge) => [`j${judge}`, single.get(`j${judge}`) ?? 0]));
  return {
    panel: rightShare(judged, weights(known, true)),
    odds: rightShare(judged, weights(known, false)),
    majority: rightShare(judged, undefined),
    single: rightShare(judged, onlyBest),
  };
}

/** As on record: with the items, or with nothing but how many were right. */
function weights(known: Items, isShared: boolean): ReadonlyMap<string, number> {
  const judges = known[0]?.map((_, at) => at) ?? [];
  const evidence = judges.map((judge): Evidence => {
    const items = new Map(
      known.flatMap((item, at) => {
        const right = item[judge];
        return right === undefined ? [] : [[`pair ${String(at).padStart(4, '0')}`, right] as const];
      }),
    );
    const right = [...items.values()].reduce((sum, one) => sum + one, 0);
    const who = { judge: `j${judge}`, agent: `j${judge}`, model: 'm', at: '2026-11-10T00:00:00Z' };
    return { ...who, source: 'calibration', right, of: items.size, ...(isShared && { items }) };
  });
  const candidates = judges.map((judge) => ({ name: `j${judge}`, judge: `j${judge}`, agent: `j${judge}` }));
  const weighed = weighJudges(candidates, judgeRecords(evidence), { now });
  return new Map(weighed.map(({ judge, weight }) => [judge, weight]));
}

/** A tie is half right. */
function rightShare(items: Items, weighed: ReadonlyMap<string, number> | undefined): number {
  const right = items.map((item) => {
    const words = item.map((one, judge): { judge: string; word: Word } => ({
      judge: `j${judge}`,
      word: one === undefined ? 'none' : ({ 1: { winner: 'right' }, 0: { winner: 'wrong' } }[one] ?? 'tie'),
    }));
    const word = panelWord(words, { weights: weighed });
    if (typeof word !== 'object') return 0.5;
    return word.winner === 'right' ? 1 : 0;
  });
  return right.reduce((sum: number, one) => sum + one, 0) / items.length;
}

export function benchAlike(folder: string, calibrated = 160): void {
  simulated(calibrated);
  real(folder);
}

const columns = 'alike judges  panel   best majority  log odds   panel - best  panel - majority   met';

function simulated(calibrated: number): void {
  console.log(
    `\nPanels that err alike: ${calibrated} shared calibrations, ${tested} pairs judged, ${splits} splits; means over ${Object.keys(panels).length} panels, and the worst of them`,
  );
  console.log(columns);
  const all: Shares[] = [];
  for (const alike of [0, 0.3, 0.6])
    for (const judges of [3, 5, 8, 12, 20]) {
      const own = Object.values(panels).map((accuracies, at) => {
        const random = seededRandom(34_000 + 1000 * judges + 100 * alike + at);
        const items = itemsOf({ accuracies: accuracies(judges, random), alike }, calibrated + tested, random);
        return overSplits(items, calibrated, random);
      });
      all.push(...own);
      row(`${alike.toFixed(1).padStart(5)} ${String(judges).padStart(6)}`, own);
    }
  row('all          ', all);
  const below = (limit: number, of: (one: Shares) => number) =>
    all.filter((one) => one.panel - of(one) < -limit - 1e-9).length;
  console.log(
    `Of ${all.length} panels, more than 1 point below the best judge: ${below(0.01, ({ single }) => single)}` +
      ` (by log odds ${all.filter(({ odds, single }) => odds < single - 0.01).length});` +
      ` below the majority: ${below(0, ({ majority }) => majority)}, by more than .25 points: ${below(0.0025, ({ majority }) => majority)}`,
  );
}

function row(name: string, own: readonly Shares[]): void {
  const mean = (part: keyof Shares) => own.reduce((sum, one) => sum + one[part], 0) / own.length;
  const worst = (of: (one: Shares) => number) => Math.min(...own.map((one) => one.panel - of(one)));
  const [single, majority] = [worst((one) => one.single), worst((one) => one.majority)];
  const cells = [
    name,
    percent(mean('panel')).padStart(6),
    percent(mean('single')).padStart(6),
    percent(mean('majority')).padStart(8),
    percent(mean('odds')).padStart(9),
    percent(single).padStart(14),
    percent(majority).padStart(17),
    single >= -0.01 - 1e-9 && majority >= -1e-9 ? '  yes' : '   NO',
  ];
  console.log(cells.join(' '));
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}

/** Public verdicts, where they are there: nothing was fitted to them. */
function real(folder: string): void {
  const file = join(folder, 'raw_verdicts', 'llmbar.jsonl.gz');
  if (!existsSync(file)) {
    console.log(`\nNo public verdicts in ${file}: panels of real judges were not measured.`);
    return;
  }
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
  const rows = lines.map((line): Record<string, unknown> => JSON.parse(line));
  const judges = [...new Set(rows.map((one) => String(one['judge'])))].toSorted();
  const byItem = Map.groupBy(rows, (one) => `${one['subset']} ${one['item']}`);
  const items = [...byItem.values()].map((own) =>
    judges.map((judge) => {
      const said = own.filter((one) => one['judge'] === judge && one['label'] !== '');
      if (said.length === 0) return undefined;
      const right = said.filter((one) => String(one['label']) === String(one['gold'])).length / said.length;
      return right === 0.5 ? 0.5 : Math.round(right);
    }),
  );
  const shared = items.filter((item) => item.filter((one) => one !== undefined).length > 1);
  console.log(`\nLLMBar, ${judges.length} real judges, ${shared.length} items, half of them calibrate`);
  console.log(columns);
  row('LLMBar       ', [overSplits(shared, Math.floor(shared.length / 2), seededRandom(35))]);
}

if (import.meta.main)
  benchAlike(
    resolve(process.env['JOUST_BENCH_DATA'] ?? join(import.meta.dirname, '../../shared/data')),
    Number(process.argv[2] ?? 160),
  );
