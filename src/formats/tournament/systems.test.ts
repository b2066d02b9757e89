// The systems of play: byes, match counts and rounds for 1 to 33 contestants, and who is left.
import { describe, expect, it } from 'vitest';
import {
  bracket,
  byesOf,
  doubleElimination,
  leadersOf,
  lossesOf,
  type Pair,
  type PlayedRound,
  pointsOf,
  roundRobin,
  roundsFor,
  type System,
  swiss,
} from './system.ts';

const sizes = Array.from({ length: 33 }, (_, at) => at + 1);

/** ceil(log2 n) */
function logOf(size: number): number {
  return sizes.findIndex((_, power) => 2 ** power >= size);
}

function least(counts: readonly number[]): number | undefined {
  return counts.toSorted((a, b) => a - b)[0];
}

type Winner = (pair: Pair, match: number) => string | undefined;

function names(size: number): readonly string[] {
  return Array.from({ length: size }, (_, at) => `c${at + 1}`);
}

/** Some winner, another for another seed. */
function someWinner(seed: number): Winner {
  return (pair, match) => pair[((seed * 7919 + match * 104_729) >> 3) % 2];
}

function play(system: System, size: number, winner: Winner) {
  const field = names(size);
  const rounds: PlayedRound[] = [];
  let match = 0;
  for (let round = system.next(field, []); round !== undefined; round = system.next(field, rounds)) {
    const matches = round.pairings.map(({ pair }) => {
      match += 1;
      const won = winner(pair, match);
      return { pair, winner: won };
    });
    rounds.push({ matches, byes: round.byes });
    if (rounds.length > 200) throw new Error('it does not end');
  }
  return { field, rounds, matches: rounds.flatMap((one) => one.matches) };
}

/** Nobody has a second bye while another who is still in has none. */
function expectFairByes(field: readonly string[], rounds: readonly PlayedRound[]): void {
  for (const [at, { byes, matches }] of rounds.entries()) {
    const before = rounds.slice(0, at);
    const playing = field.filter(
      (name) => byes.includes(name) || matches.some(({ pair }) => pair.includes(name)),
    );
    const fewest = least(playing.map((name) => byesOf(name, before)));
    for (const name of byes) expect(byesOf(name, before)).toBe(fewest);
  }
}

describe('bracket', () => {
  it.each(sizes)('of %d: n-1 matches in ceil(log2 n) rounds, byes spread fairly', (size) => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const { field, rounds, matches } = play(bracket, size, someWinner(seed));
      expect(matches).toHaveLength(size - 1);
      expect(bracket.matches(size)).toBe(size - 1);
      expect(rounds).toHaveLength(logOf(size));
      expect(roundsFor(size)).toBe(rounds.length);
      expect(field.filter((name) => lossesOf(name, rounds) === 0)).toHaveLength(1);
      for (const { byes } of rounds) expect(byes.length).toBeLessThanOrEqual(1);
      expectFairByes(field, rounds);
      for (const { pair } of matches) expect(field.indexOf(pair[0])).toBeLessThan(field.indexOf(pair[1]));
    }
  });

  it('pairs the highest seed with the lowest, and gives the first bye to the highest', () => {
    expect(bracket.next(names(4), [])).toEqual({
      pairings: [{ pair: ['c1', 'c4'] }, { pair: ['c2', 'c3'] }],
      byes: [],
    });
    expect(bracket.next(names(5), [])?.byes).toEqual(['c1']);
  });

  it('with nobody has no round', () => {
    expect(bracket.next([], [])).toBeUndefined();
  });
});

