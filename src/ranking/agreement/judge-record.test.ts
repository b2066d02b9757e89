// How records become weights: the better known count more, equals count the same, what is old or of another model fades.
import { describe, expect, it } from 'vitest';
import { type Evidence, judgeRecords, weighJudges } from './judge-record.ts';

const now = new Date('2026-11-16T00:00:00Z');
const evidence = (judge: string, right: number, more: Partial<Evidence> = {}): Evidence => ({
  judge,
  agent: judge,
  model: 'm1',
  source: 'calibration',
  at: '2026-11-02T10:00:00Z',
  of: 96,
  right,
  ...more,
});
const weigh = (found: readonly Evidence[], names: readonly string[], at = now) =>
  weighJudges(
    names.map((name) => ({ name, judge: name, agent: name })),
    judgeRecords(found),
    { now: at },
  );
const weightsIn = (weighed: ReturnType<typeof weigh>) => weighed.map(({ weight }) => weight);

describe('weights of judges', () => {
  it('are none where nothing is known of any', () => {
    expect(weigh([], ['ann', 'bob'])).toEqual([]);
    expect(weigh([evidence('cy', 80)], ['ann', 'bob'])).toEqual([]);
  });

  it('follow what is known, say why, and are 1 in the mean', () => {
    const weighed = weigh([evidence('ann', 78), evidence('bob', 50)], ['ann', 'bob', 'cy']);
    const [ann = 0, bob = 0, cy = 0] = weightsIn(weighed);
    expect(ann).toBeGreaterThan(cy);
    expect(cy).toBeGreaterThan(bob);
    expect(ann + bob + cy).toBeCloseTo(3, 1);
    expect(weighed[0]?.why).toBe('0.81 right in 96 calibrations of 2026-11-02');
    expect(weighed[2]?.why).toBe('nothing is known of it');
  });

  it('are nearly equal where the figures may be chance', () => {
    const [ann = 0, bob = 0] = weightsIn(weigh([evidence('ann', 70), evidence('bob', 66)], ['ann', 'bob']));
    expect(ann - bob).toBeLessThan(0.2);
    expect(ann).toBeGreaterThanOrEqual(bob);
  });

  it('leave somebody worse than a coin hardly a say, and never turn it round', () => {
    const [ann = 0, bob = 0] = weightsIn(weigh([evidence('ann', 78), evidence('bob', 30)], ['ann', 'bob']));
    expect(bob).toBeGreaterThan(0);
    expect(ann / bob).toBeGreaterThan(10);
  });

  it('fade with age, and strongly where the model changed', () => {
    const known = [evidence('ann', 90), evidence('bob', 58)];
    const lead = (weighed: ReturnType<typeof weigh>) => {
      const [ann = 0, bob = 0] = weightsIn(weighed);
      return ann - bob;
    };
    const fresh = lead(weigh(known, ['ann', 'bob']));
    const old = lead(weigh(known, ['ann', 'bob'], new Date('2029-11-16T00:00:00Z')));
    const seen = (judge: string) =>
      evidence(judge, 0, { model: 'm2', of: 0, source: 'panels', at: '2026-11-10T00:00:00Z' });
    const changed = weigh([...known, seen('ann'), seen('bob')], ['ann', 'bob']);
    expect(old).toBeLessThan(fresh / 2);
    expect(lead(changed)).toBeLessThan((2 * fresh) / 3);
    expect(changed[0]?.why).toBe('nothing is known of it; what its model before did counts little');
  });

  it('count the same pairs asked again no more than once', () => {
    const once = weigh([evidence('ann', 78), evidence('bob', 60)], ['ann', 'bob']);
    const twice = weigh([evidence('ann', 78), evidence('ann', 78), evidence('bob', 60)], ['ann', 'bob']);
    expect(weightsIn(twice)).toEqual(weightsIn(once));
  });

  it("count another name's record of the same agent and model", () => {
    const [weighed] = weigh(
      [evidence('ann (high)', 90, { agent: 'ann' }), evidence('ann', 0, { of: 0, source: 'panels' })],
      ['ann'],
    );
    expect(weighed?.weight).toBe(1);
  });
});
