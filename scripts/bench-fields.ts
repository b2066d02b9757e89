// Fields of contestants made from the benchmark data: some of its models with a known best, and a judge that compares two.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PairVerdict } from '../src/ranking/tally.ts';
import { simulateVerdict } from '../tests/fixtures/simulate-verdicts.ts';
import { arenaCounts, arenaFile, davidson, readTable, tallyOf } from './arena-votes.ts';

export type Random = () => number;

export interface Field {
  readonly best: number;
  judge(first: number, second: number, random: Random): PairVerdict['choice'];
}

export interface Pool {
  readonly name: string;
  field(size: number, random: Random): Field;
}

const judgeFile = 'alpaca_eval/weighted_alpaca_eval_gpt4_turbo__vs_gpt4_1106_preview.csv.gz';

/** Close fields are drawn from this many of the strongest. */
const closeOnes = 40;

/** A sentence where the data is not there. */
export function poolsIn(data: string): readonly Pool[] | string {
  const missing = [arenaFile, judgeFile].filter((file) => !existsSync(join(data, file)));
  if (missing.length > 0)
    return `${missing.join(' and ')} not in ${data}. Set JOUST_BENCH_DATA to the folder that holds them.`;
  const { strengths: found, nu } = davidson(tallyOf(arenaCounts(data)));
  const strengths = [...found].sort((a, b) => b - a);
  return [
    votePool('arena votes, all models', strengths, nu),
    votePool(`arena votes, strongest ${closeOnes}`, strengths.slice(0, closeOnes), nu),
    preferencePool('alpaca_eval judge', readTable(data, judgeFile)),
  ];
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