describe('double elimination', () => {
  it.each(sizes)('of %d: everybody but one loses twice', (size) => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const { field, rounds, matches } = play(doubleElimination, size, someWinner(seed));
      const losses = field.map((name) => lossesOf(name, rounds)).sort();
      expect(losses.slice(1)).toEqual(Array.from({ length: size - 1 }, () => 2));
      expect(matches.length).toBe(2 * (size - 1) + (losses[0] ?? 0));
      expect(matches.length).toBeLessThanOrEqual(doubleElimination.matches(size));
      expectFairByesBySide(field, rounds);
    }
  });

  function expectFairByesBySide(field: readonly string[], rounds: readonly PlayedRound[]): void {
    for (const [at, { byes, matches }] of rounds.entries()) {
      const before = rounds.slice(0, at);
      for (const name of byes) {
        const same = field.filter(
          (other) =>
            lossesOf(other, before) === lossesOf(name, before) &&
            (byes.includes(other) || matches.some(({ pair }) => pair.includes(other))),
        );
        expect(byesOf(name, before)).toBe(least(same.map((other) => byesOf(other, before))));
      }
    }
  }

  it('lets the beaten one win by beating the unbeaten one twice', () => {
    const { rounds, matches } = play(doubleElimination, 2, (_, match) => (match === 1 ? 'c1' : 'c2'));
    expect(matches).toHaveLength(3);
    expect(lossesOf('c2', rounds)).toBe(1);
  });
});

describe('swiss', () => {
  it.each(sizes)('of %d: everybody plays or sits out each round, and nobody meets twice', (size) => {
    for (const seed of [1, 2, 3]) {
      const { field, rounds, matches } = play(swiss, size, someWinner(seed));
      expect(rounds).toHaveLength(logOf(size));
      expect(matches).toHaveLength(swiss.matches(size));
      for (const { matches: own, byes } of rounds)
        expect([...own.flatMap(({ pair }) => [...pair]), ...byes].sort()).toEqual([...field].sort());
      expect(new Set(matches.map(({ pair }) => [...pair].sort().join(' '))).size).toBe(matches.length);
      expectFairByes(field, rounds);
    }
  });

  it('pairs those with equal points', () => {
    const rounds: PlayedRound[] = [
      {
        matches: [
          { pair: ['c1', 'c2'], winner: 'c2' },
          { pair: ['c3', 'c4'], winner: 'c3' },
        ],
        byes: [],
      },
    ];
    expect(swiss.next(names(4), rounds)?.pairings).toEqual([{ pair: ['c2', 'c3'] }, { pair: ['c1', 'c4'] }]);
  });
});

describe('round robin', () => {
  it.each(sizes)('of %d: every pair once', (size) => {
    const { matches } = play(roundRobin, size, someWinner(1));
    expect(matches).toHaveLength((size * (size - 1)) / 2);
    expect(roundRobin.matches(size)).toBe(matches.length);
    expect(new Set(matches.map(({ pair }) => pair.join(' '))).size).toBe(matches.length);
  });
});

describe('points', () => {
  const table = (winners: readonly (string | undefined)[]): PlayedRound[] => [
    {
      matches: (
        [
          ['a', 'b'],
          ['a', 'c'],
          ['b', 'c'],
        ] as const
      ).map((pair, at) => ({ pair, ...(winners[at] !== undefined && { winner: winners[at] }) })),
      byes: [],
    },
  ];

  it('are one for a win and half for neither', () => {
    expect(['a', 'b', 'c'].map((name) => pointsOf(name, table(['a', undefined, 'c'])))).toEqual([
      1.5, 0, 1.5,
    ]);
  });

  it('who beat whoever has as many comes first; a circle of three has no first', () => {
    const four: PlayedRound[] = [
      {
        matches: [
          { pair: ['a', 'b'], winner: 'a' },
          { pair: ['a', 'c'], winner: 'c' },
          { pair: ['b', 'c'], winner: 'b' },
          { pair: ['a', 'd'], winner: 'a' },
          { pair: ['b', 'd'], winner: 'b' },
          { pair: ['c', 'd'], winner: 'd' },
        ],
        byes: [],
      },
    ];
    expect(leadersOf(['a', 'b', 'c', 'd'], four).leaders).toEqual(['a']);
    expect(leadersOf(['a', 'b', 'c'], table(['a', 'c', 'b'])).leaders).toEqual(['a', 'b', 'c']);
  });
});
