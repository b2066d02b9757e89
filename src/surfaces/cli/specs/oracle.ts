// How joust oracle is called.
import type { CommandSpec } from '../command.ts';
import { contestOptions } from '../contest-options.ts';

const { num: _, file: __, ...ofOne } = contestOptions;

export const oracleSpec: CommandSpec = {
  name: 'oracle',
  summary: 'ask one stronger model one question, within the caps of a session',
  usage: '[options] QUESTION',
  details:
    'It has no tools and sees only the question, the hint and the context. Whom to ask and the caps stand under [oracle] in your config.',
  words: { min: 0, max: 1 },
  options: {
    ...ofOne,
    hint: { type: 'string', value: 'TEXT', help: 'what the oracle should know about the situation' },
    context: {
      type: 'string',
      multiple: true,
      value: 'FILE',
      help: 'a file it is shown; - is standard input',
      complete: 'file',
    },
    session: {
      type: 'string',
      value: 'NAME',
      help: 'whose money cap counts (default: JOUST_SESSION; without, the call stands alone)',
    },
    turn: { type: 'string', value: 'NAME', help: 'the turn of the session whose calls are counted' },
  },
  examples: [
    'joust oracle "is this lock order safe?" --context src/lock.ts',
    'joust oracle -c claude/opus --session build-42 --turn 3 --hint "tests hang on CI" "where to look first?"',
  ],
  load: async () => (await import('../oracle-command.ts')).oracleCommand,
};
