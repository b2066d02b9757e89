// joust export as people write it: beside --html, a single word is the contest and not the folder.
import type { CommandProgram } from '../../grammar/command.ts';

export function exportCommand(derived: CommandProgram): CommandProgram {
  return (input, cli) => {
    const { words, options } = input;
    const isContest = options['html'] !== undefined && words[0] === '@last';
    return derived(isContest ? { words: words.slice(1), options } : input, cli);
  };
}
