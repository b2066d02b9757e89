// Rubric scores split into contestant, judge severity and item difficulty, so that a strict judge harms nobody.
import { add, at } from '../array-access.ts';
import { cholesky, inverse } from './cholesky.ts';
import type { Strengths } from './fit-bradley-terry.ts';

export type RubricScore = {
  readonly contestant: string;
  readonly judge: string;
  /** What was scored, as a rule the task. */
  readonly item: string;
  readonly score: number;
  /** How much it counts; 1 where absent. */
  readonly weight?: number | undefined;
};

export type Facets =
  | (Strengths & {
      readonly kind: 'fitted';
      /** Of the scale, the mean over contestants; a contestant's fair score is this plus its strength. */
      readonly mean: number;
      /** Scores less effective parameters: what its errors rest on. */
      readonly freedom: number;
    })
  | { readonly kind: 'no-scores' }
  /** No judge or item joins these contestants. */
  | { readonly kind: 'unconnected'; readonly groups: readonly (readonly string[])[] }
  /** As many unknowns as scores: strengths without any measure of their uncertainty would be guesses. */
  | { readonly kind: 'too-few'; readonly scores: number };

/** `leastVariance`: scores on a scale of whole marks cannot be surer than that, however well judges agree. */
export function facets(scores: readonly RubricScore[], leastVariance = 0): Facets {
  if (scores.length === 0) return { kind: 'no-scores' };
  const groups = joined(scores);
  if (groups.length > 1) return { kind: 'unconnected', groups };
  const system = facetSystem(scores);
  const factor = cholesky(system.matrix, system.size);
  if (factor === undefined) return { kind: 'too-few', scores: scores.length };
  const inverted = inverse(factor);
  const solved = system.solve(inverted);
  if (solved.freedom < 1) return { kind: 'too-few', scores: scores.length };
  const { effects, freedom } = solved;
  const count = system.contestants.length;
  const mean = effects.subarray(0, count).reduce((sum, effect) => sum + effect, 0) / count;
  return {
    kind: 'fitted',
    contestants: system.contestants,
    strengths: effects.slice(0, count).map((effect) => effect - mean),
    covariance: centredBlock(inverted, {
      size: system.size,
      count,
      scale: Math.max(solved.residualVariance, leastVariance),
    }),
    mean,
    freedom,
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

/** The normal equations, with items eliminated: each score has one item, so thousands of them cost little. */
type FacetSystem = {
  readonly contestants: readonly string[];
  /** Contestants, then judges. */
  readonly size: number;
  readonly matrix: Float64Array;
  /** From the inverse of the matrix: effects, and what the model leaves over. */
  readonly solve: (inverted: Float64Array) => FacetSolution;
};

type FacetSolution = {
  readonly effects: Float64Array;
  /** Scores less effective parameters. */
  readonly freedom: number;
  readonly residualVariance: number;
};

const judgeRidge = 0.1;
const itemRidge = 1;

type Row = { readonly places: readonly number[]; readonly score: number; readonly counts: number };
type Item = {
  readonly rows: readonly Row[];
  readonly touch: Float64Array;
  readonly weight: number;
};

function facetSystem(scores: readonly RubricScore[]): FacetSystem {
  const contestants = [...new Set(scores.map(({ contestant }) => contestant))];
  const judges = [...new Set(scores.map(({ judge }) => judge))];
  const size = contestants.length + judges.length;
  const place = new Map<string, number>();
  for (const name of contestants) place.set(`c ${name}`, place.size);
  for (const name of judges) place.set(`j ${name}`, place.size);
  const rowOf = ({ contestant, judge, score, weight: counts = 1 }: RubricScore): Row => {
    const places = [`c ${contestant}`, `j ${judge}`].map((name) => place.get(name) ?? 0);
    return { places, score, counts };
  };
  const items = [...Map.groupBy(scores, ({ item }) => item).values()].map((own): Item => {
    const rows = own.map(rowOf);
    const touch = new Float64Array(size);
    for (const { places, counts } of rows) for (const k of places) add(touch, k, counts);
    return { rows, touch, weight: rows.reduce((sum, { counts }) => sum + counts, itemRidge) };
  });
  const matrix = new Float64Array(size * size);
  const right = new Float64Array(size);
  for (let k = contestants.length; k < size; k += 1) add(matrix, k * size + k, judgeRidge);
  for (const item of items) addItem(item, matrix, right);
  const solve = (inverted: Float64Array) =>
    solution({ items, inverted, right, contestantCount: contestants.length });
  return { contestants, size, matrix, solve };
}

function addItem({ rows, touch, weight }: Item, matrix: Float64Array, right: Float64Array): void {
  const size = right.length;
  const sum = rows.reduce((total, { score, counts }) => total + counts * score, 0);
  for (const { places, score, counts } of rows) {
    for (const k of places) {
      add(right, k, counts * score);
      for (const other of places) add(matrix, k * size + other, counts);
    }
  }
  for (let row = 0; row < size; row += 1) {
    if (at(touch, row) === 0) continue;
    add(right, row, (-at(touch, row) * sum) / weight);
    for (let k = 0; k < size; k += 1) add(matrix, row * size + k, (-at(touch, row) * at(touch, k)) / weight);
  }
}

function solution(known: {
  readonly items: readonly Item[];
  readonly inverted: Float64Array;
  readonly right: Float64Array;
  readonly contestantCount: number;
}): FacetSolution {
  const { items, inverted, right, contestantCount } = known;
  const size = right.length;
  const effects = timesVector(inverted, right);
  // Effective parameters: all of them, less what the ridges hold back.
  let parameters = size + items.length;
  for (let k = contestantCount; k < size; k += 1) parameters -= judgeRidge * at(inverted, k * size + k);
  let squares = 0;
  let scores = 0;
  for (const { rows, touch, weight } of items) {
    const predicted = rows.map(({ places }) => places.reduce((sum, k) => sum + at(effects, k), 0));
    const rest = rows.map(({ score, counts }, index) => ({ value: score - (predicted[index] ?? 0), counts }));
    const effect = rest.reduce((sum, { value, counts }) => sum + counts * value, 0) / weight;
    squares += rest.reduce((sum, { value, counts }) => sum + counts * (value - effect) ** 2, 0);
    scores += rows.length;
    const reached = timesVector(inverted, touch);
    const own = touch.reduce((sum, value, k) => sum + value * at(reached, k), 0);
    parameters -= itemRidge * (1 / weight + own / weight ** 2);
  }
  const freedom = scores - parameters;
  return { effects, freedom, residualVariance: freedom > 0 ? squares / freedom : 0 };
}

function timesVector(matrix: Float64Array, vector: Float64Array): Float64Array {
  const size = vector.length;
  return vector.map((_, row) => {
    let sum = 0;
    for (let k = 0; k < size; k += 1) sum += at(matrix, row * size + k) * at(vector, k);
    return sum;
  });
}
