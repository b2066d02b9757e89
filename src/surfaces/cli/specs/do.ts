// How joust do is called.
import type { CommandSpec } from '../command.ts';
import { raceOptions } from '../race-options.ts';

export const doSpec: CommandSpec = {
  name: 'do',
  summary: 'one contestant makes a change, measured like a race; kinds of tasks you name are raced',
  usage: '[options] TASK',
  details:
    "Who: -c, else `contestant` in [race] of your config, else the leaderboard's best for the tag. A tag among `tags` in [race] makes it a race.",
  words: { min: 0, max: 1 },
  options: raceOptions,
  examples: ['joust do "rename the option"', 'joust do --tag build --apply "update the bundler"'],
  load: async () => (await import('../do-command.ts')).doCommand,
};
