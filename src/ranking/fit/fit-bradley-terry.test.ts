// Strengths against closed forms, the cases that must not give numbers, recovery, and position and tie effects.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seededRandom, simulateVerdict } from '../../../tests/fixtures/simulate-verdicts.ts';
import { type Choice, type PairVerdict, restrictTally, tally } from '../tally.ts';
import { type BradleyTerryFit, fitBradleyTerry } from './fit-bradley-terry.ts';

const times = (count: number, [first, second]: [string, string], choice: Choice): PairVerdict[] =>
  Array.from({ length: count }, () => ({ first, second, choice }));

function fitted(fit: BradleyTerryFit): Extract<BradleyTerryFit, { kind: 'fitted' }> {
  if (fit.kind !== 'fitted') throw new Error(`not fitted: ${fit.kind}`);
  return fit;
}

describe('closed forms', () => {
  test('two contestants: the gap is the log odds, its robust variance 1/wins + 1/losses', () => {
    const counted = tally([...times(30, ['a', 'b'], 'first'), ...times(10, ['b', 'a'], 'first')]);
    const { strengths, covariance } = fitted(fitBradleyTerry(counted, { lambda: 0 }));
    expect((strengths[0] ?? 0) - (strengths[1] ?? 0)).toBeCloseTo(Math.log(3), 9);
    const variance = (covariance[0] ?? 0) + (covariance[3] ?? 0) - 2 * (covariance[1] ?? 0);
    expect(variance).toBeCloseTo(1 / 30 + 1 / 10, 9);
  });

  test('ties count half: 10 wins and 20 ties are as strong as 20 wins and 10 losses', () => {
    const withTies = tally([...times(10, ['a', 'b'], 'first'), ...times(20, ['a', 'b'], 'both-bad')]);
    const without = tally([...times(20, ['a', 'b'], 'first'), ...times(10, ['a', 'b'], 'second')]);
    const one = fitted(fitBradleyTerry(withTies, { lambda: 0 }));
    expect(one.strengths[0]).toBeCloseTo(
      fitted(fitBradleyTerry(without, { lambda: 0 })).strengths[0] ?? 0,
      9,
    );
  });

  test('a symmetric cycle has equal strengths, and the prior changes nothing about it', () => {
    const counted = tally([
      ...times(5, ['a', 'b'], 'first'),
      ...times(5, ['b', 'c'], 'first'),
      ...times(5, ['c', 'a'], 'first'),
    ]);
    for (const lambda of [0, 1]) {
      for (const strength of fitted(fitBradleyTerry(counted, { lambda })).strengths)
        expect(strength).toBeCloseTo(0, 9);
    }
  });

  test('position: both orders with the same winner by place give delta and no gap', () => {
    const counted = tally([
      ...times(400, ['a', 'b'], 'first'),
      ...times(100, ['a', 'b'], 'second'),
      ...times(400, ['b', 'a'], 'first'),
      ...times(100, ['b', 'a'], 'second'),
    ]);
    const fit = fitted(fitBradleyTerry(counted, { lambda: 0, position: 'shared' }));
    expect(fit.strengths[0]).toBeCloseTo(0, 9);
    // The prior of delta, N(0, 0.5^2), pulls a little.
    expect(fit.positions[0]?.delta).toBeCloseTo(Math.log(4), 1);
    expect(fit.positions[0]?.standardError).toBeCloseTo(1 / Math.sqrt(1000 * 0.16), 2);
  });
});

