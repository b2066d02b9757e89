// Merges the rows of a tally that a fit cannot tell apart: the same pair, whatever the task, both bad or tied.
import { add, at, indexAt } from '../array-access.ts';
import type { Tally } from '../tally.ts';

/** Whether being shown first is modelled: not at all, once for all judges, or for each judge. */
export type PositionEffect = 'none' | 'shared' | 'per-judge';

export function mergeRows(counted: Tally, position: PositionEffect): Tally {
  const size = counted.contestants.length;
  const judges = position === 'per-judge' ? counted.judges.length + 1 : 1;
  const slots = new Int32Array(size * size * judges).fill(-1);
  const slotOf = new Int32Array(counted.first.length);
  const keys: number[] = [];
  for (let row = 0; row < slotOf.length; row += 1) {
    const first = indexAt(counted.first, row);
    const second = indexAt(counted.second, row);
    const pair = position === 'none' && first > second ? second * size + first : first * size + second;
    const key = pair * judges + (judges > 1 ? indexAt(counted.judge, row) + 1 : 0);
    if (indexAt(slots, key) < 0) slots[key] = keys.push(key) - 1;
    slotOf[row] = indexAt(slots, key);
  }
  const merged: Tally = {
    ...counted,
    clusterCount: 0,
    first: Int32Array.from(keys, (key) => Math.floor(key / judges / size)),
    second: Int32Array.from(keys, (key) => Math.floor(key / judges) % size),
    judge: Int32Array.from(keys, (key) => (judges > 1 ? (key % judges) - 1 : -1)),
    cluster: new Int32Array(keys.length).fill(-1),
    firstWins: new Float64Array(keys.length),
    secondWins: new Float64Array(keys.length),
    ties: new Float64Array(keys.length),
    bothBad: new Float64Array(keys.length),
  };
  for (let row = 0; row < slotOf.length; row += 1) {
    const slot = indexAt(slotOf, row);
    const same = indexAt(counted.first, row) === indexAt(merged.first, slot);
    add(merged.firstWins, slot, at(same ? counted.firstWins : counted.secondWins, row));
    add(merged.secondWins, slot, at(same ? counted.secondWins : counted.firstWins, row));
    add(merged.ties, slot, at(counted.ties, row) + at(counted.bothBad, row));
  }
  return merged;
}
