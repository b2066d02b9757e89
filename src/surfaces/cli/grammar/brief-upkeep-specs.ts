// The commands of a brief that play nothing: how it stands, what changed between rounds, what is passed on, what goes.
import type { CommandSpec, OptionSpec } from './command.ts';

const json: OptionSpec = { type: 'boolean', help: 'machine-readable output' };

export const briefUpkeepSpecs: readonly CommandSpec[] = [
  {
    name: 'brief status',
    group: 'brief',
    summary: 'how a brief stands: who is in which state, what was handed in, what was changed by hand',
    usage: '[options] [FOLDER]',
    details: 'On the way, what joust keeps in the folder is made anew from the record.',
    words: { min: 0, max: 1, complete: 'folder' },
    options: {
      json,
    },
    examples: ['joust brief status', 'joust brief status 261115-landing-page --json'],
    load: async () => (await import('../commands/brief/upkeep-commands.ts')).statusCommand,
  },
];
