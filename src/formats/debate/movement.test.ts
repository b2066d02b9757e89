import { describe, expect, it } from 'vitest';
import { changes, hollowAgreement, type SpokenTurn } from './movement.ts';

const turn = (
  round: number,
  speaker: string,
  ...[position, argument = '']: readonly (string | undefined)[]
): SpokenTurn => ({
  round,
  speaker,
  text: `${argument}\nPOSITION: ${position ?? ''}`,
  position,
});

describe('who moved when', () => {
  it('compares each position with the same speaker’s last one', () => {
    const turns = [
      turn(1, 'ann', 'Use Postgres.'),
      turn(1, 'bob', 'Use MySQL'),
      turn(2, 'ann', '**use postgres**'),
      turn(2, 'bob', 'Use Postgres'),
    ];
    expect(changes(turns)).toEqual([undefined, undefined, false, true]);
  });

  it('does not guess where a position is missing, and looks further back', () => {
    const turns = [turn(1, 'ann', 'x'), turn(2, 'ann'), turn(3, 'ann', 'y')];
    expect(changes(turns)).toEqual([undefined, undefined, true]);
  });
});

describe('agreement without new argument', () => {
  const task = 'Which database should we use?';
  const opening = [
    turn(1, 'ann', 'Use Postgres', 'Transactions and constraints matter here.'),
    turn(1, 'bob', 'Use MySQL', 'Replication is simpler there.'),
  ];

  it('is warned of: nearer to another, and hardly a new word', () => {
    const yes = turn(2, 'bob', 'Use Postgres', 'Transactions and constraints matter here, simpler or not.');
    expect(hollowAgreement([...opening, yes], task)).toEqual([
      { round: 2, speaker: 'bob', toward: 'ann', newWords: 0 },
    ]);
  });

  it('is warned of where the turn has no argument at all', () => {
    expect(hollowAgreement([...opening, turn(2, 'bob', 'Use Postgres')], task)).toHaveLength(1);
  });

  it('is earned by a new argument', () => {
    const because = 'Its partial indexes cover our tenant queries, and logical decoding feeds the warehouse.';
    expect(hollowAgreement([...opening, turn(2, 'bob', 'Use Postgres', because)], task)).toEqual([]);
  });

  it.each([
    ['held', turn(2, 'bob', 'Use MySQL', 'Replication is simpler there.')],
    ['moved away from everybody', turn(2, 'bob', 'Neither of these fits', 'Replication is simpler there.')],
    ['not stated', turn(2, 'bob', undefined, 'Replication is simpler there.')],
  ])('is not seen where the position is %s', (_, next) => {
    expect(hollowAgreement([...opening, next], task)).toEqual([]);
  });

  it('needs a position to come from: an opening that agrees is no move', () => {
    expect(
      hollowAgreement([turn(1, 'ann', 'Use Postgres', 'x'), turn(1, 'bob', 'Use Postgres', 'x')], task),
    ).toEqual([]);
  });
});
