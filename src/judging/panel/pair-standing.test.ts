// Standings from pair verdicts: who wins, who cannot be told apart, and which judges give themselves away.
import { describe, expect, it } from 'vitest';
import type { Judge } from '../entry.ts';
import type { JudgeWord, Look, PairVerdict, Word } from './judge-choice.ts';
import { pairStanding } from './pair-standing.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'f'];
const entries = names.map((contestant, at) => ({
  contestant,
  family: contestant === 'a' ? 'x' : 'other',
  key: `answer/${contestant}`,
  text: 'word '.repeat(at + 1),
}));
const random = () => {
  let state = 7;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
};

type Rule = (first: string, second: string) => Word;

/** Earlier in the alphabet is better. */
const better: Rule = (first, second) => ({ winner: first < second ? first : second });
const firstShown: Rule = (first) => ({ winner: first });

function judgeOf(name: string): Judge {
  return { contestant: { name, agent: 'scripted' }, family: 'x' };
}

function look(judge: Judge, [first, second]: readonly [string, string], rule: Rule): Look {
  const word = rule(first, second);
  const verdict =
    typeof word === 'object' ? ({ type: 'choice', ...word } as const) : { type: 'tie' as const };
  return { judge, shown: [first, second], verdict, addressed: [], leaks: [] };
}

function heard(name: string, [first, second]: readonly [string, string], rule: Rule): JudgeWord {
  const judge = judgeOf(name);
  const looks = [look(judge, [first, second], rule), look(judge, [second, first], rule)];
  const [one, other] = [rule(first, second), rule(second, first)];
  const same = JSON.stringify(one) === JSON.stringify(other);
  return { judge: name, family: 'x', looks, word: same ? one : 'tie', flipped: !same };
}

function tournament(judges: Readonly<Record<string, Rule>>): readonly PairVerdict[] {
  return names.flatMap((one, at) =>
    names.slice(at + 1).map((other) => {
      const words = Object.entries(judges).map(([name, rule]) => heard(name, [one, other], rule));
      const word = words[0]?.word ?? 'none';
      return { key: `${one}/${other}`, pair: [one, other] as const, words, word, ownFamily: false };
    }),
  );
}

describe('pairStanding', () => {
  it('puts the best first, with the one who beat all and an interval around each', () => {
    const found = pairStanding({ entries, verdicts: tournament({ good: better }) }, random());
    expect(found.rows.map(({ contestant }) => contestant)).toEqual(names);
    expect(found.beatAll).toBe('a');
    for (const { low, rating, high } of found.rows) {
      expect(low).toBeLessThan(rating);
      expect(high).toBeGreaterThan(rating);
    }
    const total = found.rows.reduce((sum, { probabilityBest }) => sum + probabilityBest, 0);
    expect(total).toBeCloseTo(1, 1);
  });

  it('recognises a judge that goes by the place by its flips and its lean', () => {
    const { judges } = pairStanding(
      { entries, verdicts: tournament({ good: better, placed: firstShown }) },
      random(),
    );
    const [good, placed] = judges;
    expect(good).toMatchObject({ flips: 0, flipRate: 0 });
    expect(placed).toMatchObject({ flips: 15, flipRate: 1 });
    expect(placed?.firstLean).toBeGreaterThan(1);
    expect(Math.abs(good?.firstLean ?? 9)).toBeLessThan(0.5);
  });

  it('tells a random judge from reliable ones, and gives it less weight', () => {
    const dice = random();
    const coin: Rule = (first, second) => ({ winner: dice() < 0.5 ? first : second });
    const verdicts = tournament({ one: better, two: better, coin });
    const { judges, rows } = pairStanding({ entries, verdicts }, random());
    const trust = Object.fromEntries(judges.map(({ judge, reliability }) => [judge, reliability ?? -1]));
    expect(trust['one']).toBeGreaterThan(0.8);
    expect(trust['coin']).toBeLessThan(0.6);
    expect(rows[0]?.contestant).toBe('a');
  });

  it('measures the lean to the longer entry', () => {
    const longest: Rule = (first, second) => ({ winner: first < second ? second : first });
    const { judges } = pairStanding(
      { entries, verdicts: tournament({ good: better, wordy: longest }) },
      random(),
    );
    expect(judges.map(({ longerShare }) => longerShare)).toEqual([0, 1]);
  });

  it('takes the lean to length out where the record tells of it, beside the plain standing', () => {
    const dice = random();
    const lean = 8;
    const place = (name: string) => names.indexOf(name);
    /** Worth falls and length grows with the alphabet. */
    const wordy: Rule = (first, second) => {
      const length = (name: string) => entries[place(name)]?.text.length ?? 0;
      const longer = (length(first) - length(second)) / (length(first) + length(second) + 1);
      const logit = 0.6 * (place(second) - place(first)) + lean * longer;
      return { winner: dice() < 1 / (1 + Math.exp(-logit)) ? first : second };
    };
    const judges = ['one', 'two', 'three', 'four', 'five', 'six'];
    const verdicts = tournament(Object.fromEntries(judges.map((name) => [name, wordy])));
    const weighed = judges.map((judge) => ({ judge, weight: 1, leans: { length: lean } }));
    const { rows, even } = pairStanding({ entries, verdicts, weighed }, random());
    expect(rows[0]?.contestant).not.toBe('a');
    expect(even?.[0]?.contestant).toBe('a');
    const unknown = judges.map((judge) => ({ judge, weight: 1 }));
    const plain = pairStanding({ entries, verdicts, weighed: unknown }, random());
    expect(plain.even).toBeUndefined();
    expect(plain.rows).toEqual(rows);
  });

  it('has nothing to say where nobody could be read', () => {
    const none = tournament({}).map((one) => ({ ...one, words: [] }));
    expect(pairStanding({ entries, verdicts: none }, random())).toMatchObject({
      rows: [],
      unfit: 'no-verdicts',
      judges: [],
    });
  });

  it('does not count what was set aside', () => {
    const verdicts = tournament({ good: better }).map((one) => ({
      ...one,
      words: one.words.map((word) => ({ ...word, setAside: 'of the family of one side' })),
    }));
    const found = pairStanding({ entries, verdicts }, random());
    expect(found.rows).toEqual([]);
    expect(found.judges[0]).toMatchObject({ setAside: 15 });
  });
});
