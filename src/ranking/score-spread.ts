// How much the scores of verdicts spread around what a rating fit expects, each verdict for itself: the sandwich's filling.
import { add, at, indexAt } from './array-access.ts';
import { addRowCross, addRowSquare, type Design, gapOf } from './design.ts';
import { type Prediction, predict } from './rating-model.ts';

/** Rows that belong to a cluster are left out. `observed` takes the verdicts' own deviations, `expected` what the model says they are. */
export function scoreSpread(
  design: Design,
  parameters: Float64Array,
  source: 'observed' | 'expected',
): Float64Array {
  const { size, logNu: other } = design.model;
  const spread = new Float64Array(size * size);
  const logNu = other === undefined ? undefined : at(parameters, other);
  for (let row = 0; row < design.rows; row += 1) {
    if (indexAt(design.cluster, row) >= 0) continue;
    const expected = predict(gapOf(design, parameters, row), logNu);
    const moments =
      source === 'observed' ? observedMoments(design, row, expected) : expectedMoments(design, row, expected);
    addRowSquare(spread, design, { row, amount: moments.score });
    if (other === undefined) continue;
    add(spread, other * size + other, moments.tie);
    addRowCross(spread, design, { row, amount: moments.both, other });
  }
  return spread;
}

type Moments = { readonly score: number; readonly tie: number; readonly both: number };

function observedMoments(design: Design, row: number, { score, tie }: Prediction): Moments {
  const wins = at(design.wins, row);
  const ties = at(design.ties, row);
  const losses = at(design.count, row) - wins - ties;
  return {
    score: wins * (1 - score) ** 2 + ties * (0.5 - score) ** 2 + losses * score ** 2,
    tie: (wins + losses) * tie ** 2 + ties * (1 - tie) ** 2,
    both: -wins * (1 - score) * tie + ties * (0.5 - score) * (1 - tie) + losses * score * tie,
  };
}

function expectedMoments(design: Design, row: number, expected: Prediction): Moments {
  const count = at(design.count, row);
  return {
    score: count * expected.scoreVariance,
    tie: count * expected.tieVariance,
    both: count * expected.covariance,
  };
}
