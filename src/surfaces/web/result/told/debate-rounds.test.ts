import { expect, it } from 'vitest';
import { positionsByRound } from './debate-rounds.ts';

it('says who held what in each round, who moved, and toward whom without new argument', () => {
  const rows = positionsByRound({
    rounds: 2,
    turns: [
      { round: 1, speaker: 'ann', outcome: 'ok', position: 'left' },
      { round: 1, speaker: 'bob', outcome: 'ok', position: 'right' },
      { round: 2, speaker: 'bob', outcome: 'ok', position: 'left', changed: true },
    ],
    warnings: [{ round: 2, speaker: 'bob', toward: 'ann', newWords: 0.05 }],
  });
  expect(rows).toEqual([
    {
      speaker: 'ann',
      cells: [{ round: 1, outcome: 'ok', changed: false, position: 'left' }, undefined],
      moves: 0,
    },
    {
      speaker: 'bob',
      cells: [
        { round: 1, outcome: 'ok', changed: false, position: 'right' },
        { round: 2, outcome: 'ok', changed: true, position: 'left', toward: 'ann' },
      ],
      moves: 1,
    },
  ]);
});
