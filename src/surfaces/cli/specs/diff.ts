// How joust diff is called.
import type { CommandSpec } from '../command.ts';

export const diffSpec: CommandSpec = {
  name: 'diff',
  summary: 'what an entry changes, or what tells two of them apart',
  usage: '[options] ID [NAME]',
  details: "The winner's unless you name one; without a winner, the figures of all.",
  words: { min: 0, max: 2 },
  options: {
    against: { type: 'string', value: 'NAME', help: "this contestant's entry instead of the base" },
    stat: { type: 'boolean', help: 'only the files and their figures' },
    json: { type: 'boolean', help: 'machine-readable output, with the patch as it is' },
  },
  examples: ['joust diff @last', 'joust diff 4k2 claude --against codex'],
  load: async () => (await import('../diff-command.ts')).diffCommand,
};
