import { expect, it } from 'vitest';
import { saidWeights, weightsIn } from './weights-address.ts';

const recorded = { lint: 0.3, readiness: 0.3, tests: 0.25, diff: 0.15 };

it('says only the weights that differ, and reads them back', () => {
  expect(saidWeights({ tests: 0.5, diff: 0.15, judge: 0 }, recorded)).toBe('tests=0.5');
  expect(weightsIn('tests=0.5,diff=0')).toEqual({ tests: 0.5, diff: 0 });
});

it('does not read what is no weight', () => {
  expect(weightsIn('tests=,diff=-1,lint=x,judge=1e9,other=1')).toEqual({});
  expect(weightsIn('')).toEqual({});
});