describe('what gives no numbers', () => {
  test('no verdicts, one contestant, nothing readable', () => {
    expect(fitBradleyTerry(tally([], ['a', 'b'])).kind).toBe('no-verdicts');
    expect(fitBradleyTerry(tally([], ['a'])).kind).toBe('no-verdicts');
    expect(fitBradleyTerry(tally([])).kind).toBe('no-verdicts');
    expect(fitBradleyTerry(tally(times(3, ['a', 'b'], 'none'), ['a', 'b'])).kind).toBe('no-verdicts');
  });

  test('groups that never met are named, with or without a prior; each alone can be fitted', () => {
    const counted = tally([...times(4, ['a', 'b'], 'tie'), ...times(4, ['c', 'd'], 'tie')]);
    for (const lambda of [0, 1]) {
      const fit = fitBradleyTerry(counted, { lambda });
      expect(fit).toEqual({
        kind: 'unconnected',
        groups: [
          ['a', 'b'],
          ['c', 'd'],
        ],
      });
    }
    expect(fitBradleyTerry(restrictTally(counted, ['a', 'b'])).kind).toBe('fitted');
  });

  test('a perfect winner is unbounded without a prior, finite with one', () => {
    const counted = tally([
      ...times(5, ['a', 'b'], 'first'),
      ...times(2, ['b', 'c'], 'first'),
      ...times(2, ['c', 'b'], 'first'),
    ]);
    expect(fitBradleyTerry(counted, { lambda: 0 })).toEqual({
      kind: 'unbounded',
      levels: [['a'], ['b', 'c']],
    });
    const fit = fitted(fitBradleyTerry(counted));
    expect(fit.strengths[0]).toBeGreaterThan(fit.strengths[1] ?? 0);
    expect(fit.strengths.every(Number.isFinite)).toBe(true);
  });

  test('all ties: equal, yet not certain', () => {
    const counted = tally([...times(30, ['a', 'b'], 'tie'), ...times(30, ['b', 'c'], 'tie')]);
    const fit = fitted(fitBradleyTerry(counted, { lambda: 0 }));
    expect(fit.strengths[0]).toBeCloseTo(0, 12);
    expect(fit.covariance[0]).toBeGreaterThan(0.01);
  });
});

describe('verdicts of one cluster', () => {
  const pairs = (count: number, cluster: (index: number) => string) =>
    Array.from(
      { length: count },
      (_, index): PairVerdict => ({
        first: 'a',
        second: 'b',
        cluster: cluster(index),
        choice: index % 3 === 0 ? 'second' : 'first',
      }),
    );
  const variance = (verdicts: readonly PairVerdict[], lambda = 0) =>
    fitted(fitBradleyTerry(tally(verdicts), { lambda })).covariance[0] ?? 0;

  test('count as if they had none where each has one verdict', () => {
    const bare = pairs(90, () => 't').map(({ cluster: _, ...verdict }) => verdict);
    expect(variance(pairs(90, (index) => `t${index}`))).toBeCloseTo(variance(bare), 12);
  });

  test('add hardly any certainty if they repeat each other', () => {
    const once = pairs(60, (index) => `t${index}`);
    const ratio = variance([...once, ...once, ...once]) / variance(once);
    expect(ratio).toBeGreaterThan(0.9);
    expect(ratio).toBeLessThanOrEqual(1);
  });

  test('count nearly whole if they are independent of each other', () => {
    const random = seededRandom(4);
    const drawn = Array.from({ length: 900 }, (_, index) => ({
      ...simulateVerdict({ first: 0, second: 1, gap: 0.4 }, random),
      cluster: `t${index % 300}`,
    }));
    const bare = drawn.map(({ cluster: _, ...verdict }) => verdict);
    expect(variance(drawn) / variance(bare)).toBeLessThan(1.15);
  });

  test.each([0.25, 1])('never widen the interval by agreeing, with a prior of %d', (lambda) => {
    const widths = [1, 2, 9, 100].map((judges) =>
      variance(
        Array.from({ length: judges }, (_, judge) => ({
          first: 'a',
          second: 'b',
          choice: 'first',
          cluster: 't',
          judge: `j${judge}`,
        })) as PairVerdict[],
        lambda,
      ),
    );
    for (const [index, width] of widths.slice(1).entries()) expect(width).toBeLessThan(widths[index] ?? 0);
  });

  test('narrow the interval evenly from 15 to 30 clusters, without a step', () => {
    const random = seededRandom(8);
    const drawn = Array.from({ length: 30 }, (_, cluster) => {
      const shared = random();
      const judged = Array.from({ length: 3 }, (): PairVerdict => {
        const luck = random() < 0.5 ? shared : random();
        return { first: 'a', second: 'b', cluster: `t${cluster}`, choice: luck < 0.6 ? 'first' : 'second' };
      });
      return judged;
    });
    const widths = Array.from({ length: 16 }, (_, at) =>
      Math.sqrt(variance(drawn.slice(0, 15 + at).flat(), 1)),
    );
    for (const [at, width] of widths.slice(1).entries()) {
      expect(width / (widths[at] ?? 0)).toBeGreaterThan(0.93);
      expect(width / (widths[at] ?? 0)).toBeLessThan(1.05);
    }
  });
});

