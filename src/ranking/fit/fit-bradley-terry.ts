// Bradley-Terry strengths from pairwise verdicts, with their full covariance; says so where the verdicts cannot give them.
import { at } from '../array-access.ts';
import { rowCount, type Tally } from '../tally.ts';
import { discountAlike } from './alike.ts';
import { parameterCovariance } from './cholesky.ts';
import { connectivity } from './connectivity.ts';
import { newton } from './optimum.ts';
import { design, type ModelOptions, mergeRows, type RatingModel, ratingModel } from './rating-model.ts';
import { clusteredSpread, scoreSpread, spreadOf } from './spread.ts';

type FitOptions = Partial<ModelOptions> & {
  /**
   * Absent: verdicts of one cluster count for less, as far as they are alike. `independent`: each verdict stands for itself and
   * spreads as the model says. `clustered`: each counts whole, and intervals allow for clusters; for a judge's lean, and for
   * contests that were opened before judge and tournament had version 5.
   */
  readonly basis?: 'independent' | 'clustered';
};

/** Strengths on the logit scale, summing to zero, and their covariance (row-major). */
export type Strengths = {
  readonly contestants: readonly string[];
  readonly strengths: Float64Array;
  readonly covariance: Float64Array;
};

type PositionFound = {
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
      readonly verdicts: number;
      readonly iterations: number;
    })
  | { readonly kind: 'no-verdicts' }
  /** No chain of verdicts joins these groups: fit each alone (`restrictTally`), compare none across. */
  | { readonly kind: 'unconnected'; readonly groups: readonly (readonly string[])[] }
  /** Without a prior: a level never lost to or tied with one below it, so the gap between them has no upper bound. */
  | { readonly kind: 'unbounded'; readonly levels: readonly (readonly string[])[] };

export function fitBradleyTerry(given: Tally, options: FitOptions = {}): BradleyTerryFit {
  const { lambda = 1, position = 'none', offset, basis } = options;
  const found = connectivity(given);
  const verdicts = total(given);
  if (verdicts === 0) return { kind: 'no-verdicts' };
  const { groups, levels } = found;
  if (groups.length > 1) return { kind: 'unconnected', groups };
  if (lambda === 0 && levels.length > 1) return { kind: 'unbounded', levels };
  const settings = { lambda, position, offset };
  const counted = basis === undefined ? discountAlike(given, settings) : given;
  const rows = mergeRows(counted, settings);
  const model = ratingModel(rows, settings);
  const merged = design(model, rows);
  const optimum = newton(merged);
  if (optimum === undefined) return { kind: 'unbounded', levels };
  const { parameters, information, iterations } = optimum;
  const spread = {
    discounted: () => spreadOf(merged, parameters),
    independent: () => scoreSpread(merged, parameters, 'expected'),
    clustered: () => clusteredSpread({ counted, merged, parameters }),
  }[basis ?? 'discounted']();
  const covariance = parameterCovariance(model, information, spread);
  return {
    kind: 'fitted',
    contestants: counted.contestants,
    strengths: parameters.slice(0, model.contestants),
    covariance: strengthBlock(covariance, model),
    positions: positionsFound(rows, model, { parameters, covariance }),
    verdicts,
    iterations,
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
