// The Arena votes of the benchmark data: counts by pair, the same as a tally, and what Davidson's model of ties makes of them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Tally } from '../src/ranking/tally.ts';

export const arenaFile = 'arena/pairs_20240814.csv.gz';

export interface PairCounts {
  readonly a: string;
  readonly b: string;
  readonly winsA: number;
  readonly winsB: number;
  readonly ties: number;
  readonly bothBad: number;
}

/** Rows of a packed table without its heading. */
export function readTable(data: string, file: string): string[][] {
  const text = gunzipSync(readFileSync(join(data, file))).toString('utf8');
  const [, ...lines] = text.trim().split('\n');
  return lines.map((line) => line.split(','));
}

export function arenaCounts(data: string): PairCounts[] {
  return readTable(data, arenaFile).map(([a = '', b = '', ...numbers]) => {
    const [winsA = 0, winsB = 0, ties = 0, bothBad = 0] = numbers.map(Number);
    return { a, b, winsA, winsB, ties, bothBad };
  });
}

export function votesIn({ winsA, winsB, ties, bothBad }: PairCounts): number {
  return winsA + winsB + ties + bothBad;
}

/** Those of the models with most votes, or of all. */
export function tallyOf(counts: readonly PairCounts[], most = Number.POSITIVE_INFINITY): Tally {
  const votes = new Map<string, number>();
  for (const row of counts)
    for (const name of [row.a, row.b]) votes.set(name, (votes.get(name) ?? 0) + votesIn(row));
  const ranked = [...votes].sort((one, other) => other[1] - one[1]).map(([name]) => name);
  const contestants = ranked.slice(0, most);
  const place = new Map(contestants.map((name, index) => [name, index]));
  const kept = counts.filter(({ a, b }) => place.has(a) && place.has(b));
  return {
    contestants,
    judges: [],
    clusterCount: 0,
    unread: 0,
    first: Int32Array.from(kept, ({ a }) => place.get(a) ?? 0),
    second: Int32Array.from(kept, ({ b }) => place.get(b) ?? 0),
    judge: new Int32Array(kept.length).fill(-1),
    cluster: new Int32Array(kept.length).fill(-1),
    firstWins: Float64Array.from(kept, ({ winsA }) => winsA),
    secondWins: Float64Array.from(kept, ({ winsB }) => winsB),
    ties: Float64Array.from(kept, ({ ties }) => ties),
    bothBad: Float64Array.from(kept, ({ bothBad }) => bothBad),
  };
}

/**
 * Strengths where a win has e^(gap / 2), a tie nu and a loss e^(-gap / 2) in proportion: for voters who vote as people did.
 * By turns each strength and nu are set to what the votes say given the rest, until nothing moves.
 */
export function davidson(counted: Tally): { readonly strengths: Float64Array; readonly nu: number } {
  const size = counted.contestants.length;
  const points = new Float64Array(size);
  let tied = 0;
  for (const [row, first] of counted.first.entries()) {
    const second = counted.second[row] ?? 0;
    const ties = (counted.ties[row] ?? 0) + (counted.bothBad[row] ?? 0);
    points[first] = (points[first] ?? 0) + 2 * (counted.firstWins[row] ?? 0) + ties;
    points[second] = (points[second] ?? 0) + 2 * (counted.secondWins[row] ?? 0) + ties;
    tied += ties;
  }
  let worth = new Float64Array(size).fill(1);
  let nu = 1;
  for (let change = 1, round = 0; change > 1e-9 && round < 20_000; round += 1) {
    const { due, drawn } = expectedShares(counted, worth, nu);
    const next = worth.map((_, k) => (points[k] ?? 0) / (due[k] ?? 1));
    const scale = Math.exp(next.reduce((sum, value) => sum + Math.log(value), 0) / size);
    change = Math.abs(tied / drawn / nu - 1);
    for (const [k, value] of next.entries()) {
      change = Math.max(change, Math.abs(value / scale / (worth[k] ?? 1) - 1));
      next[k] = value / scale;
    }
    worth = next;
    nu = tied / drawn;
  }
  return { strengths: worth.map(Math.log), nu };
}

function expectedShares(counted: Tally, worth: Float64Array, nu: number) {
  const due = new Float64Array(worth.length);
  let drawn = 0;
  for (const [row, first] of counted.first.entries()) {
    const second = counted.second[row] ?? 0;
    const [one, other] = [worth[first] ?? 1, worth[second] ?? 1];
    const middle = Math.sqrt(one * other);
    const votes =
      (counted.firstWins[row] ?? 0) +
      (counted.secondWins[row] ?? 0) +
      (counted.ties[row] ?? 0) +
      (counted.bothBad[row] ?? 0);
    const share = votes / (one + other + nu * middle);
    due[first] = (due[first] ?? 0) + share * (2 + (nu * middle) / one);
    due[second] = (due[second] ?? 0) + share * (2 + (nu * middle) / other);
    drawn += share * middle;
  }
  return { due, drawn };
}
