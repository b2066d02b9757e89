// Re-ranking with other weights, and the turning points against brute force.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { presets } from '../../domain/settings/race-presets.ts';
import {
  countedSignals,
  type RaceContext,
  type RaceInput,
  type RaceSignal,
  raceScore,
  rankRace,
  weighed,
} from './weigh.ts';
import { maxWeight, type WeightTurns, whatIf } from './what-if.ts';

const { weights } = presets.charm;
const context: RaceContext = {
  weights,
  has: { lint: false, readiness: false, tests: true },
  rules: 'rescale',
};
const entry = (name: string, passed: number, lines: number): RaceInput => ({
  name,
  outcome: 'ok',
  lines,
  tests: { passed, total: 10 },
});

describe('two contestants', () => {
  const ann = entry('ann', 10, 1_000);
  const bob = entry('bob', 8, 200);

  test('changed weights change the winner', () => {
    expect(whatIf([ann, bob], context, {}).ranking.winner).toBe('bob');
    const changed = whatIf([ann, bob], context, { tests: 0.5, diff: 0 });
    expect(changed.ranking.winner).toBe('ann');
    expect(changed.weights).toEqual({ ...weights, tests: 0.5, diff: 0 });
  });

  test('every signal names the weight at which the winner changes', () => {
    // ann leads by 0.2 tests, bob by 0.4 diff: level where tests weigh twice what diff does.
    const turns = whatIf([ann, bob], context, {}).turns;
    expect(turns.map(({ signal }) => signal)).toEqual(['tests', 'diff']);
    expect(turns[0]?.above?.weight).toBeCloseTo(0.3, 2);
    expect(turns[0]?.above?.winner).toBe('ann');
    expect(turns[0]?.below).toBeUndefined();
    expect(turns[1]?.below?.weight).toBeCloseTo(0.125, 2);
    expect(turns[1]?.above).toBeUndefined();
  });

  test('who is better in everything stays, whatever the weights', () => {
    for (const turns of whatIf([ann, entry('cas', 9, 1_200)], context, {}).turns) {
      expect(turns).toEqual({ signal: turns.signal, weight: turns.weight });
    }
  });

  test('equal but for one signal: without it the name decides, and with no weight at all nobody wins', () => {
    const other = entry('zoe', 10, 1_000);
    const turns = whatIf([entry('ann', 9, 1_000), other], context, {}).turns;
    expect(turns.find(({ signal }) => signal === 'tests')?.below?.winner).toBe('ann');
    const alone = whatIf([other], context, { diff: 0 }).turns.find(({ signal }) => signal === 'tests');
    expect(alone).toEqual({ signal: 'tests', weight: 0.25, below: { weight: 0 } });
  });

  test('the turn out of a tie is a weight that can be typed in', () => {
    const inputs = [2, 3].map((lines) => ({
      ...entry(`of${lines}`, 2, lines),
      tests: { passed: 2, total: 3 },
    }));
    const tied: RaceContext = { ...context, weights: { ...weights, diff: 0 }, decides: 'measured' };
    const { ranking, turns } = whatIf(inputs, tied, {});
    expect(ranking.winner).toBeUndefined();
    const above = turns.find(({ signal }) => signal === 'diff')?.above;
    expect(above?.winner).toBe('of2');
    expect(String(above?.weight)).toMatch(/^0\.\d{1,4}$/);
  });

  test('who cannot win never takes over; nobody to win is said so', () => {
    const out = { ...ann, disqualified: 'test failed' };
    expect(whatIf([out, bob], context, {}).turns.every((turns) => turns.above === undefined)).toBe(true);
    expect(whatIf([out], context, {})).toMatchObject({ turns: [{ signal: 'tests' }, { signal: 'diff' }] });
    expect(whatIf([], context, {}).ranking).toEqual({ order: [], tied: [], lead: 'none' });
  });
});

interface Measured {
  readonly outcome: string;
  readonly lines: number;
  readonly errors: number | null;
  readonly percent: number | null;
  readonly passed: number | null;
  readonly judge: number | null;
  readonly out: boolean;
}

