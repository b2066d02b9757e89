// How joust debate is called.
import type { CommandSpec } from '../command.ts';
import { contestOptions } from '../contest-options.ts';

export const debateSpec: CommandSpec = {
  name: 'debate',
  summary: 'let agents answer each other over some rounds, and have a verdict written',
  usage: '[options] PROMPT',
  details:
    'Turns are printed as they come, then the verdict and who moved when. Debaters and the moderator know no names.',
  words: { min: 0, max: 1 },
  options: {
    ...contestOptions,
    num: {
      type: 'string',
      short: 'n',
      value: 'N',
      help: 'how many are selected when none are named (default 2); the first of them debate',
    },
    debaters: { type: 'string', value: 'N', help: 'how many of them debate, 2 to 4 (default 2)' },
    moderator: {
      type: 'string',
      short: 'j',
      value: 'NAME',
      help: 'auto or a contestant (default: the first selected who does not debate, else the first)',
      complete: 'contestant',
    },
    rounds: { type: 'string', short: 'r', value: 'N', help: 'rounds at most, 1 to 4 (default 2)' },
  },
  examples: [
    'joust debate "monolith or services for a team of four?"',
    'joust debate -c claude -c codex -j gemini -r 3 "is this lock-free queue correct?" -f queue.c',
  ],
  load: async () => (await import('../debate-command.ts')).debateCommand,
};
