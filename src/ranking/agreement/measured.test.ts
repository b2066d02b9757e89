// Agreement beyond chance, against a published worked example.
import { describe, expect, test } from 'vitest';
import { krippendorffAlpha } from './measured.ts';

describe("Krippendorff's alpha", () => {
  // Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability", example C: 4 observers, 12 units, missing data.
  const observers = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, undefined, undefined, undefined],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, undefined, 3],
    [undefined, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, undefined],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, undefined],
  ];
  const units = Array.from({ length: 12 }, (_, unit) => observers.map((row) => row[unit]));

  test('the worked example is .815', () => {
    expect(krippendorffAlpha(units)).toBeCloseTo(0.815, 3);
  });

  test('full agreement is 1; nothing to pair, or one value only, is unknown', () => {
    expect(
      krippendorffAlpha([
        [1, 1],
        [2, 2],
      ]),
    ).toBe(1);
    expect(krippendorffAlpha([])).toBeUndefined();
    expect(
      krippendorffAlpha([
        [1, undefined],
        [undefined, 2],
      ]),
    ).toBeUndefined();
    expect(
      krippendorffAlpha([
        [1, 1],
        [1, 1],
      ]),
    ).toBeUndefined();
  });
});