test('recovers simulated strengths and position, whatever the seed', () => {
  fc.assert(
    fc.property(fc.integer(), fc.double({ min: -1, max: 1, noNaN: true }), (seed, delta) => {
      const random = seededRandom(seed);
      const truth = [0.8, 0.3, -0.3, -0.8];
      const verdicts = Array.from({ length: 8000 }, () => {
        const first = Math.floor(random() * 4);
        const second = (first + 1 + Math.floor(random() * 3)) % 4;
        const gap = (truth[first] ?? 0) - (truth[second] ?? 0) + delta;
        return simulateVerdict({ first, second, gap }, random);
      });
      const options = { lambda: 0, position: 'shared' } as const;
      const fit = fitted(fitBradleyTerry(tally(verdicts, ['c0', 'c1', 'c2', 'c3']), options));
      for (const [index, strength] of fit.strengths.entries()) {
        expect(Math.abs(strength - (truth[index] ?? 0))).toBeLessThan(0.2);
      }
      const [position] = fit.positions;
      expect(Math.abs((position?.delta ?? 9) - delta)).toBeLessThan(
        5 * (position?.standardError ?? 0) + 0.02,
      );
    }),
    { numRuns: 10, seed: 11 },
  );
});

test('each judge has its own position effect', () => {
  const random = seededRandom(2);
  const verdicts = ['x', 'y'].flatMap((judge) =>
    Array.from({ length: 1500 }, (_, index): PairVerdict => {
      const first = index % 2;
      const gap = (first === 0 ? 0.5 : -0.5) + (judge === 'x' ? 1 : -0.5);
      return { ...simulateVerdict({ first, second: 1 - first, gap }, random), judge };
    }),
  );
  const fit = fitted(fitBradleyTerry(tally(verdicts), { lambda: 0, position: 'per-judge' }));
  expect(fit.positions.map(({ judge }) => judge)).toEqual(['x', 'y']);
  expect(fit.positions[0]?.delta).toBeCloseTo(1, 0);
  expect(fit.positions[1]?.delta).toBeCloseTo(-0.5, 0);
});

test('whatever the verdicts, a fit holds finite numbers or says why there are none', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd');
  const verdict = fc
    .record({
      first: name,
      second: name,
      choice: fc.constantFrom<Choice>('first', 'second', 'tie', 'both-bad', 'none'),
      cluster: fc.constantFrom('t1', 't2', 't3'),
      judge: fc.constantFrom('x', 'y'),
    })
    .filter(({ first, second }) => first !== second);
  const options = fc.record({
    lambda: fc.constantFrom(0, 0.1, 1),
    position: fc.constantFrom('none' as const, 'shared' as const, 'per-judge' as const),
  });
  const bare = ({ first, second, choice }: PairVerdict): PairVerdict => ({ first, second, choice });
  fc.assert(
    fc.property(
      fc.array(verdict, { maxLength: 40 }),
      options,
      fc.boolean(),
      (verdicts, wanted, clustered) => {
        const fit = fitBradleyTerry(tally(clustered ? verdicts : verdicts.map(bare)), wanted);
        if (fit.kind !== 'fitted') return;
        const numbers = [
          ...fit.strengths,
          ...fit.covariance,
          ...fit.positions.map((found) => found.standardError),
        ];
        expect(numbers.every(Number.isFinite)).toBe(true);
        expect(fit.strengths.reduce((sum, strength) => sum + strength, 0)).toBeCloseTo(0, 6);
        for (let index = 0; index < fit.strengths.length; index += 1) {
          expect(fit.covariance[index * (fit.strengths.length + 1)]).toBeGreaterThan(0);
        }
      },
    ),
    { numRuns: 500, seed: 5 },
  );
});

test('turning every pair round, winner included, changes nothing', () => {
  const random = seededRandom(6);
  const verdicts = Array.from({ length: 60 }, (_, index) =>
    simulateVerdict({ first: index % 3, second: (index + 1) % 3, gap: 0.3, nu: 0.5 }, random),
  );
  const opposite = {
    first: 'second',
    second: 'first',
    tie: 'tie',
    'both-bad': 'both-bad',
    none: 'none',
  } as const;
  const turned = verdicts.map(({ first, second, choice }) => ({
    first: second,
    second: first,
    choice: opposite[choice],
  }));
  const names = ['c0', 'c1', 'c2'];
  const one = fitted(fitBradleyTerry(tally(verdicts, names)));
  const other = fitted(fitBradleyTerry(tally(turned, names)));
  for (const [index, strength] of one.strengths.entries())
    expect(other.strengths[index]).toBeCloseTo(strength, 9);
});
