// A rubric in both forms, and one sentence for each thing that is wrong with one.
import { describe, expect, it } from 'vitest';
import { readRubric, rubricFrom } from './rubric-file.ts';

describe('readRubric', () => {
  it('reads dimensions with scales of their own, and one scale for all with ids', () => {
    const own =
      'dimensions:\n  - name: right\n  - {name: clear, max: 10, weight: 0.5, about: how it reads}\n';
    expect(readRubric(own, 'r.yaml').dimensions).toEqual([
      { name: 'right', min: 1, max: 5, weight: 1 },
      { name: 'clear', min: 1, max: 10, weight: 0.5, about: 'how it reads' },
    ]);
    const shared =
      'scale: [0, 4]\ndimensions:\n  - {id: right, name: Correctness, description: Is it so, weight: 60}\n' +
      '  - {id: clear, title: Clarity, weight: 40}\n';
    expect(readRubric(shared, 'r.yaml').dimensions).toEqual([
      { name: 'right', min: 0, max: 4, weight: 60, about: 'Correctness. Is it so' },
      { name: 'clear', min: 0, max: 4, weight: 40, about: 'Clarity' },
    ]);
  });

  it.each([
    ['dimensions: []', 'r.yaml: dimensions: at least one dimension is needed'],
    ['scale: [5, 1]\ndimensions: [{id: x}]', 'the lower one first'],
    ['scale: [-1, 1]\ndimensions: [{id: x}]', 'a scale begins at 0 or above'],
    ['dimensions: [{weight: 3}]', 'dimensions 1: a dimension needs a name'],
    ['dimensions: [{id: x, weight: 0}]', 'dimensions 1 weight: a weight is above 0'],
    ['dimensions: [{id: x, wieght: 1}]', 'wieght'],
    ['dimensions: [{id: a-b}, {name: A b}]', 'two dimensions have the same name, A b'],
    ['dimensions: [{id: x, min: 6}]', 'x: max must be above min'],
    ['just words', 'expected object'],
  ])('%j is refused: %s', (content, problem) => {
    expect(() => readRubric(content, 'r.yaml')).toThrow(problem);
  });
});

describe('rubricFrom', () => {
  const rubric = (...weights: readonly (number | undefined)[]) => ({
    dimensions: weights.map((weight, at) => ({ id: `d${at}`, weight })),
  });

  it('holds weights to their sum where that is asked for', () => {
    const read = (value: unknown) => rubricFrom(value, 'brief.yaml:9: rubric', { sum: 100 });
    expect(read(rubric(33.3, 33.3, 33.4)).dimensions).toHaveLength(3);
    expect(read(rubric(undefined, undefined)).dimensions.map(({ weight }) => weight)).toEqual([1, 1]);
    expect(() => read(rubric(60, 30))).toThrow('brief.yaml:9: rubric: the weights sum to 90, not to 100');
    expect(() => read(rubric(100, undefined))).toThrow('some dimensions have a weight and some have none');
    expect(rubricFrom(rubric(60, 30), 'x').dimensions).toHaveLength(2);
  });
});
