// How much the scores of verdicts spread around what a rating fit expects, each verdict for itself: the sandwich's filling.
import { at, indexAt } from './array-access.ts';
import { addRowSquare, type Design, gapOf } from './design.ts';
import { type Prediction, predict } from './rating-model.ts';

/** Rows that belong to a cluster are left out. `observed` takes the verdicts' own deviations, `expected` what the model says they are. */
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
