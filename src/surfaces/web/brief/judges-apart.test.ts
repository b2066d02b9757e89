import { expect, it } from 'vitest';
import { judgesApart } from './judges-apart.ts';

const judge = (clarity: number, more: object = {}) => ({
  status: 'ok' as const,
  excluded: [],
  scores: { ann: { clarity, depth: 3 } },
  ...more,
});
const dimensions = [
  { name: 'clarity', max: 5, weight: 1 },
  { name: 'depth', max: 5, weight: 1 },
];

it('marks dimensions on which those who count are far apart', () => {
  expect([...judgesApart('ann', [judge(1), judge(4)], dimensions)]).toEqual(['clarity']);
  expect([...judgesApart('ann', [judge(3), judge(4)], dimensions)]).toEqual([]);
  expect([...judgesApart('ann', [judge(1), judge(4, { excluded: ['ann'] })], dimensions)]).toEqual([]);
  expect([...judgesApart('bob', [judge(1), judge(4)], dimensions)]).toEqual([]);
});
