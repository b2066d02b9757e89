// Weights as people write them, and what is refused with a reason.
import { describe, expect, it } from 'vitest';
import { readWhatIf } from './what-if.ts';

describe('weights to try', () => {
  it.each([
    ['tests=0.5,diff=0', { tests: 0.5, diff: 0 }],
    [' judge = .25 , lint=2. ', { judge: 0.25, lint: 2 }],
    ['readiness=1000', { readiness: 1000 }],
  ])('%j', (text, weights) => {
    expect(readWhatIf(text)).toEqual(weights);
  });

  it.each([
    ['', 'a weight is missing'],
    ['tests=1,', 'a weight is missing'],
    ['tests', '"tests" gives no weight'],
    ['tset=1', 'there is no signal "tset"'],
    ['__proto__=1', 'there is no signal "__proto__"'],
    ['tests=-1', 'the weight of tests is negative: -1'],
    ['tests=', 'the weight of tests is not a number: ""'],
    ['tests=half', 'the weight of tests is not a number: "half"'],
    ['tests=1e99', 'the weight of tests is not a number: "1e99"'],
    ['tests=NaN', 'the weight of tests is not a number: "NaN"'],
    ['tests=0x10', 'the weight of tests is not a number: "0x10"'],
    ['tests=1,tests=2', 'the weight of tests is given twice'],
  ])('%j is refused', (text, message) => {
    expect(() => readWhatIf(text)).toThrowError(expect.objectContaining({ message, code: 'usage' }));
  });
});
