// What the figures say about judges of known habits: one that follows the order, one that guesses, and a good one.
import { expect, it } from 'vitest';
import { seededRandom } from '../../../tests/fixtures/simulate-verdicts.ts';
import type { JudgeWord, PairVerdict } from './judge-choice.ts';
import { judgeReports } from './pair-standing.ts';
import { rankPairs } from './rank-pairs.ts';

type Habit = (shown: readonly [string, string]) => string;

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const good: Habit = ([first, second]) => (first < second ? first : second);
const biased: Habit = ([first]) => first;

function word(judge: string, habit: Habit, pair: readonly [string, string]): JudgeWord {
  const orders = [pair, [pair[1], pair[0]]] as const;
  const winners = orders.map(habit);
  const flipped = winners[0] !== winners[1];
  return {
    judge,
    family: judge,
    word: flipped ? 'tie' : { winner: winners[0] ?? '' },
    flipped,
    looks: orders.map((shown, at) => ({
      judge: { contestant: { name: judge, agent: 'command' }, family: judge },
      shown,
      verdict: { type: 'choice', winner: winners[at] ?? '' },
      addressed: [],
      leaks: [],
    })),
  };
}

function played(habits: Readonly<Record<string, Habit>>): PairVerdict[] {
  return names.flatMap((one, at) =>
    names.slice(at + 1).map((other) => ({
      key: `${one}${other}`,
      pair: [one, other] as const,
      word: 'tie' as const,
      words: Object.entries(habits).map(([judge, habit]) => word(judge, habit, [one, other])),
      ownFamily: false,
    })),
  );
}

it('a judge that follows the order flips always and leans to the first; a good one does neither', () => {
  const { judges } = judgeReports(played({ good, biased }).map((verdict) => [verdict]));
  const of = (name: string) => judges.find(({ judge }) => judge === name);
  expect(of('good')).toMatchObject({ flipRate: { value: 0 }, lean: { value: 0 }, verdicts: 42, unread: 0 });
  expect(of('good')?.alarm).toBeUndefined();
  expect(of('biased')).toMatchObject({ flipRate: { value: 1 }, alarm: 'drop' });
  const lean = of('biased')?.lean;
  expect(lean?.kind === 'measured' && lean.low > 0.5).toBe(true);
});

it('a judge that guesses flips half of the time and agrees with nobody; nine of ten such judges raise an alarm', () => {
  let alarms = 0;
  for (let seed = 1; seed <= 100; seed += 1) {
    const random = seededRandom(seed);
    const guess: Habit = ([first, second]) => (random() < 0.5 ? first : second);
    const verdicts = played({ good, also: good, guess }).map((verdict) => [verdict]);
    const { judges } = judgeReports(verdicts);
    const report = judges.find(({ judge }) => judge === 'guess');
    if (report?.alarm !== undefined) alarms += 1;
    expect(report?.agreement.kind === 'measured' && report.agreement.value < 0.6).toBe(true);
    expect(judges.find(({ judge }) => judge === 'good')?.agreement).toMatchObject({ kind: 'measured' });
  }
  expect(alarms).toBeGreaterThanOrEqual(90);
});

it('figures from few matches are none', () => {
  const { judges, agreement } = judgeReports([[...played({ good })].slice(0, 1)]);
  expect(judges[0]).toMatchObject({
    flipRate: { kind: 'too-few', n: 1 },
    lean: { kind: 'too-few', n: 1 },
    agreement: { kind: 'too-few', n: 0 },
  });
  expect(agreement).toBeUndefined();
});

it('the standing takes the lean to a place out, and says why where there is none', () => {
  const random = seededRandom(1);
  const question = { contestants: names, matches: true };
  const { rows } = rankPairs({ ...question, verdicts: played({ good, biased }) }, random);
  expect(rows.map(({ contestant }) => contestant)).toEqual(names);
  expect(rankPairs({ ...question, verdicts: [] }, random)).toEqual({ rows: [], unfit: 'no-verdicts' });
  const apart = played({ good }).filter(({ pair }) =>
    pair.every((name) => 'ab'.includes(name) || 'cd'.includes(name)),
  );
  const two = apart.filter(({ key }) => key === 'ab' || key === 'cd');
  expect(rankPairs({ ...question, verdicts: two }, random).unfit).toBe('unconnected');
});

it('more judges who all agree narrow the range of a rating', () => {
  const widths = [1, 2, 9, 100].map((count) => {
    const habits = Object.fromEntries(Array.from({ length: count }, (_, at) => [`j${at}`, good]));
    const verdicts = played(habits).filter(({ key }) => key === 'ab');
    const [best] = rankPairs({ contestants: ['a', 'b'], verdicts, matches: true }, seededRandom(1)).rows;
    expect(best?.contestant).toBe('a');
    return (best?.high ?? 0) - (best?.low ?? 0);
  });
  expect(widths.toSorted((a, b) => b - a)).toEqual(widths);
  expect(widths[0]).toBeLessThan(420);
});

it('tells contests from before version 5 with the ranges they had', () => {
  const verdicts = played({ good, biased });
  const ranges = (whole: boolean, some: readonly string[]) => {
    const among = verdicts.filter(({ pair }) => pair.every((name) => some.includes(name)));
    const question = { contestants: some, verdicts: among, matches: true, whole };
    const [best] = rankPairs(question, seededRandom(1)).rows;
    return [best?.rating, best?.low, best?.high];
  };
  expect(ranges(true, names)).toEqual([1184, 1089, 1278]);
  expect(ranges(true, ['a', 'b', 'c'])).toEqual([1094, 830, 1357]);
  expect(ranges(false, names)).not.toEqual(ranges(true, names));
});
