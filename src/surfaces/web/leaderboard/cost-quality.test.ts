import { describe, expect, it } from 'vitest';
import { costQuality, costScale, costTicks, spreadLabels } from './cost-quality.ts';

const row = (contestant: string, medianUsd?: number, rating?: number) => ({
  contestant,
  tiedForBest: false,
  comparisons: 3,
  winRate: 0.5,
  medianUsd,
  ...(rating !== undefined && { rating, low: rating - 50, high: rating + 50 }),
});

describe('cost against quality', () => {
  it('has on its frontier whom nobody beats for less', () => {
    const { points, unknown, measure } = costQuality({
      rows: [
        row('best', 2, 1200),
        row('good', 0.5, 1100),
        row('dear', 3, 1150),
        row('free', 0, 900),
        row('dark'),
      ],
      groups: [['best', 'good', 'dear', 'free', 'dark']],
    });
    expect(measure).toBe('rating');
    expect(points.map(({ name, isFrontier }) => [name, isFrontier])).toEqual([
      ['free', true],
      ['good', true],
      ['best', true],
      ['dear', false],
    ]);
    expect(unknown).toEqual(['dark']);
  });

  it('goes by what was won where there are no ratings', () => {
    const { points, measure } = costQuality({
      rows: [row('ann', 1), row('bob', 2)],
      groups: [['ann', 'bob']],
    });
    expect(measure).toBe('won');
    expect(points[0]).toMatchObject({ quality: 0.5, low: 0.5, high: 0.5, isFrontier: true });
    expect(points[1]?.isFrontier).toBe(false);
  });
});

it('compares cost with quality among contestants who met, and names the others', () => {
  const rows = [row('ann', 2, 1100), row('bob', 1, 900), row('dee', 1, 1300), row('eli', 1, 700)];
  const groups = [
    ['ann', 'bob'],
    ['dee', 'eli'],
  ];
  const { points, neverMet } = costQuality({ rows, groups });
  expect(points.map(({ name, isFrontier }) => [name, isFrontier])).toEqual([
    ['bob', true],
    ['ann', true],
  ]);
  expect(neverMet).toEqual(['dee', 'eli']);
});

describe('its scale', () => {
  it('has all points on it, also where they lie far apart or cost nothing', () => {
    for (const costs of [
      [0.001, 2],
      [0, 3],
      [1, 1.2],
      [0, 0],
    ]) {
      const points = costs.map((usd) => ({ usd }));
      for (const { usd } of points) {
        expect(costScale(points)(usd)).toBeGreaterThanOrEqual(0);
        expect(costScale(points)(usd)).toBeLessThanOrEqual(1);
      }
      expect(costTicks(points).length).toBeGreaterThan(0);
    }
  });
});

it('names do not cover each other', () => {
  const labels = [0, 4, 30].map((y) => ({ x: 0, y, width: 40 }));
  expect(spreadLabels(labels, 16).map(({ y }) => y)).toEqual([0, 16, 32]);
  const apart = [0, 4].map((y) => ({ x: y * 100, y, width: 40 }));
  expect(spreadLabels(apart, 16).map(({ y }) => y)).toEqual([0, 4]);
});
