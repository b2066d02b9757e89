// Which spread of scores the intervals of a fit rest on, and that spread.
import { at } from './array-access.ts';
import { clusterSpread } from './cluster-spread.ts';
import { type Design, design } from './design.ts';
import { scoreSpread } from './score-spread.ts';
import type { Tally } from './tally.ts';

/**
 * robust: each verdict stands for itself and spreads as observed. model: it spreads as the model says.
 * clustered: verdicts of one cluster may depend on each other in any way, as observed. cautious: there are too few clusters
 * to see how, so a cluster's verdicts on one pair count as one.
 */
export type Basis = 'robust' | 'model' | 'clustered' | 'cautious';

/** Below either, simulations show intervals from observed spread alone to be too narrow. */
export const fewClusters = 20;
export const fewVerdictsEach = 20;

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
