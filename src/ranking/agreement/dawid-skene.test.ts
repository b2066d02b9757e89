// Panels: a good judge outweighs poor ones and habits of place are seen through.
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../tests/fixtures/simulate-verdicts.ts';
import type { PairVerdict } from '../tally.ts';
import { dawidSkene } from './dawid-skene.ts';

/** How often a judge is right when the better one is shown first, and second. */
type Skill = readonly [number, number];

function panel(items: number, skills: readonly Skill[], seed: number) {
  const random = seededRandom(seed);
  const truth = new Map<string, string>();
  const verdicts: PairVerdict[] = [];
  for (let item = 0; item < items; item += 1) {
    const better = random() < 0.5 ? 'a' : 'b';
    truth.set(`${item}`, better);
    for (const [index, [asFirst, asSecond]] of skills.entries()) {
      const [first, second] = random() < 0.5 ? ['a', 'b'] : ['b', 'a'];
      const right = random() < (first === better ? asFirst : asSecond);
      const choice = (first === better) === right ? 'first' : 'second';
      verdicts.push({ first, second, choice, cluster: `${item}`, judge: `j${index}` } as PairVerdict);
    }
  }
  return { truth, verdicts };
}

function accuracy(found: ReturnType<typeof dawidSkene>, truth: ReadonlyMap<string, string>): number {
  const right = found?.items.filter(({ cluster, pair, probabilities }) => {
    const better = probabilities[0] > probabilities[1] ? pair[0] : pair[1];
    return better === truth.get(cluster ?? '');
  });
  return (right?.length ?? 0) / truth.size;
}

function majorityAccuracy(verdicts: readonly PairVerdict[], truth: ReadonlyMap<string, string>): number {
  const votes = Map.groupBy(verdicts, ({ cluster }) => cluster ?? '');
  const right = [...votes].filter(([item, own]) => {
    const better = own.filter(
      ({ first, second, choice }) => (choice === 'first' ? first : second) === truth.get(item),
    );
    return better.length > own.length / 2;
  });
  return right.length / truth.size;
}

describe('dawidSkene', () => {
  test('beats the majority where judges differ, and knows who is good', () => {
    const { truth, verdicts } = panel(
      300,
      [
        [0.92, 0.92],
        [0.6, 0.6],
        [0.6, 0.6],
        [0.55, 0.55],
        [0.9, 0.9],
      ],
      1,
    );
    const found = dawidSkene(verdicts);
    expect(accuracy(found, truth)).toBeGreaterThan(majorityAccuracy(verdicts, truth) + 0.05);
    const byJudge = new Map(found?.judges.map(({ judge, accuracy: own }) => [judge, own]));
    expect(byJudge.get('j0')).toBeGreaterThan(0.85);
    expect(byJudge.get('j3')).toBeLessThan(0.7);
  });

  test('sees a judge that mostly takes the first shown', () => {
    const { truth, verdicts } = panel(
      400,
      [
        [0.9, 0.9],
        [0.97, 0.25],
        [0.8, 0.8],
        [0.6, 0.6],
        [0.55, 0.55],
      ],
      2,
    );
    const found = dawidSkene(verdicts);
    const habits = found?.judges.find(({ judge }) => judge === 'j1')?.habits;
    expect(habits?.[0]?.[0]).toBeGreaterThan(0.85);
    expect(habits?.[1]?.[1]).toBeLessThan(0.45);
    expect(accuracy(found, truth)).toBeGreaterThan(majorityAccuracy(verdicts, truth) + 0.03);
  });

  test('names and orders turned round turn the answer round', () => {
    const { verdicts } = panel(
      30,
      [
        [0.8, 0.8],
        [0.7, 0.7],
        [0.9, 0.6],
      ],
      3,
    );
    const renamed = verdicts.map((verdict) => ({
      ...verdict,
      first: verdict.first === 'a' ? 'b' : 'a',
      second: verdict.second === 'a' ? 'b' : 'a',
    }));
    const one = dawidSkene(verdicts)?.items.map(({ probabilities }) => probabilities[0]) ?? [];
    const other = dawidSkene(renamed)?.items.map(({ probabilities }) => probabilities[1]) ?? [];
    for (const [index, probability] of one.entries()) expect(other[index]).toBeCloseTo(probability, 9);
  });

  test('ties: where all say tie it is a tie; where nobody does, it is none', () => {
    const tie = ['x', 'y', 'z'].map(
      (judge): PairVerdict => ({ first: 'a', second: 'b', choice: 'tie', judge }),
    );
    expect(dawidSkene(tie)?.items[0]?.probabilities[2]).toBeGreaterThan(0.9);
    const split = ['x', 'y'].map(
      (judge, index): PairVerdict => ({
        first: 'a',
        second: 'b',
        choice: index === 0 ? 'first' : 'second',
        judge,
      }),
    );
    expect(dawidSkene(split)?.items[0]?.probabilities).toEqual([0.5, 0.5, 0]);
  });

  test('nothing readable, or nobody named, gives nothing', () => {
    expect(dawidSkene([])).toBeUndefined();
    expect(dawidSkene([{ first: 'a', second: 'b', choice: 'none', judge: 'x' }])).toBeUndefined();
    expect(dawidSkene([{ first: 'a', second: 'b', choice: 'first' }])).toBeUndefined();
  });
});
