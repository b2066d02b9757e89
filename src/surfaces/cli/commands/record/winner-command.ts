// joust winner: a person's word on who won, kept beside the computed winner and never in its place.

import { openArchive } from '../../../../app/archive.ts';
import { homeOf } from '../../../../app/host.ts';
import { withEntries } from '../../../../app/play/make-scene.ts';
import { exitCode } from '../../../../domain/joust-error.ts';
import { visibleLine } from '../../../../views/visible.ts';
import { type CommandProgram, text } from '../../grammar/command.ts';

export const winnerCommand: CommandProgram = async (input, { machine, stderr }) => {
  const [name = '@last', winner = ''] = input.words;
  await using archive = openArchive(homeOf(machine), machine);
  const id = await archive.find(name, withEntries(1));
  await archive.override(id, { winner, reason: text(input, 'reason') ?? '' });
  stderr.write(`${visibleLine(winner)} is on record as the winner of ${id}, by your word.\n`);
  return exitCode.ok;
};
