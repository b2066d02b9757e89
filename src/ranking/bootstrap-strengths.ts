// Bootstrap of Bradley-Terry strengths: percentile intervals from fits to verdicts drawn anew, a check on the sandwich.
import { add, at } from './array-access.ts';
import { type Cholesky, solve } from './cholesky.ts';
import { connectivity } from './connectivity.ts';
import { type Design, design } from './design.ts';
import type { BradleyTerryFit } from './fit-bradley-terry.ts';
import { gradient } from './gradient.ts';
import { mergeRows } from './merge-rows.ts';
import { newton } from './newton.ts';
import { type ModelOptions, ratingModel } from './rating-model.ts';
import { resampleRows } from './resample-rows.ts';
import type { Tally } from './tally.ts';

export type BootstrapOptions = Partial<Omit<ModelOptions, 'ties'>> & {
  readonly random: () => number;
  readonly rounds?: number;
};

export type Bootstrap = {
  readonly kind: 'bootstrapped';
  readonly contestants: readonly string[];
  /** 95 % percentile interval of each strength, and their standard deviation over rounds. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly standardErrors: Float64Array;
  readonly rounds: number;
  /** Rounds whose sample had no finite fit; they are in none of the figures. */
  readonly lostRounds: number;
};

/** Ties count half. */
export function bootstrapStrengths(
  counted: Tally,
  options: BootstrapOptions,
): Bootstrap | Exclude<BradleyTerryFit, { kind: 'fitted' }> {
  const { lambda = 1, position = 'none', rounds = 200, random } = options;
  const rows = mergeRows(counted, position);
  const { groups, levels } = connectivity(rows);
  if (rows.first.length === 0) return { kind: 'no-verdicts' };
  if (groups.length > 1) return { kind: 'unconnected', groups };
  const model = ratingModel(rows, { lambda, position, ties: 'half' });
  const optimum = lambda === 0 && levels.length > 1 ? undefined : newton(design(model, rows));
  if (optimum === undefined) return { kind: 'unbounded', levels };
  const samples: Float64Array[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const sample = resampleRows(counted.clusterCount > 0 ? counted : rows, position, random);
    const fitted = refit(design(model, sample), optimum) ?? fitAnew(design(model, sample), sample);
    if (fitted !== undefined) samples.push(fitted);
  }
  // Where most samples have no finite fit, percentiles of the rest would mislead.
  if (samples.length < 2 || samples.length < rounds / 2) return { kind: 'unbounded', levels };
  return {
    kind: 'bootstrapped',
    ...summary(samples, counted.contestants),
    rounds,
    lostRounds: rounds - samples.length,
  };
}

/** Steps with the information of the full fit: more of them than Newton's, each far cheaper. Undefined where they do not settle. */
function refit(
  sample: Design,
  { parameters, information }: { readonly parameters: Float64Array; readonly information: Cholesky },
): Float64Array | undefined {
  const current = Float64Array.from(parameters);
  for (let iteration = 0; iteration < 30; iteration += 1) {
    const step = solve(information, gradient(sample, current));
    let largest = 0;
    for (let k = 0; k < step.length; k += 1) {
      add(current, k, at(step, k));
      largest = Math.max(largest, Math.abs(at(step, k)));
    }
    if (largest < 1e-6) return current;
    if (!(largest < 3)) return undefined;
  }
  return undefined;
}

/** Undefined where the sample has no finite fit. */
function fitAnew(sample: Design, rows: Tally): Float64Array | undefined {
  const finite = at(sample.model.ridge, 0) > 0 || connectivity(rows).levels.length === 1;
  return finite ? newton(sample)?.parameters : undefined;
}

function summary(samples: readonly Float64Array[], contestants: readonly string[]) {
  const columns = contestants.map((_, index) =>
    Float64Array.from(samples, (sample) => at(sample, index)).sort(),
  );
  const quantile = (share: number) =>
    Float64Array.from(columns, (column) => column[Math.round(share * (column.length - 1))] ?? Number.NaN);
  const standardErrors = Float64Array.from(columns, (column) => {
    const mean = column.reduce((sum, value) => sum + value, 0) / column.length;
    return Math.sqrt(column.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (column.length - 1));
  });
  return { contestants, low: quantile(0.025), high: quantile(0.975), standardErrors };
}
