// Measures of agreement against published worked examples.
import { describe, expect, test } from 'vitest';
import { cohenKappa } from './cohen-kappa.ts';
import { fleissKappa } from './fleiss-kappa.ts';
import { intraclassCorrelation } from './intraclass-correlation.ts';
import { itemInterval } from './item-interval.ts';
import { kendallTau } from './kendall-tau.ts';
import { krippendorffAlpha } from './krippendorff-alpha.ts';
import { seededRandom } from './simulate-verdicts.ts';

describe("Krippendorff's alpha", () => {
  // Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability", example C: 4 observers, 12 units, missing data.
  const observers = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, undefined, undefined, undefined],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, undefined, 3],
    [undefined, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, undefined],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, undefined],
  ];
  const units = Array.from({ length: 12 }, (_, unit) => observers.map((row) => row[unit]));

  test.each([
    ['nominal', 0.743],
    ['ordinal', 0.815],
    ['interval', 0.849],
  ] as const)('%s is %d', (metric, alpha) => {
    expect(krippendorffAlpha(units, metric)).toBeCloseTo(alpha, 3);
  });

  test('full agreement is 1; nothing to pair, or one value only, is unknown', () => {
    expect(
      krippendorffAlpha(
        [
          [1, 1],
          [2, 2],
        ],
        'nominal',
      ),
    ).toBe(1);
    expect(krippendorffAlpha([], 'nominal')).toBeUndefined();
    expect(
      krippendorffAlpha(
        [
          [1, undefined],
          [undefined, 2],
        ],
        'interval',
      ),
    ).toBeUndefined();
    expect(
      krippendorffAlpha(
        [
          [1, 1],
          [1, 1],
        ],
        'nominal',
      ),
    ).toBeUndefined();
  });
});

test("Cohen's kappa: 20 yes, 15 no, 5 and 10 apart is .4", () => {
  const repeat = (count: number, pair: [string, string]) => Array.from({ length: count }, () => pair);
  const labels = [
    ...repeat(20, ['yes', 'yes']),
    ...repeat(5, ['yes', 'no']),
    ...repeat(10, ['no', 'yes']),
    ...repeat(15, ['no', 'no']),
  ];
  expect(cohenKappa(labels)).toBeCloseTo(0.4, 12);
  expect(cohenKappa([...labels, ['yes', undefined]])).toBeCloseTo(0.4, 12);
  expect(cohenKappa([])).toBeUndefined();
  expect(cohenKappa([['yes', 'yes']])).toBeUndefined();
});

test("Fleiss' kappa: the worked example of 14 judges and 10 items is .210", () => {
  const table = [
    [0, 0, 0, 0, 14],
    [0, 2, 6, 4, 2],
    [0, 0, 3, 5, 6],
    [0, 3, 9, 2, 0],
    [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0],
    [3, 2, 6, 3, 0],
    [2, 5, 3, 2, 2],
    [6, 5, 2, 1, 0],
    [0, 2, 2, 3, 7],
  ];
  const items = table.map((row) => row.flatMap((count, label) => Array.from({ length: count }, () => label)));
  expect(fleissKappa(items)).toBeCloseTo(0.21, 3);
  expect(fleissKappa([[1, 1], [1]])).toBeUndefined();
  expect(
    fleissKappa([
      [1, 1],
      [1, 1],
    ]),
  ).toBeUndefined();
  expect(fleissKappa([])).toBeUndefined();
});

test('Kendall tau-b with ties, as scipy documents it', () => {
  const left = [12, 2, 1, 12, 2];
  const right = [1, 4, 7, 1, 0];
  expect(kendallTau(left.map((value, index) => [value, right[index] ?? 0]))).toBeCloseTo(
    -0.47140452079103173,
    12,
  );
  expect(
    kendallTau([
      [1, 1],
      [2, 2],
      [3, 3],
    ]),
  ).toBe(1);
  expect(
    kendallTau([
      [1, 1],
      [1, 2],
    ]),
  ).toBeUndefined();
  expect(kendallTau([])).toBeUndefined();
});

test('intraclass correlation: Shrout and Fleiss (1979), 6 targets and 4 judges', () => {
  const scores = [
    [9, 2, 5, 8],
    [6, 1, 3, 2],
    [8, 4, 6, 8],
    [7, 1, 2, 6],
    [10, 5, 6, 9],
    [6, 2, 4, 7],
  ];
  const found = intraclassCorrelation(scores);
  expect(found?.single).toBeCloseTo(0.29, 2);
  expect(found?.panel).toBeCloseTo(0.62, 2);
  expect(
    intraclassCorrelation([
      [1, 1],
      [1, 1],
    ]),
  ).toBeUndefined();
  expect(intraclassCorrelation([[1, 2]])).toBeUndefined();
});

describe('interval over items', () => {
  const items = Array.from({ length: 40 }, (_, index) =>
    index % 4 === 0 ? ['a', 'b'] : [`${index % 2}`, `${index % 2}`],
  );

  test('holds the figure itself and is the same for the same random source', () => {
    const kappa = fleissKappa(items) ?? Number.NaN;
    const one = itemInterval(items, fleissKappa, { random: seededRandom(1) });
    expect(one?.low).toBeLessThan(kappa);
    expect(one?.high).toBeGreaterThan(kappa);
    expect(itemInterval(items, fleissKappa, { random: seededRandom(1) })).toEqual(one);
  });

  test('too few items, or a figure that mostly does not exist, give none', () => {
    expect(itemInterval(items.slice(0, 9), fleissKappa, { random: seededRandom(1) })).toBeUndefined();
    expect(itemInterval(items, () => undefined, { random: seededRandom(1) })).toBeUndefined();
  });
});
