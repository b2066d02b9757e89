// Slope of a rating model's penalised likelihood at given parameters: zero at the optimum.
import { add, at } from './array-access.ts';
import { addRow, type Design, gapOf } from './design.ts';
import { predict } from './rating-model.ts';

export function gradient(design: Design, parameters: Float64Array): Float64Array {
  const { size, ridge, logNu: other } = design.model;
  const slope = new Float64Array(size);
  const logNu = other === undefined ? undefined : at(parameters, other);
  for (let row = 0; row < design.rows; row += 1) {
    const expected = predict(gapOf(design, parameters, row), logNu);
    const ties = at(design.ties, row);
    const count = at(design.count, row);
    addRow(slope, design, { row, amount: at(design.wins, row) + ties / 2 - count * expected.score });
    if (other !== undefined) add(slope, other, ties - count * expected.tie);
  }
  for (let k = 0; k < size; k += 1) add(slope, k, -at(ridge, k) * at(parameters, k));
  return slope;
}
