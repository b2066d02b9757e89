// How joust adopt is called.
import type { CommandSpec } from '../command.ts';
import { judgeOptions, limitOptions, playOptions } from '../contest-options.ts';

export const adoptSpec: CommandSpec = {
  name: 'adopt',
  summary: 'enter work made elsewhere, your own included, into a race on record',
  usage: '[options] ID BRANCH|PATCH|FOLDER',
  details:
    'A race of its own about ID: on the same base, with its entries and one more, all measured anew by the same checks. ' +
    'A branch or patch is put on the base; a folder holds the whole project as it should be.',
  words: { min: 2, max: 2 },
  options: {
    name: {
      type: 'string',
      value: 'NAME',
      help: 'what the report calls it (default: from the branch or file)',
    },
    ...judgeOptions,
    judge: {
      type: 'string',
      short: 'j',
      multiple: true,
      value: 'SPEC',
      help: 'let this one compare the entries too, blind',
      complete: 'contestant',
    },
    ...limitOptions,
    ...playOptions,
    detach: { type: 'boolean', help: "print the contest's id and leave; a process of its own plays it" },
  },
  examples: ['joust adopt @last my-branch', 'joust adopt 4k2 ../fix.patch --name mine --judge claude'],
  load: async () => (await import('../adopt-command.ts')).adoptCommand,
};
