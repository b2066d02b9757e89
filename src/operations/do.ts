// do: one contestant makes a change, measured like a race.
import { z } from 'zod';
import { readyDo } from '../play/ready-do.ts';
import { playingOperation } from './operation.ts';

export const doTask = playingOperation({
  name: 'do',
  group: 'change',
  summary: 'one contestant makes a change, measured like a race; kinds of tasks you name are raced',
  details:
    "Who: -c, else `contestant` in [race] of your config, else the leaderboard's best for the tag. A tag among `tags` in [race] makes it a race.",
  examples: ['joust do "rename the option"', 'joust do --tag build --apply "update the bundler"'],
  page: 'formats/race',
  effect: 'spend',
  plays: { type: 'new', format: 'race', takes: 'prompt', cassettes: true, ci: true },
  input: z.strictObject({}),
  ready: async (_input, { playing: { task, ...playing }, machine, home, openLedger }) => ({
    type: 'new',
    ready: await readyDo({ ...playing, cwd: machine.cwd, ...task }, { machine, home, openLedger }),
  }),
});
