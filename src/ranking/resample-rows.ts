// One bootstrap sample of a tally: verdicts drawn anew with replacement, whole clusters at a time where rows carry them.
import { at, indexAt } from './array-access.ts';
import { binomialDraw } from './binomial-draw.ts';
import { mergeRows, type PositionEffect } from './merge-rows.ts';
import type { Tally } from './tally.ts';

/** Merged rows of the sample. Weights below 1 make a sample rounded to whole verdicts. */
export function resampleRows(counted: Tally, position: PositionEffect, random: () => number): Tally {
  return counted.clusterCount > 0
    ? mergeRows(resampleClusters(counted, random), position)
    : resampleVerdicts(counted, random);
}

/** Multinomial over cells and choices, as a chain of binomial draws. */
function resampleVerdicts(rows: Tally, random: () => number): Tally {
  const columns = [rows.firstWins, rows.secondWins, rows.ties, rows.bothBad];
  let mass = 0;
  for (const column of columns) for (const count of column) mass += count;
  let left = Math.round(mass);
  const drawn = (column: Float64Array) => {
    const sample = new Float64Array(column.length);
    for (let row = 0; row < column.length; row += 1) {
      const count = at(column, row);
      if (count === 0) continue;
      const taken = binomialDraw(left, count / mass, random);
      sample[row] = taken;
      left -= taken;
      mass -= count;
    }
    return sample;
  };
  return {
    ...rows,
    firstWins: drawn(rows.firstWins),
    secondWins: drawn(rows.secondWins),
    ties: drawn(rows.ties),
    bothBad: drawn(rows.bothBad),
  };
}

function resampleClusters(counted: Tally, random: () => number): Tally {
  const times = new Int32Array(counted.clusterCount);
  for (let draw = 0; draw < times.length; draw += 1) {
    const cluster = Math.floor(random() * times.length);
    times[cluster] = indexAt(times, cluster) + 1;
  }
  const weighted = (column: Float64Array) =>
    column.map((count, row) => {
      const cluster = indexAt(counted.cluster, row);
      return cluster < 0 ? binomialPart(count, random) : count * indexAt(times, cluster);
    });
  return {
    ...counted,
    firstWins: weighted(counted.firstWins),
    secondWins: weighted(counted.secondWins),
    ties: weighted(counted.ties),
    bothBad: weighted(counted.bothBad),
  };
}

/** For verdicts outside any cluster: nearly Poisson with the count as mean. */
function binomialPart(count: number, random: () => number): number {
  return binomialDraw(Math.round(count * 1000), 0.001, random);
}
