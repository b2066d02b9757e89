// One judge's copy: evened out and without what nobody sees, where the contest is judged so.
import { expect, it } from 'vitest';
import type { Contest } from '../../contest/handle/contest.ts';
import { blind } from './blind.ts';

const contest: Pick<Contest, 'draw'> = { draw: async (_key, choose) => choose(() => 0.5) };
const names = { agents: [], families: [], models: [] };
const entry = { contestant: 'ann', family: 'x', key: 'answer/ann' };

async function shownOf(text: string, how: { even?: true; asBefore?: true }, spoken?: string) {
  const entries = [{ ...entry, text, spoken }];
  const { shown } = await blind(contest, { key: 'k', entries, context: { task: 'Go.', names, ...how } });
  return shown[0]?.text;
}

it('evens out Markdown only where that is asked for, and never in a card', async () => {
  const text = '# Plan\n\nUse a **queue**.';
  expect(await shownOf(text, {})).toBe(text);
  expect(await shownOf(text, { even: true })).toBe('Plan\n\nUse a queue.');
  const card = 'Summary by its author:\n> # Plan';
  expect(await shownOf(card, { even: true }, '# Plan')).toBe(card);
});

it('holds hidden characters only in contests that were opened so', async () => {
  expect(await shownOf('a\u200bb', {})).toBe('ab');
  expect(await shownOf('a\u200bb', { asBefore: true })).toBe('a\u200bb');
});
