// How joust vote is called.
import type { CommandSpec } from '../command.ts';
import { contestOptions } from '../contest-options.ts';

export const voteSpec: CommandSpec = {
  name: 'vote',
  summary: 'put one question to several agents and count their answers',
  usage: '[options] PROMPT',
  details:
    'The vote is the last line of an answer unless an option below takes it elsewhere; case, blanks, Markdown and trailing punctuation do not count. Whoever is not needed any more is ended. A tie is a tie (exit code 3). The answers themselves: joust show.',
  words: { min: 0, max: 1 },
  options: {
    ...contestOptions,
    choices: { type: 'string', value: 'A,B,...', help: 'the vote is one of these; anything else is none' },
    pattern: {
      type: 'string',
      value: 'REGEX',
      help: 'the vote is the first group of its last match in the last 1,000 characters',
    },
    schema: {
      type: 'string',
      value: 'FILE',
      help: 'the vote is JSON that fits this JSON Schema: its field "answer", else all of it',
      complete: 'file',
    },
    quorum: {
      type: 'string',
      value: 'N|RATIO',
      help: 'how many contestants have to agree: 3, 2/3, 0.6 or 60% of all who play',
    },
    judge: {
      type: 'string',
      short: 'j',
      value: 'NAME',
      help: 'who puts together open answers that mean the same, or none (default: one of a family that does not play)',
      complete: 'contestant',
    },
  },
  examples: [
    'joust vote --choices yes,no "is this change backwards compatible?" -f change.diff',
    'joust vote -c claude*3 -c codex*2 --quorum 2/3 "what does this regex match at most?"',
  ],
  load: async () => (await import('../vote-command.ts')).voteCommand,
};
