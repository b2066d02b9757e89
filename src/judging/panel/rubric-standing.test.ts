// Rubric scores together: weights, strict judges evened out, nothing free for what is missing.
import { describe, expect, it } from 'vitest';
import { ruledBy, weightedScore } from '../entry.ts';
import type { Scored } from './judge-scores.ts';
import { rubricStanding } from './rubric-standing.ts';

const rubric = {
  dimensions: [
    { name: 'right', min: 1, max: 5, weight: 3 },
    { name: 'clear', min: 0, max: 10, weight: 1 },
  ],
};
const families = new Map([
  ['one', 'red'],
  ['two', 'blue'],
]);

function scored(judge: string, contestant: string, scores?: Record<string, number>): Scored {
  const family = judge.startsWith('red') ? 'red' : 'none';
  return {
    judge: { contestant: { name: judge, agent: 'scripted' }, family },
    contestant,
    missing: [],
    addressed: false,
    scores,
  };
}

describe('weightedScore', () => {
  it('is the part of what could be had, by weight', () => {
    expect(weightedScore(rubric, { right: 5, clear: 10 })).toBe(1);
    expect(weightedScore(rubric, { right: 0, clear: 0 })).toBe(0);
    expect(weightedScore(rubric, { right: 4, clear: 8 })).toBeCloseTo(0.8);
    expect(weightedScore(rubric, { right: 1, clear: 10 })).toBeCloseTo(0.4);
  });

  it('is what lies above the lowest mark in contests of before', () => {
    const old = ruledBy(rubric, true);
    expect(weightedScore(old, { right: 1, clear: 0 })).toBe(0);
    expect(weightedScore(old, { right: 3, clear: 10 })).toBeCloseTo(0.625);
    expect(weightedScore(ruledBy(rubric, false), { right: 5, clear: 10 })).toBe(1);
  });

  it('is unknown where a dimension is missing: no free marks', () => {
    expect(weightedScore(rubric, { right: 5 })).toBeUndefined();
    expect(weightedScore(rubric, Object.create({ right: 5, clear: 10 }))).toBeUndefined();
  });
});

describe('rubricStanding', () => {
  const rules = { rubric, families, selfJudging: 'exclude' } as const;

  it('ranks by the mean over judges and evens out a strict one who saw only one of them', () => {
    const all = [
      scored('mild', 'one', { right: 4, clear: 8 }),
      scored('mild', 'two', { right: 4, clear: 8 }),
      scored('strict', 'two', { right: 2, clear: 4 }),
      scored('strict', 'one', { right: 2, clear: 4 }),
      scored('strict2', 'two', { right: 2, clear: 4 }),
    ];
    const { rows } = rubricStanding(all, rules);
    const [one, two] = ['one', 'two'].map((name) => rows.find(({ contestant }) => contestant === name));
    expect(one?.score).toBeGreaterThan(two?.score ?? 1);
    expect(Math.abs((one?.fair ?? 0) - (two?.fair ?? 1))).toBeLessThan((one?.score ?? 0) - (two?.score ?? 0));
  });

  it('sets a judge of the own family aside where another one scored the entry, and keeps it where none did', () => {
    const both = [
      scored('red', 'one', { right: 5, clear: 10 }),
      scored('other', 'one', { right: 0, clear: 0 }),
      scored('red', 'two', { right: 2, clear: 2 }),
    ];
    const row = rubricStanding(both, rules).rows.find(({ contestant }) => contestant === 'one');
    expect(row).toMatchObject({ score: 0, setAside: 1, judges: 1 });
    const alone = rubricStanding(both.slice(0, 1), rules).rows.find(({ contestant }) => contestant === 'one');
    expect(alone).toMatchObject({ score: 1, setAside: 0 });
  });

  it('says which pairs were set aside, and where judges of the own family are all there is', () => {
    const both = [
      scored('red', 'one', { right: 5, clear: 10 }),
      scored('other', 'one', { right: 1, clear: 0 }),
      scored('red', 'two', { right: 2, clear: 2 }),
    ];
    expect(rubricStanding(both, rules).excluded).toEqual([both[0]]);
    expect(rubricStanding(both, { ...rules, selfJudging: 'warn' }).excluded).toEqual([]);
  });

  it('cannot tell a lead from chance where judges differ as much as the entries', () => {
    const names = ['one', 'two', 'three'];
    const field = { ...rules, families: new Map(names.map((name) => [name, 'blue'])) };
    const marks = (judge: string, values: readonly number[]) =>
      values.map((right, at) => scored(judge, names[at] ?? '', { right, clear: 5 }));
    const near = rubricStanding(
      [...marks('x', [5, 4, 1]), ...marks('y', [3, 4, 1]), ...marks('z', [5, 4, 2])],
      field,
    );
    expect(near).toMatchObject({ winner: 'one', tied: ['one', 'two'] });
    const sure = rubricStanding(
      ['x', 'y', 'z'].flatMap((judge) => marks(judge, [5, 3, 1])),
      field,
    );
    expect(sure).toMatchObject({ winner: 'one', tied: ['one'], agreement: 1 });
    // Marks are whole: however well judges agree, an entry lies within half a mark.
    for (const { low = 0, high = 0, fair } of sure.rows) {
      expect(high - low).toBeGreaterThan(0);
      expect(fair).toBeDefined();
    }
    expect(sure.divergence).toMatchObject({ dimension: 'right', spread: 0.8, best: 'one', worst: 'three' });
    const old = rubricStanding(near.rows.length > 0 ? marks('x', [5, 4, 1]) : [], {
      ...field,
      rubric: ruledBy(rubric, true),
    });
    expect(old.rows.every(({ low }) => low === undefined)).toBe(true);
  });

  it('level is no winner, and nobody read is nobody ranked', () => {
    const level = ['one', 'two'].map((name) => scored('other', name, { right: 3, clear: 5 }));
    expect(rubricStanding(level, rules)).toMatchObject({ tied: ['one', 'two'] });
    expect(rubricStanding(level, rules).winner).toBeUndefined();
    const none = rubricStanding([scored('other', 'one')], rules);
    expect(none.tied).toEqual([]);
    expect(none.rows.every(({ score }) => score === undefined)).toBe(true);
  });

  it('counts an incomplete sheet as incomplete, not as zero', () => {
    const { rows } = rubricStanding([scored('other', 'one', { right: 5 })], rules);
    expect(rows.find(({ contestant }) => contestant === 'one')).toMatchObject({ judges: 1, incomplete: 1 });
    expect(rows.find(({ contestant }) => contestant === 'one')?.score).toBeUndefined();
  });
});
