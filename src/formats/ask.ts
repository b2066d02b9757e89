// ask: every contestant answers the same question on its own; nobody is ranked.
import type { Format } from './format.ts';

export const ask: Format = {
  name: 'ask',
  version: 1,
  /** In the order of the roster; observers hear of each answer the moment it lands. */
  play: ({ opened, task, attempt }) =>
    Promise.all(
      opened.roster.map((contestant) => attempt({ ...task, key: `answer/${contestant.name}`, contestant })),
    ),
};
