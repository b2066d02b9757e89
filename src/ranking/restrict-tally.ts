// The part of a tally that lies between some of its contestants, such as one connected group.
import { at, indexAt } from './array-access.ts';
import type { Tally } from './tally.ts';

/** The tally of some of its contestants: rows between any two of them, names in the order given. */
export function restrictTally(counted: Tally, contestants: readonly string[]): Tally {
  const place = Int32Array.from(counted.contestants, (name) => contestants.indexOf(name));
  const kept: number[] = [];
  for (let row = 0; row < counted.first.length; row += 1) {
    const inside = indexAt(place, indexAt(counted.first, row)) >= 0;
    if (inside && indexAt(place, indexAt(counted.second, row)) >= 0) kept.push(row);
  }
  const numbers = (column: Float64Array) => Float64Array.from(kept, (row) => at(column, row));
  const indices = (column: Int32Array) => Int32Array.from(kept, (row) => indexAt(column, row));
  const clusters = new Map<number, number>();
  const cluster = indices(counted.cluster).map((own) => {
    if (own < 0) return own;
    const index = clusters.get(own) ?? clusters.size;
    clusters.set(own, index);
    return index;
  });
  return {
    ...counted,
    contestants,
    clusterCount: clusters.size,
    cluster,
    first: indices(counted.first).map((index) => indexAt(place, index)),
    second: indices(counted.second).map((index) => indexAt(place, index)),
    judge: indices(counted.judge),
    firstWins: numbers(counted.firstWins),
    secondWins: numbers(counted.secondWins),
    ties: numbers(counted.ties),
    bothBad: numbers(counted.bothBad),
  };
}
