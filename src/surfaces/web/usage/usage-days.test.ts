// Days to draw from a usage report: none is missing, nothing of another kind is added.
import { expect, it } from 'vitest';
import type { UsageGroup } from '../../../views/usage-report.ts';
import { daysOf, measuresIn } from './usage-days.ts';

const part = (name: string, usd: number, basis: 'billed' | 'list-price' = 'billed'): UsageGroup => ({
  name,
  attempts: 1,
  unknownTokens: 1,
  unknownCost: 0,
  inputTokens: { unknown: 1 },
  cachedInputTokens: { unknown: 1 },
  outputTokens: { unknown: 1 },
  costs: [{ source: 'agent', basis, usd, attempts: 1 }],
});
const day = (name: string, ...parts: readonly UsageGroup[]) => ({ ...part(name, 0), parts });

it('draws every day of the span, the largest agent first, one kind of money at a time', () => {
  const groups = [
    day('2026-02-27', part('claude', 1)),
    day('2026-03-01', part('codex', 3), part('claude', 9, 'list-price')),
  ];
  expect(daysOf(groups, 'billed', 3)).toEqual({
    names: ['codex', 'claude'],
    days: [
      { day: '2026-02-27', parts: [0, 1] },
      { day: '2026-02-28', parts: [0, 0] },
      { day: '2026-03-01', parts: [3, 0] },
    ],
  });
  expect(daysOf(groups, 'list-price', 2)).toEqual({
    names: ['claude'],
    days: [
      { day: '2026-02-28', parts: [0] },
      { day: '2026-03-01', parts: [9] },
    ],
  });
  expect(daysOf([], 'billed', 30)).toEqual({ names: [], days: [] });
});

it('offers what is known', () => {
  expect(measuresIn(part('x', 1)).map(([measure]) => measure)).toEqual(['billed']);
  expect(measuresIn({ ...part('x', 1), costs: [], inputTokens: { sum: 4, unknown: 0 } })).toHaveLength(1);
});
