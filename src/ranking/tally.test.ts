// Counting verdicts into cells.
import { describe, expect, test } from 'vitest';
import { restrictTally, tally } from './tally.ts';

describe('tally', () => {
  test('counts by pair, order, judge and cluster; what could not be read is in no cell', () => {
    const counted = tally([
      { first: 'a', second: 'b', choice: 'first', judge: 'x', cluster: 't' },
      { first: 'a', second: 'b', choice: 'tie', judge: 'x', cluster: 't' },
      { first: 'b', second: 'a', choice: 'both-bad', judge: 'x', cluster: 't' },
      { first: 'a', second: 'b', choice: 'none', judge: 'x', cluster: 't' },
    ]);
    expect(counted.contestants).toEqual(['a', 'b']);
    expect([...counted.firstWins]).toEqual([1, 0]);
    expect([...counted.ties]).toEqual([1, 0]);
    expect([...counted.bothBad]).toEqual([0, 1]);
    expect(counted.unread).toBe(1);
    expect(counted.clusterCount).toBe(1);
  });

  test('no verdicts give no rows, and named contestants stay', () => {
    expect(tally([], ['a', 'b'])).toMatchObject({ contestants: ['a', 'b'], unread: 0 });
    expect(tally([]).first).toHaveLength(0);
  });

  test('a contestant compared with itself is a mistake of the caller', () => {
    expect(() => tally([{ first: 'a', second: 'a', choice: 'tie' }])).toThrow('compared with itself');
  });

  test('restricting keeps the rows between those named, and renumbers', () => {
    const counted = tally([
      { first: 'a', second: 'b', choice: 'first', cluster: 'p' },
      { first: 'c', second: 'b', choice: 'second', cluster: 'q' },
    ]);
    const part = restrictTally(counted, ['c', 'b']);
    expect(part).toMatchObject({ contestants: ['c', 'b'], clusterCount: 1 });
    expect([[...part.first], [...part.second], [...part.cluster], [...part.secondWins]]).toEqual([
      [0],
      [1],
      [0],
      [1],
    ]);
  });
});
