// joust reply: a word alone before the prompt is a contest, or else a contestant of the newest contest.
import { JoustError } from '../../../../domain/joust-error.ts';
import { hasAnswered } from '../../../../play/ready-reply.ts';
import { joustHome } from '../../../../process/machine.ts';
import { openArchive } from '../../../../record/archive.ts';
import type { CliWorld, CommandProgram } from '../../grammar/command.ts';

export function replyCommand(derived: CommandProgram): CommandProgram {
  return async (input, cli) => {
    const [word, prompt, ...more] = input.words;
    const isAlone = word !== undefined && prompt !== undefined && more.length === 0;
    if (!isAlone || !(await isContestant(word, cli))) return await derived(input, cli);
    return await derived({ ...input, words: ['@last', word, prompt] }, cli);
  };
}

async function isContestant(word: string, { machine }: CliWorld): Promise<boolean> {
  await using archive = openArchive(joustHome(machine), machine);
  try {
    await archive.find(word);
    return false;
  } catch (error) {
    if (!(error instanceof JoustError)) throw error;
    return await hasAnswered(archive, word);
  }
}
