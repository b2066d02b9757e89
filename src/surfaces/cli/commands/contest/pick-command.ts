// joust pick as people write it: `pick left`, `pick 4k2 both bad`.
import { readPick } from '../../../../domain/events/blind-pick.ts';
import type { CommandProgram } from '../../grammar/command.ts';

export function pickCommand(derived: CommandProgram): CommandProgram {
  return (input, cli) => derived({ ...input, words: pickedWords(input.words) }, cli);
}

/** The first word names the contest, unless all of them are a pick. */
function pickedWords(words: readonly string[]): readonly string[] {
  const whole = words.join(' ');
  const [id = '', ...said] = words;
  return readPick(whole) !== undefined || said.length === 0 ? [whole] : [id, said.join(' ')];
}
