// ask: every contestant answers the same question on its own; nobody is ranked.
import { isOk } from '../../contest/handle/step.ts';
import type { Format } from '../format.ts';

export const ask: Format = {
  name: 'ask',
  version: 1,
  options: [],
  expects: ({ roster, task }) => roster.map((contestant) => ({ contestant, tier: task.tier })),
  /** Observers hear of each answer the moment it lands. */
  async play({ opened, task, attempt }) {
    const results = await Promise.all(
      opened.roster.map((contestant) => attempt({ ...task, key: `answer/${contestant.name}`, contestant })),
    );
    return { results, outcome: results.some(isOk) ? 'ok' : 'nothing-usable' };
  },
};
