// Weights of judges that err alike: equals stay equal, copies share one say, and a judge that is
// better than a crowd with one mind decides alone.
import { describe, expect, it } from 'vitest';
import { itemsOf } from '../../../tests/fixtures/simulate-panels.ts';
import { seededRandom } from '../../../tests/fixtures/simulate-verdicts.ts';
import { oddsOf, type SharedItem, weightsByErrors } from './shared-errors.ts';

function weigh(items: readonly SharedItem[], judges: number): readonly number[] | undefined {
  const trials = Array.from({ length: judges }, (_, judge) => ({
    right: items.reduce((sum, item) => sum + (item[judge] ?? 0), 0),
    of: items.length,
  }));
  return weightsByErrors(oddsOf(trials), items);
}

describe('weights of judges that judged the same items', () => {
  it('are not learned from fewer than ten items', () => {
    expect(weigh(itemsOf({ accuracies: [0.9, 0.6, 0.6], alike: 0 }, 9, seededRandom(1)), 3)).toBeUndefined();
    const alone = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? [1, undefined] : [undefined, 1]));
    expect(weigh(alone, 2)).toBeUndefined();
  });

  it('stay nearly equal for judges that are equally good', () => {
    for (const alike of [0, 0.3, 0.6]) {
      const items = itemsOf({ accuracies: [0.75, 0.75, 0.75], alike }, 160, seededRandom(2));
      const weights = weigh(items, 3) ?? [];
      expect(Math.max(...weights)).toBeLessThan(1.5 * Math.min(...weights));
    }
  });

  it('leave the word to the best where the others err alike and outvote it', () => {
    const accuracies = [0.9, ...Array.from({ length: 8 }, () => 0.65)];
    const weights = weigh(itemsOf({ accuracies, alike: 0.6 }, 200, seededRandom(3)), 9) ?? [];
    const others = weights.slice(1).reduce((sum, one) => sum + one, 0);
    expect(weights[0]).toBeGreaterThan(others);
  });

  it('count copies of one judge about as one', () => {
    const random = seededRandom(4);
    const items = itemsOf({ accuracies: [0.85, 0.85, 0.72], alike: 0 }, 300, random).map(
      ([one, other, poor]) => [one, other, poor, poor, poor, poor],
    );
    const [one = 0, other = 0, ...copies] = weigh(items, 6) ?? [];
    expect(one + other).toBeGreaterThan(2 * copies.reduce((sum, copy) => sum + copy, 0));
  });
});
