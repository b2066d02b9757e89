// Bradley-Terry strengths from pairwise verdicts, with their full covariance; says so where the verdicts cannot give them.
import { at } from '../array-access.ts';
import { rowCount, type Tally } from '../tally.ts';
import { parameterCovariance } from './cholesky.ts';
import { connectivity } from './connectivity.ts';
import { newton } from './newton.ts';
import { design, type ModelOptions, mergeRows, type RatingModel, ratingModel } from './rating-model.ts';
import { type Basis, spreadOf } from './spread.ts';

export type FitOptions = Partial<ModelOptions> & {
  /** What the intervals rest on; chosen from the verdicts where not given. */
  readonly basis?: Basis;
};

/** Strengths on the logit scale, summing to zero, and their covariance (row-major). */
export type Strengths = {
  readonly contestants: readonly string[];
  readonly strengths: Float64Array;
  readonly covariance: Float64Array;
};

export type PositionFound = {
  /** Undefined: of all judges together, or of verdicts that name none. */
  readonly judge: string | undefined;
  /** Logit by which being shown first helps; negative where it harms. */
  readonly delta: number;
  readonly standardError: number;
};

export type BradleyTerryFit =
  | (Strengths & {
      readonly kind: 'fitted';
      readonly positions: readonly PositionFound[];
      readonly basis: Basis;
      readonly verdicts: number;
      readonly iterations: number;
    })
  | { readonly kind: 'no-verdicts' }
  /** No chain of verdicts joins these groups: fit each alone (`restrictTally`), compare none across. */
  | { readonly kind: 'unconnected'; readonly groups: readonly (readonly string[])[] }
  /** Without a prior: a level never lost to or tied with one below it, so the gap between them has no upper bound. */
  | { readonly kind: 'unbounded'; readonly levels: readonly (readonly string[])[] };

export function fitBradleyTerry(counted: Tally, options: FitOptions = {}): BradleyTerryFit {
  const { lambda = 1, position = 'none' } = options;
  const rows = mergeRows(counted, position);
  const verdicts = total(rows);
  if (verdicts === 0) return { kind: 'no-verdicts' };
  const { groups, levels } = connectivity(rows);
  if (groups.length > 1) return { kind: 'unconnected', groups };
  if (lambda === 0 && levels.length > 1) return { kind: 'unbounded', levels };
  const model = ratingModel(rows, { lambda, position });
  const merged = design(model, rows);
  const optimum = newton(merged);
  if (optimum === undefined) return { kind: 'unbounded', levels };
  const { parameters, information, iterations } = optimum;
  const { spread, basis } = spreadOf({ counted, merged, parameters }, options.basis);
  const covariance = parameterCovariance(model, information, spread);
  return {
    kind: 'fitted',
    contestants: counted.contestants,
    strengths: parameters.slice(0, model.contestants),
    covariance: strengthBlock(covariance, model),
    positions: positionsFound(rows, model, { parameters, covariance }),
    ...{ basis, verdicts, iterations },
  };
}

function total(rows: Tally): number {
  return rows.first.reduce((sum, _, row) => sum + rowCount(rows, row), 0);
}

function strengthBlock(covariance: Float64Array, { contestants, size }: RatingModel): Float64Array {
  const block = new Float64Array(contestants * contestants);
  for (let row = 0; row < contestants; row += 1) {
    block.set(covariance.subarray(row * size, row * size + contestants), row * contestants);
  }
  return block;
}

function positionsFound(
  rows: Tally,
  { contestants, deltas, size }: RatingModel,
  { parameters, covariance }: { readonly parameters: Float64Array; readonly covariance: Float64Array },
): PositionFound[] {
  const found = Array.from({ length: deltas }, (_, index) => {
    const place = contestants + index;
    const standardError = Math.sqrt(at(covariance, place * size + place));
    return {
      judge: deltas > 1 ? rows.judges[index] : undefined,
      delta: at(parameters, place),
      standardError,
    };
  });
  const nameless = deltas === 1 || rows.judge.includes(-1);
  return found.filter(({ judge }) => judge !== undefined || nameless);
}
