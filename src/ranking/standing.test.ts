// Ratings, ranks, P(best) and tie sets; and how often their intervals hold the truth.
import { describe, expect, test } from 'vitest';
import { seededRandom, simulateVerdict } from '../../tests/fixtures/simulate-verdicts.ts';
import { fitBradleyTerry, type Strengths } from './fit/fit-bradley-terry.ts';
import { differenceError, standing, tieSet, z95 } from './standing.ts';
import { type PairVerdict, tally } from './tally.ts';

/** Independent strengths with the given standard errors. */
function strengths(values: readonly number[], errors: readonly number[]): Strengths {
  const size = values.length;
  const covariance = new Float64Array(size * size);
  for (const [index, error] of errors.entries()) covariance[index * size + index] = error ** 2;
  return {
    contestants: values.map((_, index) => `c${index}`),
    strengths: Float64Array.from(values),
    covariance,
  };
}

describe('standing', () => {
  test('P(best) of two is the normal probability of their difference', () => {
    const fit = strengths([0.5, -0.5], [0.6, 0.8]);
    const [first, second] = standing(fit, { random: seededRandom(1) });
    expect(first?.probabilityBest).toBeCloseTo(0.8413, 1);
    expect((first?.probabilityBest ?? 0) + (second?.probabilityBest ?? 0)).toBeCloseTo(1, 12);
    expect(first).toMatchObject({ contestant: 'c0', rank: 1, tiedForBest: true });
    expect(first?.rating).toBeCloseTo(1000 + 200 / Math.LN10, 9);
  });

  test('clear gaps give single ranks and one winner', () => {
    const rows = standing(strengths([0, 5, 10], [0.1, 0.1, 0.1]), { random: seededRandom(1), draws: 500 });
    expect(rows.map(({ rank }) => rank)).toEqual([1, 2, 3]);
    expect(rows.map(({ tiedForBest }) => tiedForBest)).toEqual([true, false, false]);
  });

  test('the same random source gives the same standing', () => {
    const fit = strengths([0, 0.1, 0.2], [0.5, 0.5, 0.5]);
    expect(standing(fit, { random: seededRandom(3) })).toEqual(standing(fit, { random: seededRandom(3) }));
  });
});

describe('tie set', () => {
  test('two are told apart exactly from 1.96 standard errors on', () => {
    const random = seededRandom(1);
    expect(tieSet(strengths([1.95 * Math.SQRT2, 0], [1, 1]), { random })).toEqual(['c0', 'c1']);
    expect(tieSet(strengths([1.97 * Math.SQRT2, 0], [1, 1]), { random })).toEqual(['c0']);
  });

  test('uses the covariance: shared uncertainty does not blur a difference', () => {
    const fit = strengths([1, 0], [1, 1]);
    const together = { ...fit, covariance: Float64Array.from([1, 0.99, 0.99, 1]) };
    expect(differenceError(fit, 0, 1)).toBeCloseTo(Math.SQRT2, 12);
    expect(differenceError(together, 0, 1)).toBeCloseTo(Math.sqrt(0.02), 12);
    expect(tieSet(fit, { random: seededRandom(1) })).toHaveLength(2);
    expect(tieSet(together, { random: seededRandom(1) })).toEqual(['c0']);
  });

  test('among 20 equals the true best stays inside in at least 95 % of fields', () => {
    const random = seededRandom(9);
    const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    let held = 0;
    for (let field = 0; field < 300; field += 1) {
      const observed = Array.from({ length: 20 }, (_, index) => (index === 0 ? 1e-9 : 0) + normal());
      const tied = tieSet(
        strengths(
          observed,
          observed.map(() => 1),
        ),
        { random, draws: 400 },
      );
      if (tied.includes('c0')) held += 1;
    }
    // 95 % less two binomial standard errors.
    expect(held / 300).toBeGreaterThan(0.925);
  });
});

describe('coverage, 300 simulated contests each', () => {
  const cases = [
    {
      name: 'a board without prior, robust',
      contestants: 5,
      verdicts: 600,
      tasks: 0,
      options: { lambda: 0 },
    },
    { name: 'a small contest with prior', contestants: 4, verdicts: 12, tasks: 0, options: {} },
    {
      name: 'verdicts that depend on the task, many tasks',
      contestants: 4,
      verdicts: 300,
      tasks: 50,
      options: {},
    },
    {
      name: 'verdicts that depend on the task, few tasks',
      contestants: 4,
      verdicts: 72,
      tasks: 6,
      options: {},
    },
  ];
  test.each(cases)('$name', ({ contestants, verdicts, tasks, options }) => {
    const random = seededRandom(17);
    let held = 0;
    for (let run = 0; run < 300; run += 1) {
      const contest = simulateContest({ contestants, verdicts, tasks }, random);
      const fit = fitBradleyTerry(tally(contest.verdicts, contest.names), options);
      if (fit.kind !== 'fitted') throw new Error(fit.kind);
      const gap = (fit.strengths[0] ?? 0) - (fit.strengths[1] ?? 0);
      if (Math.abs(gap - contest.gap) <= z95 * differenceError(fit, 0, 1)) held += 1;
    }
    // Three binomial standard errors (1.26 points each) either way; cautious intervals may be wider than need be.
    expect(held / 300).toBeGreaterThan(0.912);
    expect(held / 300).toBeLessThanOrEqual(tasks > 0 && tasks < 20 ? 1 : 0.988);
  });
});

/** Strengths N(0, 1); with tasks, each contestant does better or worse on each of them, N(0, 0.7^2). */
function simulateContest(
  { contestants, verdicts, tasks }: { contestants: number; verdicts: number; tasks: number },
  random: () => number,
) {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const names = Array.from({ length: contestants }, (_, index) => `c${index}`);
  const truth = names.map(normal);
  const sd = tasks > 0 ? 0.7 : 0;
  const onTask = Array.from({ length: Math.max(1, tasks) }, () => names.map(() => sd * normal()));
  const given = Array.from({ length: verdicts }, (_, index): PairVerdict => {
    const first = Math.floor(random() * contestants);
    const second = (first + 1 + Math.floor(random() * (contestants - 1))) % contestants;
    const task = Math.floor((index * onTask.length) / verdicts);
    const own = (who: number) => (truth[who] ?? 0) + (onTask[task]?.[who] ?? 0);
    const verdict = simulateVerdict({ first, second, gap: own(first) - own(second) }, random);
    return tasks > 0 ? { ...verdict, cluster: `t${task}` } : verdict;
  });
  // Over tasks the logit flattens: what a fit estimates is the gap of the averaged win rate.
  const flattened = ((truth[0] ?? 0) - (truth[1] ?? 0)) / Math.sqrt(1 + (Math.PI * 2 * sd ** 2) / 8);
  return { names, verdicts: given, gap: flattened };
}
