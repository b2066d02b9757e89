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
  /** Whether the targets are for it; the others are shown beside. */
  readonly aim: boolean;
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
    preferencePool('LLM judge (alpaca_eval)', readTable(data, judgeFile)),
    exactPool,
    votePool('arena votes, all models', strengths, nu),
    votePool(`arena votes, strongest ${closeOnes}`, strengths.slice(0, closeOnes), nu),
  ];
}

/** The same judge, which says the same again with this probability when it is asked the same again. */
export function repeating(field: Field, again: number): Field {
  const said = new Map<string, PairVerdict['choice']>();
  return {
    best: field.best,
    judge(first, second, random) {
      const key = `${first} ${second}`;
      const before = said.get(key);
      const choice = before !== undefined && random() < again ? before : field.judge(first, second, random);
      said.set(key, choice);
      return choice;
    },
  };
}

/** Strengths are spread somewhat wider than those of the models the LLM judge compared (1.23), so that there are stops to count. */
const exactSpread = 1.5;

/** Exact Bradley-Terry chances. */
const exactPool: Pool = {
  name: `exact Bradley-Terry, sd ${exactSpread}`,
  aim: true,
  field(size, random) {
    const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const own = Array.from({ length: size }, () => exactSpread * normal());
    return fieldOf(own, 0);
  },
};

function fieldOf(own: readonly number[], nu: number): Field {
  return {
    best: own.indexOf(Math.max(...own)),
    judge: (first, second, random) =>
      simulateVerdict({ first, second, gap: (own[first] ?? 0) - (own[second] ?? 0), nu }, random).choice,
  };
}

/** A judge that votes as people did. */
function votePool(name: string, strengths: readonly number[], nu: number): Pool {
  return { name, aim: false, field: (size, random) => fieldOf(sample(strengths, size, random), nu) };
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
  const all = columns.map((column, index) => ({
    column,
    index,
    balance: columns.map((other) =>
      column.reduce((sum, value, prompt) => sum + Math.sign(value - (other[prompt] ?? 0)), 0),
    ),
  }));
  return {
    name,
    aim: true,
    field(size, random) {
      const own = sample(all, size, random);
      const points = own.map(({ balance }) => own.reduce((sum, { index }) => sum + (balance[index] ?? 0), 0));
      return {
        best: points.indexOf(Math.max(...points)),
        judge(first, second, source) {
          const prompt = Math.floor(source() * prompts.length);
          const gap = (own[first]?.column[prompt] ?? 0) - (own[second]?.column[prompt] ?? 0);
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
