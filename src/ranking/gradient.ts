// Slope of a rating model's penalised likelihood at given parameters: zero at the optimum.
import { add, at } from './array-access.ts';
import { addRow, type Design, gapOf } from './design.ts';
import { predict } from './rating-model.ts';

export function gradient(design: Design, parameters: Float64Array): Float64Array {
  const { size, ridge } = design.model;
  const slope = new Float64Array(size);
  for (let row = 0; row < design.rows; row += 1) {
    const { score } = predict(gapOf(design, parameters, row));
    const amount = at(design.wins, row) + at(design.ties, row) / 2 - at(design.count, row) * score;
    addRow(slope, design, { row, amount });
  }
  for (let k = 0; k < size; k += 1) add(slope, k, -at(ridge, k) * at(parameters, k));
  return slope;
}
