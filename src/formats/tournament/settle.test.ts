// What one more verdict settles and what it does not; and who is asked for it.
import { describe, expect, it } from 'vitest';
import type { Judge } from '../../judging/entry.ts';
import type { JudgeWord, Word } from '../../judging/panel/judge-choice.ts';
import { oneMore, seatJudges, settle } from './match.ts';

const judge = (name: string, family = name): Judge => ({ contestant: { name, agent: 'command' }, family });

/** Looks: who was chosen, of whom in which order. */
function word(name: string, looks: readonly (readonly [string | undefined, string])[]): JudgeWord {
  const sides = looks.map(([winner]) => winner);
  const same = sides.every((side) => side === sides[0]);
  const said: Word = sides[0] === undefined ? 'none' : { winner: sides[0] };
  return {
    judge: name,
    family: name,
    word: same ? said : 'tie',
    flipped: !same,
    looks: looks.map(([winner, shown]) => ({
      judge: judge(name),
      shown: shown.split(''),
      verdict: winner === undefined ? { type: 'none', why: 'x' } : { type: 'choice', winner },
      addressed: [],
      leaks: [],
    })),
  };
}

const flipped = word('j', [
  ['a', 'ab'],
  ['b', 'ba'],
]);

describe('one more verdict', () => {
  it('of another judge decides', () => {
    expect(settle([flipped], [word('k', [['b', 'ab']])])).toBe('b');
  });

  it('of the same judge decides, unless it chose the same place a third time', () => {
    expect(settle([flipped], [word('j', [['a', 'ba']])])).toBe('a');
    expect(settle([flipped], [word('j', [['a', 'ab']])])).toBeUndefined();
    expect(settle([word('j', [[undefined, 'ab']])], [word('j', [['a', 'ab']])])).toBe('a');
  });

  it('that could not be read decides nothing, whatever was said before', () => {
    const before = [word('j', [['a', 'ab']]), flipped];
    expect(settle(before, [word('j', [[undefined, 'ab']])])).toBeUndefined();
  });

  it('breaks a split of a panel, and leaves it where nobody moves', () => {
    const split = [word('j', [['a', 'ab']]), word('k', [['b', 'ab']])];
    expect(settle(split, [word('l', [['b', 'ba']])])).toBe('b');
    expect(settle(split, split)).toBeUndefined();
    // Who takes it back takes no side.
    expect(settle(split, [word('j', [['b', 'ab']]), word('k', [['b', 'ab']])])).toBe('b');
  });

  it('does not count what is set aside', () => {
    expect(settle([flipped], [{ ...word('k', [['b', 'ab']]), setAside: 'why' }])).toBeUndefined();
  });
});

describe('the seats of a match', () => {
  const judges = [judge('j', 'x'), judge('k', 'y'), judge('l', 'z')];
  const names = (list: readonly Judge[]) => list.map(({ contestant }) => contestant.name);

  it('go to impartial judges, by turns', () => {
    const bench = { judges, panel: 1, selfJudging: 'exclude' } as const;
    expect(names(seatJudges(bench, ['x', 'w'], 0).panel)).toEqual(['k']);
    expect(names(seatJudges(bench, ['x', 'w'], 1).panel)).toEqual(['l']);
    expect(names(seatJudges(bench, ['x', 'x'], 0).panel)).toEqual(['j']);
    expect(names(seatJudges({ ...bench, panel: 0 }, ['x', 'w'], 0).panel)).toEqual(['k', 'l']);
    expect(names(seatJudges({ ...bench, selfJudging: 'allow' }, ['x', 'w'], 0).panel)).toEqual(['j']);
  });

  it('go to all of them where each is of the family of one side', () => {
    const bench = { judges: judges.slice(0, 2), panel: 1, selfJudging: 'exclude' } as const;
    const seats = seatJudges(bench, ['x', 'y'], 5);
    expect(seats.partial).toBe(true);
    expect(names(seats.panel)).toEqual(['j', 'k']);
    expect(names(oneMore(seats).judges)).toEqual(['j', 'k']);
  });

  it('another judge is asked for one more verdict, else the panel again', () => {
    const some = seatJudges({ judges, panel: 1, selfJudging: 'allow' }, ['x', 'y'], 1);
    expect(oneMore(some)).toMatchObject({ another: true });
    expect(names(oneMore(some).judges)).toEqual(['l']);
    const all = seatJudges({ judges, panel: 0, selfJudging: 'allow' }, ['x', 'y'], 0);
    expect(oneMore(all)).toMatchObject({ another: false });
    expect(names(oneMore(all).judges)).toEqual(['j', 'k', 'l']);
  });
});
