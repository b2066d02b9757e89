// Fields of contestants made from the benchmark data: some of its models with a known best, and a judge that compares two.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { fitBradleyTerry } from '../src/ranking/fit-bradley-terry.ts';
import { simulateVerdict } from '../src/ranking/simulate-verdicts.ts';
import type { PairVerdict } from '../src/ranking/tally.ts';
import { tallyColumns } from '../src/ranking/tally-columns.ts';

export type Random = () => number;

export interface Field {
  readonly best: number;
  judge(first: number, second: number, random: Random): PairVerdict['choice'];
}

export interface Pool {
  readonly name: string;
  field(size: number, random: Random): Field;
}

const arenaFile = 'arena/pairs_20240814.csv.gz';
const judgeFile = 'alpaca_eval/weighted_alpaca_eval_gpt4_turbo__vs_gpt4_1106_preview.csv.gz';

/** Close fields are drawn from this many of the strongest. */
const closeOnes = 40;

/** A sentence where the data is not there. */
export function poolsIn(data: string): readonly Pool[] | string {
  const missing = [arenaFile, judgeFile].filter((file) => !existsSync(join(data, file)));
  if (missing.length > 0)
    return `${missing.join(' and ')} not in ${data}. Set JOUST_BENCH_DATA to the folder that holds them.`;
  const { strengths, nu } = arenaModels(rowsOf(data, arenaFile));
  return [
    votePool('arena votes, all models', strengths, nu),
    votePool(`arena votes, strongest ${closeOnes}`, strengths.slice(0, closeOnes), nu),
    preferencePool('alpaca_eval judge', rowsOf(data, judgeFile)),
  ];
}

function rowsOf(data: string, file: string): string[][] {
  const text = gunzipSync(readFileSync(join(data, file))).toString('utf8');
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));
}

/** Strengths of the models and how often people say tie, from all votes; strongest first. */
function arenaModels(rows: readonly string[][]): { strengths: readonly number[]; nu: number } {
  const names = [...new Set(rows.flatMap(([a = '', b = '']) => [a, b]))];
  const place = new Map(names.map((name, index) => [name, index]));
  const cells = rows.flatMap(([a = '', b = '', ...counts]) => {
    const [winsA = 0, winsB = 0, ties = 0, bothBad = 0] = counts.map(Number);
    return [winsA, winsB, ties + bothBad].map((count, choice) => ({ a, b, choice, count }));
  });
  const total = cells.reduce((sum, { count }) => sum + count, 0);
  const [first, second] = [new Int32Array(total), new Int32Array(total)];
  const said = new Uint8Array(total);
  let from = 0;
  for (const { a, b, choice, count } of cells) {
    first.fill(place.get(a) ?? 0, from, from + count);
    second.fill(place.get(b) ?? 0, from, from + count);
    said.fill(choice, from, from + count);
    from += count;
  }
  const counted = tallyColumns({ first, second, choice: said }, names);
  const fit = fitBradleyTerry(counted, { lambda: 0, ties: 'davidson' });
  if (fit.kind !== 'fitted') throw new Error(`the arena votes give no strengths: ${fit.kind}`);
  return { strengths: [...fit.strengths].sort((a, b) => b - a), nu: fit.nu ?? 0 };
}

/** A judge that votes as people did. */
function votePool(name: string, strengths: readonly number[], nu: number): Pool {
  return {
    name,
    field(size, random) {
      const own = sample(strengths, size, random);
      return {
        best: own.indexOf(Math.max(...own)),
        judge: (first, second, source) =>
          simulateVerdict({ first, second, gap: (own[first] ?? 0) - (own[second] ?? 0), nu }, source).choice,
      };
    },
  };
}

/** A judge that looks at one prompt, drawn anew each time: which of the two did it prefer more to the baseline there? */
function preferencePool(name: string, rows: readonly string[][]): Pool {
  const models = [...Map.groupBy(rows, ([model = '']) => model).values()].map(
    (list) => new Map(list.map(([, prompt = '', preference]) => [prompt, Number(preference)])),
  );
  const prompts = [...(models[0]?.keys() ?? [])].filter((prompt) =>
    models.every((model) => model.has(prompt)),
  );
  const columns = models.map((model) => Float64Array.from(prompts, (prompt) => model.get(prompt) ?? 0));
  const balance = (one: Float64Array, other: Float64Array) =>
    one.reduce((sum, value, prompt) => sum + Math.sign(value - (other[prompt] ?? 0)), 0);
  return {
    name,
    field(size, random) {
      const own = sample(columns, size, random);
      const points = own.map((one) => own.reduce((sum, other) => sum + balance(one, other), 0));
      return {
        best: points.indexOf(Math.max(...points)),
        judge(first, second, source) {
          const prompt = Math.floor(source() * prompts.length);
          const gap = (own[first]?.[prompt] ?? 0) - (own[second]?.[prompt] ?? 0);
          if (gap === 0) return 'tie';
          return gap > 0 ? 'first' : 'second';
        },
      };
    },
  };
}

function sample<T>(items: readonly T[], size: number, random: Random): T[] {
  const rest = [...items];
  return Array.from({ length: size }, () => rest.splice(Math.floor(random() * rest.length), 1)[0] as T);
}
