// The ways to write a label.
import { describe, expect, it } from 'vitest';
import { labelNames } from './label-names.ts';

describe('labelNames', () => {
  const letters = labelNames(['A', 'B']);

  it('knows a label with a noun or a mark in any case, and bare as it is', () => {
    expect(['Response a', '(b)', '**B**', 'B', '"A"', 'the second entry'].map(letters.labelOf)).toEqual([
      'A',
      'B',
      'B',
      'B',
      'A',
      'B',
    ]);
    expect(letters.labelOf('a')).toBeUndefined();
    expect(letters.labelOfWhole('a')).toBe('A');
  });

  it('takes a place in the row for a label only with its noun', () => {
    expect(letters.labelOf('Response 2')).toBe('B');
    expect(letters.labelOfWhole('2')).toBeUndefined();
    expect(labelNames(['1', '2']).labelOf('Assistant B')).toBe('2');
    expect(labelNames(['1', '2']).labelOfWhole('2')).toBe('2');
    expect(labelNames(['1', '2']).labelOfWhole('429')).toBeUndefined();
  });

  it('tells labels apart that differ in case alone', () => {
    const cases = labelNames(['m', 'M']);
    expect(['m', 'M', 'model m', "'M'"].map(cases.labelOfWhole)).toEqual(['m', 'M', 'm', 'M']);
  });

  it('takes any characters for a label', () => {
    expect(labelNames(['a.b', 'c+(d']).labelOfWhole('c+(d')).toBe('c+(d');
    expect(labelNames(['a.b', 'x']).labelOfWhole('axb')).toBeUndefined();
  });
});
