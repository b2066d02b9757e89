// Draws from the normal distribution of the strengths: what P(best) and rank intervals are counted on.
import { add, at } from '../array-access.ts';
import type { Strengths } from '../fit/fit-bradley-terry.ts';

/** One draw after the other, each as long as there are contestants. */
export function posteriorDraws(
  { strengths, covariance }: Pick<Strengths, 'strengths' | 'covariance'>,
  { draws, random }: { readonly draws: number; readonly random: () => number },
): Float64Array {
  const size = strengths.length;
  const factor = semidefiniteFactor(covariance, size);
  const normal = normalSource(random);
  const result = new Float64Array(draws * size);
  for (let draw = 0; draw < draws; draw += 1) {
    const start = draw * size;
    result.set(strengths, start);
    for (let column = 0; column < size; column += 1) {
      const amount = normal();
      for (let row = column; row < size; row += 1) {
        add(result, start + row, amount * at(factor, column * size + row));
      }
    }
  }
  return result;
}

/** Columns of the Cholesky factor; strengths that sum to zero leave one direction without spread, which is skipped. */
function semidefiniteFactor(covariance: Float64Array, size: number): Float64Array {
  const rest = Float64Array.from(covariance);
  const columns = new Float64Array(size * size);
  for (let column = 0; column < size; column += 1) {
    const pivot = at(rest, column * size + column);
    if (!(pivot > 1e-10 * at(covariance, column * size + column))) continue;
    const root = Math.sqrt(pivot);
    for (let row = column; row < size; row += 1)
      columns[column * size + row] = at(rest, row * size + column) / root;
    for (let row = column; row < size; row += 1) {
      const left = at(columns, column * size + row);
      for (let k = column; k <= row; k += 1)
        add(rest, row * size + k, -left * at(columns, column * size + k));
    }
  }
  return columns;
}

/** Box and Muller's pairs. */
function normalSource(random: () => number): () => number {
  let spare: number | undefined;
  return () => {
    if (spare !== undefined) {
      const value = spare;
      spare = undefined;
      return value;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - random()));
    const angle = 2 * Math.PI * random();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
}
