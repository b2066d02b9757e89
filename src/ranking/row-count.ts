// How many verdicts were read into one row of a tally.
import { at } from './array-access.ts';
import type { Tally } from './tally.ts';

export function rowCount(counted: Tally, row: number): number {
  return (
    at(counted.firstWins, row) +
    at(counted.secondWins, row) +
    at(counted.ties, row) +
    at(counted.bothBad, row)
  );
}
