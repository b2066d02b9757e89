// Which spread of scores the intervals of a fit rest on, and that spread.
import { at, indexAt } from '../array-access.ts';
import type { Tally } from '../tally.ts';
import { clusterSpread } from './cluster-spread.ts';
import { addRowSquare, type Design, design, gapOf, type Prediction, predict } from './rating-model.ts';

/**
 * robust: each verdict stands for itself and spreads as observed. model: it spreads as the model says.
 * clustered: verdicts of one cluster may depend on each other in any way, as observed. cautious: there are too few clusters
 * to see how, so a cluster's verdicts on one pair count as one.
 */
export type Basis = 'robust' | 'model' | 'clustered' | 'cautious';

/** Below either, simulations show intervals from observed spread alone to be too narrow. */
const fewClusters = 20;
const fewVerdictsEach = 20;

type Question = { readonly counted: Tally; readonly merged: Design; readonly parameters: Float64Array };

export function spreadOf(
  question: Question,
  wanted?: Basis,
): { readonly spread: Float64Array; readonly basis: Basis } {
  const basis = wanted ?? chosen(question);
  const spread = computed(question, basis);
  if (basis === 'model' || basis === 'cautious' || everybodySpreads(question.merged, spread)) {
    return { spread, basis };
  }
  // Where somebody's verdicts never deviate (all ties), observed spread would claim certainty.
  const safer = basis === 'robust' ? 'model' : 'cautious';
  return { spread: computed(question, safer), basis: safer };
}

function chosen({ counted, merged }: Question): Basis {
  if (counted.clusterCount > 0) return counted.clusterCount < fewClusters ? 'cautious' : 'clustered';
  const verdicts = merged.count.reduce((sum, count) => sum + count, 0);
  return 2 * verdicts < fewVerdictsEach * merged.model.contestants ? 'model' : 'robust';
}

function computed({ counted, merged, parameters }: Question, basis: Basis): Float64Array {
  if (basis === 'robust') return scoreSpread(merged, parameters, 'observed');
  if (basis === 'model') return scoreSpread(merged, parameters, 'expected');
  const rows = design(merged.model, counted);
  const alone = scoreSpread(rows, parameters, basis === 'clustered' ? 'observed' : 'expected');
  const together = clusterSpread(rows, parameters, basis === 'clustered' ? 'any' : 'same-pair');
  return together.map((value, place) => value + at(alone, place));
}

function everybodySpreads({ model: { contestants, size } }: Design, spread: Float64Array): boolean {
  for (let k = 0; k < contestants; k += 1) if (at(spread, k * size + k) < 1e-12) return false;
  return true;
}

/** Each verdict for itself: rows that belong to a cluster are left out. `observed` takes the verdicts' own deviations, `expected` what the model says they are. */
export function scoreSpread(
  design: Design,
  parameters: Float64Array,
  source: 'observed' | 'expected',
): Float64Array {
  const spread = new Float64Array(design.model.size ** 2);
  for (let row = 0; row < design.rows; row += 1) {
    if (indexAt(design.cluster, row) >= 0) continue;
    const expected = predict(gapOf(design, parameters, row));
    const amount =
      source === 'observed'
        ? observedSpread(design, row, expected)
        : at(design.count, row) * expected.variance;
    addRowSquare(spread, design, { row, amount });
  }
  return spread;
}

function observedSpread(design: Design, row: number, { score }: Prediction): number {
  const wins = at(design.wins, row);
  const ties = at(design.ties, row);
  const losses = at(design.count, row) - wins - ties;
  return wins * (1 - score) ** 2 + ties * (0.5 - score) ** 2 + losses * score ** 2;
}
