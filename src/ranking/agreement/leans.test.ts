// Flip rate and the leans of judges: to a place, to length, to their own family.
import { describe, expect, test } from 'vitest';
import { seededRandom, simulateVerdict } from '../../../tests/fixtures/simulate-verdicts.ts';
import type { Choice, PairVerdict } from '../tally.ts';
import { flipRate, lengthLean, ownFamilyLean, positionLean } from './leans.ts';

function bothWays(count: number, forward: Choice, backward: Choice): PairVerdict[] {
  return Array.from({ length: count }, (_, index) => index).flatMap((index): PairVerdict[] => [
    { first: 'a', second: 'b', choice: forward, cluster: `${forward} ${backward} ${index}` },
    { first: 'b', second: 'a', choice: backward, cluster: `${forward} ${backward} ${index}` },
  ]);
}

describe('flip rate', () => {
  test('counts contradictions', () => {
    const report = flipRate([
      ...bothWays(12, 'first', 'second'),
      ...bothWays(4, 'first', 'first'),
      ...bothWays(2, 'second', 'second'),
      ...bothWays(2, 'tie', 'first'),
    ]);
    expect(report.flipRate).toMatchObject({ kind: 'measured', value: 0.4, n: 20 });
    expect(report.alarm).toBe('warn');
  });

  test('a tie both ways is no flip; what could not be read or was shown once does not count', () => {
    const report = flipRate([
      ...bothWays(10, 'tie', 'both-bad'),
      ...bothWays(5, 'first', 'none'),
      { first: 'a', second: 'b', choice: 'first', cluster: 'alone' },
    ]);
    expect(report.flipRate).toMatchObject({ value: 0, n: 10 });
    expect(report.alarm).toBe('none');
  });

  test('under 10 pairs says so', () => {
    const report = flipRate(bothWays(9, 'first', 'first'));
    expect(report.flipRate).toEqual({ kind: 'too-few', n: 9, needed: 10 });
    expect(report.alarm).toBeUndefined();
  });

  test('more flips than not drops the judge', () => {
    expect(flipRate(bothWays(20, 'second', 'second')).alarm).toBe('drop');
  });
});

describe('position lean', () => {
  test('finds the delta that was simulated', () => {
    const random = seededRandom(8);
    const verdicts = Array.from({ length: 900 }, (_, index): PairVerdict => {
      const first = index % 3;
      const second = (first + 1 + (index % 2)) % 3;
      const verdict = simulateVerdict({ first, second, gap: (first - second) * 0.5 + 0.8 }, random);
      return { ...verdict, cluster: `t${Math.floor(index / 6)}` };
    });
    const { lean, alarm } = positionLean(verdicts);
    if (lean.kind !== 'measured') throw new Error(lean.kind);
    expect(lean.low).toBeLessThan(0.8);
    expect(lean.high).toBeGreaterThan(0.8);
    expect(lean.low).toBeGreaterThan(0.4);
    expect(alarm).toBe('warn');
  });

  test('few pairs, or none', () => {
    expect(positionLean([]).lean).toEqual({ kind: 'too-few', n: 0, needed: 10 });
    expect(positionLean(bothWays(4, 'first', 'first')).alarm).toBeUndefined();
  });
});

describe('length lean', () => {
  const asked = (count: number, choice: Choice) =>
    Array.from({ length: count }, (_, index) => ({
      first: 'a',
      second: 'b',
      choice,
      cluster: `${choice} ${index}`,
      firstLength: 200,
      secondLength: 100,
    }));

  test('is the share of the longer, ties half, with an interval around it', () => {
    const lean = lengthLean([
      ...asked(30, 'first'),
      ...asked(10, 'second'),
      ...asked(10, 'tie'),
      ...asked(3, 'none'),
    ]);
    expect(lean).toMatchObject({ kind: 'measured', n: 50 });
    if (lean.kind !== 'measured') return;
    expect(lean.value).toBeCloseTo(0.7, 12);
    expect(lean.low).toBeGreaterThan(0.5);
    expect(lean.high).toBeLessThan(0.85);
  });

  test('always the longer is not certain for ever; repeating a pair adds nothing', () => {
    const lean = lengthLean(asked(12, 'first'));
    expect(lean).toMatchObject({ value: 1, high: 1 });
    expect(lean.kind === 'measured' && lean.low < 0.9).toBe(true);
    const same = asked(12, 'first').map((verdict) => ({ ...verdict, cluster: 'one' }));
    expect(lengthLean(same)).toEqual({ kind: 'too-few', n: 1, needed: 10 });
  });

  test('equal lengths say nothing', () => {
    const equal = asked(20, 'first').map((verdict) => ({ ...verdict, secondLength: 200 }));
    expect(lengthLean(equal)).toEqual({ kind: 'too-few', n: 0, needed: 10 });
  });
});

describe('own-family lean', () => {
  const question = {
    judge: 'judge-x',
    family: 'x',
    familyOf: (contestant: string) => contestant.split('/')[0],
    familyOfJudge: (judge: string) => judge.split('-')[1],
  };
  const verdicts = (count: number, judge: string, choice: Choice) =>
    Array.from(
      { length: count },
      (_, index): PairVerdict => ({
        first: 'x/one',
        second: 'y/one',
        cluster: `t${index}`,
        judge,
        choice,
      }),
    );

  test('is the difference from the other judges on the same pairs', () => {
    const lean = ownFamilyLean(
      [
        ...verdicts(20, 'judge-x', 'first'),
        ...verdicts(20, 'judge-y', 'tie'),
        ...verdicts(20, 'other-x', 'second'),
      ],
      question,
    );
    expect(lean).toMatchObject({ kind: 'measured', value: 0.5, n: 20 });
    expect(lean.kind === 'measured' && lean.low > 0).toBe(true);
  });

  test('without another judge, or with both sides of the family, nothing can be said', () => {
    expect(ownFamilyLean(verdicts(20, 'judge-x', 'first'), question)).toMatchObject({
      kind: 'too-few',
      n: 0,
    });
    const inside = [...verdicts(20, 'judge-x', 'first'), ...verdicts(20, 'judge-y', 'first')];
    const sameFamily = inside.map((verdict) => ({ ...verdict, second: 'x/two' }));
    expect(ownFamilyLean(sameFamily, question)).toMatchObject({ kind: 'too-few', n: 0 });
  });
});