describe('against brute force', () => {
  const input = fc.record({
    outcome: fc.constantFrom('ok', 'ok', 'ok', 'blocked', 'timed-out', 'empty'),
    lines: fc.nat({ max: 2_500 }),
    errors: fc.option(fc.nat({ max: 5 })),
    percent: fc.option(fc.nat({ max: 100 })),
    passed: fc.option(fc.nat({ max: 12 })),
    judge: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    out: fc.constantFrom(false, false, false, true),
  });
  const weight = fc.oneof(
    fc.constant(0),
    fc.nat({ max: 400 }).map((value) => value / 100),
  );
  const rules = fc.constantFrom<Pick<RaceContext, 'rules' | 'decides'>>(
    { rules: 'rescale' },
    { rules: 'charm' },
    { rules: 'rescale', decides: 'measured' },
  );
  const race = fc.record({
    inputs: fc.array(input, { minLength: 1, maxLength: 5 }),
    weights: fc.record({ lint: weight, readiness: weight, tests: weight, diff: weight, judge: weight }),
    has: fc.record({ lint: fc.boolean(), readiness: fc.boolean(), tests: fc.boolean(), judge: fc.boolean() }),
  });

  test('a turning point has another winner; before it, only rounding ever hid the lead', () => {
    fc.assert(
      fc.property(race, rules, ({ inputs, ...figures }, by) => {
        const of = { ...figures, ...by };
        const entries = inputs.map((each, index) => raceInput(each, index));
        const { turns, ranking } = whatIf(entries, of, {});
        // Without a winner, nothing says how far apart the entries are.
        if (ranking.winner === undefined) return;
        for (const each of turns) expectTrue(each, ranking.winner, bruteForce(entries, of, each.signal));
      }),
      { numRuns: 300 },
    );
  });

  function expectTrue(turns: WeightTurns, now: string | undefined, at: ReturnType<typeof bruteForce>) {
    for (const turn of [turns.below, turns.above].filter((each) => each !== undefined)) {
      expect(at(turn.weight).winner).not.toBe(now);
      expect(at(turn.weight).winner).toBe(turn.winner);
    }
    const hidden = between(turns).map((weight) => at(weight, now));
    for (const { winner, lead } of hidden.filter((each) => each.winner !== now)) {
      expect(lead, `${winner} instead of ${now}`).toBeLessThanOrEqual(0.000_101);
    }
  }

  /** Weights before the turning points, on both sides; these are given to 4 places. */
  function between({ weight: from, below, above }: WeightTurns): readonly number[] {
    const steps = Array.from({ length: 25 }, (_, index) => (index + 0.5) / 25);
    const low = Math.min(from, (below?.weight ?? 0) + 0.000_1);
    const high = Math.max(from, (above?.weight ?? maxWeight) - 0.000_1);
    return [
      ...steps.map((step) => from + (low - from) * step),
      // Denser near where it is: the interesting weights are small.
      ...steps.map((step) => from + (high - from) * step ** 4),
    ];
  }

  function bruteForce(entries: readonly RaceInput[], of: RaceContext, signal: RaceSignal) {
    return (at: number, champion?: string) => {
      const changed = { ...of, weights: { ...of.weights, [signal]: at } };
      const scores = entries.map((each) => raceScore(each, changed));
      const exact = (name: string | undefined) => {
        const { sum, of: whole } = weighed(scores.find((each) => each.name === name)?.signals ?? {}, changed);
        return whole > 0 ? sum / whole : 0;
      };
      const { winner, tied } = rankRace(scores, changed);
      const rival = winner ?? tied.find((name) => name !== champion);
      return { winner, lead: Math.abs(exact(rival) - exact(champion)) };
    };
  }

  function raceInput(each: Measured, index: number): RaceInput {
    return {
      name: `c${index}`,
      outcome: each.outcome as RaceInput['outcome'],
      lines: each.lines,
      ...(each.errors === null ? {} : { lint: { errors: each.errors, warnings: 0, infos: 0 } }),
      ...(each.percent === null ? {} : { percent: each.percent }),
      ...(each.passed === null ? {} : { tests: { passed: each.passed, total: 12 } }),
      ...(each.judge === null ? {} : { judge: each.judge }),
      ...(each.out ? { disqualified: 'test failed' } : {}),
    };
  }

  test('counted signals alone have turning points', () => {
    expect(countedSignals(context)).toEqual(['tests', 'diff']);
  });
});
