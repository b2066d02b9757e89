// A board over many contests: ratings with intervals and P(best), for each group of contestants who met, directly or through
// others. Across groups nothing is compared.
import { at } from './array-access.ts';
import { discountAlike } from './fit/alike.ts';
import { parameterCovariance } from './fit/cholesky.ts';
import { connectivity } from './fit/connectivity.ts';
import { fitBradleyTerry } from './fit/fit-bradley-terry.ts';
import { newton } from './fit/optimum.ts';
import { design, mergeRows, ratingModel } from './fit/rating-model.ts';
import { scoreSpread } from './fit/spread.ts';
import { likelyBest, priorSpread } from './pairing/best.ts';
import { type StandingRow, standing } from './standing.ts';
import { restrictTally, rowCount, type Tally } from './tally.ts';

/** The group with the most verdicts first; in each the strongest first. */
export function boardGroups(counted: Tally, random: () => number): readonly (readonly StandingRow[])[] {
  return connectivity(counted)
    .groups.map((group) => restrictTally(counted, group))
    .toSorted((one, other) => verdictsIn(other) - verdictsIn(one))
    .map((own) => groupRows(own, random));
}

function verdictsIn(counted: Tally): number {
  return counted.first.reduce((sum, _, row) => sum + rowCount(counted, row), 0);
}

function groupRows(counted: Tally, random: () => number): readonly StandingRow[] {
  const wide = { lambda: 1 / priorSpread ** 2, position: 'none' } as const;
  const discounted = discountAlike(counted, wide);
  const fit = fitBradleyTerry(discounted, wide);
  if (fit.kind !== 'fitted') return [];
  const chances = chancesOfBest(discounted);
  // P(best) isn't drawn here, so that one draw is enough.
  return standing(fit, { random, draws: 1 }).map((row) => ({
    ...row,
    probabilityBest: chances.get(row.contestant) ?? row.probabilityBest,
  }));
}

/**
 * Ratings have a wide prior, so that their intervals hold whatever the field is like. Whether the leader is the best depends on
 * how far contestants lie apart at all: leads are more often luck in a close field. So P(best) is the mean over fields from
 * close to wide, each as likely as the verdicts make it.
 */
function chancesOfBest(counted: Tally): ReadonlyMap<string, number> {
  const fields = fieldSpreads.flatMap((spread) => inField(counted, spread) ?? []);
  const most = Math.max(...fields.map(({ evidence }) => evidence));
  const total = fields.reduce((sum, { evidence }) => sum + Math.exp(evidence - most), 0);
  const chances = new Map<string, number>();
  for (const { strengths, evidence } of fields) {
    const share = Math.exp(evidence - most) / total;
    for (const [name, chance] of likelyBest(strengths).chances)
      chances.set(name, (chances.get(name) ?? 0) + share * chance);
  }
  return chances;
}

/** Standard deviations of strengths, from contestants who are nearly alike to some who hardly ever lose. */
const fieldSpreads = Array.from({ length: 11 }, (_, step) => 0.1 * 1.4 ** step);
/** Before any verdict, wide fields are this rare: half-normal. */
const usualField = 1.5;

/** Strengths if the field is so wide, and the logarithm of how likely it makes the verdicts (Laplace's approximation). */
function inField(counted: Tally, spread: number) {
  const settings = { lambda: 1 / spread ** 2, position: 'none' } as const;
  const rows = mergeRows(counted, settings);
  const model = ratingModel(rows, settings);
  const merged = design(model, rows);
  const optimum = newton(merged);
  if (optimum === undefined) return undefined;
  const { parameters, information, value } = optimum;
  const { factor, size } = information;
  const expected = scoreSpread(merged, parameters, 'expected');
  let halfDeterminant = 0;
  for (let k = 0; k < size; k += 1) halfDeterminant += Math.log(at(factor, k * size + k));
  // Fixing the mean adds a direction that is not a strength: 1 and the prior's precision.
  halfDeterminant -= Math.log(1 + settings.lambda) / 2;
  // Spreads lie at equal ratios, hence their logarithm.
  const prior = Math.log(spread) - (spread / usualField) ** 2 / 2;
  return {
    strengths: {
      contestants: counted.contestants,
      strengths: parameters,
      covariance: parameterCovariance(model, information, expected),
    },
    evidence: value - (size - 1) * Math.log(spread) - halfDeterminant + prior,
  };
}
