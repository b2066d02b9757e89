// Rubric scores split into contestant, judge severity and item difficulty, so that a strict judge harms nobody.
import { add, at } from './array-access.ts';
import { cholesky, inverse } from './cholesky.ts';
import { facetSystem, type RubricScore } from './facet-system.ts';
import type { Strengths } from './fit-bradley-terry.ts';

export type Facets =
  | (Strengths & {
      readonly kind: 'fitted';
      /** Of the scale, the mean over contestants; a contestant's fair score is this plus its strength. */
      readonly mean: number;
    })
  | { readonly kind: 'no-scores' }
  /** No judge or item joins these contestants. */
  | { readonly kind: 'unconnected'; readonly groups: readonly (readonly string[])[] }
  /** As many unknowns as scores: strengths without any measure of their uncertainty would be guesses. */
  | { readonly kind: 'too-few'; readonly scores: number };

export function facets(scores: readonly RubricScore[]): Facets {
  if (scores.length === 0) return { kind: 'no-scores' };
  const groups = joined(scores);
  if (groups.length > 1) return { kind: 'unconnected', groups };
  const system = facetSystem(scores);
  const factor = cholesky(system.matrix, system.size);
  if (factor === undefined) return { kind: 'too-few', scores: scores.length };
  const inverted = inverse(factor);
  const solved = system.solve(inverted);
  if (solved.freedom < 1) return { kind: 'too-few', scores: scores.length };
  const { effects, residualVariance } = solved;
  const count = system.contestants.length;
  const mean = effects.subarray(0, count).reduce((sum, effect) => sum + effect, 0) / count;
  return {
    kind: 'fitted',
    contestants: system.contestants,
    strengths: effects.slice(0, count).map((effect) => effect - mean),
    covariance: centredBlock(inverted, { size: system.size, count, scale: residualVariance }),
    mean,
  };
}

/** Contestants joined by chains of common judges and items. */
function joined(scores: readonly RubricScore[]): string[][] {
  const parent = new Map<string, string>();
  const root = (name: string): string => {
    const up = parent.get(name);
    return up === undefined || up === name ? name : root(up);
  };
  for (const { contestant, judge, item } of scores) {
    const own = `c ${contestant}`;
    if (!parent.has(own)) parent.set(own, own);
    for (const other of [`j ${judge}`, `i ${item}`]) parent.set(root(other), root(own));
  }
  const groups = new Map<string, Set<string>>();
  for (const { contestant } of scores) {
    const key = root(`c ${contestant}`);
    groups.set(key, (groups.get(key) ?? new Set()).add(contestant));
  }
  return [...groups.values()].map((group) => [...group]);
}

/** Covariance of the contestants' effects around their common mean. */
function centredBlock(
  inverted: Float64Array,
  { size, count, scale }: { readonly size: number; readonly count: number; readonly scale: number },
): Float64Array {
  const block = new Float64Array(count * count);
  const rowMeans = new Float64Array(count);
  for (let row = 0; row < count; row += 1) {
    for (let k = 0; k < count; k += 1) add(rowMeans, row, at(inverted, row * size + k) / count);
  }
  const mean = rowMeans.reduce((sum, value) => sum + value, 0) / count;
  for (let row = 0; row < count; row += 1) {
    for (let k = 0; k < count; k += 1) {
      const value = at(inverted, row * size + k) - at(rowMeans, row) - at(rowMeans, k) + mean;
      block[row * count + k] = scale * value;
    }
  }
  return block;
}
