import { expect, it } from 'vitest';
import { pairWords, winMatrix } from './win-matrix.ts';

const row = (contestant: string) => ({ contestant, tiedForBest: false, comparisons: 1 });

it('has every pair from both sides, in the order of the board', () => {
  const matrix = winMatrix({
    rows: [row('bob'), row('ann'), row('cy')],
    pairs: [{ first: 'ann', second: 'bob', wins: 1, ties: 1, losses: 2 }],
  });
  expect(matrix.map(({ name }) => name)).toEqual(['bob', 'ann', 'cy']);
  expect(matrix[0]?.cells).toEqual([null, { wins: 2, ties: 1, losses: 1, share: 0.625 }, undefined]);
  expect(matrix[1]?.cells[0]).toEqual({ wins: 1, ties: 1, losses: 2, share: 0.375 });
  expect(matrix[2]?.cells).toEqual([undefined, undefined, null]);
});

it('tells a pair in words', () => {
  expect(pairWords('ann', 'bob', { wins: 3, ties: 0, losses: 1, share: 0.75 })).toBe(
    'ann against bob: 3 won, 0 tied, 1 lost',
  );
});
