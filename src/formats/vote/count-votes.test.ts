import { describe, expect, it } from 'vitest';
import { groupsOf, isDecided, outcomeOf } from './count-votes.ts';

const ballots = (...answers: readonly string[]) =>
  answers.map((plain, at) => ({ contestant: `c${at}`, plain, answer: plain.toUpperCase() }));
const groups = (...answers: readonly string[]) => groupsOf(ballots(...answers), new Map());

describe('groups', () => {
  it('hold who said the same, most votes first', () => {
    expect(groups('x', 'y', 'y')).toEqual([
      { answer: 'Y', voters: ['c1', 'c2'] },
      { answer: 'X', voters: ['c0'] },
    ]);
  });

  it('are put together as somebody said', () => {
    const same = new Map([
      ['x', 'x'],
      ['z', 'x'],
    ]);
    expect(groupsOf(ballots('x', 'y', 'z'), same)[0]).toEqual({ answer: 'X', voters: ['c0', 'c2'] });
  });
});

describe('the outcome', () => {
  it.each([
    [['x', 'x', 'y'], undefined, 'won'],
    [['x', 'y', 'z', 'x'], undefined, 'won'],
    [['x', 'y'], undefined, 'tied'],
    [['x', 'x', 'y', 'y', 'z'], undefined, 'tied'],
    [[], undefined, 'no-votes'],
    [['x', 'x', 'y'], 3, 'no-quorum'],
    [['x', 'x', 'y'], 2, 'won'],
    [['x', 'x', 'y', 'y'], 2, 'tied'],
  ] as const)('of %j with quorum %s is %s', (answers, quorum, outcome) => {
    expect(outcomeOf(groups(...answers), quorum)).toBe(outcome);
  });
});

describe('it is decided', () => {
  it.each([
    { answers: ['x', 'x'], left: 1, decided: true },
    { answers: ['x', 'x'], left: 2, decided: false },
    { answers: ['x', 'x', 'y'], left: 1, decided: false },
    { answers: ['x', 'x', 'x', 'y', 'z'], left: 1, decided: true },
    // A judge may yet put y and z together.
    { answers: ['x', 'x', 'x', 'y', 'z'], left: 1, open: true, decided: false },
    { answers: ['x', 'x', 'x', 'x', 'y', 'z'], left: 1, open: true, decided: true },
    { answers: ['x', 'x'], left: 1, quorum: 3, decided: false },
    { answers: ['x', 'x', 'x'], left: 1, quorum: 3, decided: true },
    { answers: ['x', 'y', 'z'], left: 1, quorum: 3, decided: true },
    { answers: ['x', 'y', 'z'], left: 1, quorum: 3, open: true, decided: false },
    { answers: [], left: 1, quorum: 3, decided: false },
  ])('$answers, $left left, quorum $quorum, open $open: $decided', (race) => {
    const { answers, left, quorum, open = false, decided } = race;
    expect(isDecided({ groups: groups(...answers), left, quorum, open })).toBe(decided);
  });

  const kinds = ['x', 'y', 'z', 'none'];
  const ways = (left: number): string[][] =>
    left === 0 ? [[]] : ways(left - 1).flatMap((way) => kinds.map((kind) => [...way, kind]));
  const told = (answers: readonly string[], quorum: number | undefined) => {
    const all = groups(...answers.filter((one) => one !== 'none'));
    const outcome = outcomeOf(all, quorum);
    if (outcome === 'won') return all[0]?.answer;
    return outcome === 'no-votes' ? outcome : 'no clear winner';
  };
  const races = [undefined, 2, 3, 4].flatMap((quorum) =>
    ways(3).flatMap((way) =>
      [1, 2].map((left) => ({ cast: way.filter((one) => one !== 'none'), left, quorum })),
    ),
  );

  it('only where no way of casting the votes that are left gives another outcome', () => {
    for (const { cast, left, quorum } of races) {
      const outcomes = new Set(ways(left).map((more) => told([...cast, ...more], quorum)));
      const decided = isDecided({ groups: groups(...cast), left, quorum, open: false });
      if (decided) expect(outcomes.size, JSON.stringify([cast, left, quorum])).toBe(1);
    }
  });

  it('wherever a winner is certain', () => {
    for (const { cast, left, quorum } of races) {
      const [outcome, ...others] = new Set(ways(left).map((more) => told([...cast, ...more], quorum)));
      if (others.length > 0 || outcome === 'no clear winner' || outcome === 'no-votes') continue;
      expect(isDecided({ groups: groups(...cast), left, quorum, open: false })).toBe(true);
    }
  });
});
