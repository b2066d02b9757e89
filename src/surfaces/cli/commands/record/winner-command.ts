// joust winner: a person's word on who won, kept beside the computed winner and never in its place.

import { openArchive } from '../../../../app/archive.ts';
import { homeOf } from '../../../../app/host.ts';
import { withEntries } from '../../../../app/play/make-scene.ts';
import { exitCode, JoustError } from '../../../../domain/joust-error.ts';
import { contestSummary } from '../../../../views/contest-summary.ts';
import { visibleLine } from '../../../../views/visible.ts';
import { type CommandProgram, text } from '../../grammar/command.ts';

export const winnerCommand: CommandProgram = async (input, { machine, stderr }) => {
  const [name = '@last', winner = ''] = input.words;
  const reason = text(input, 'reason')?.trim() ?? '';
  if (reason === '') {
    throw new JoustError('a winner needs a reason', { code: 'usage', hint: 'Say why with --reason "...".' });
  }
  await using archive = openArchive(homeOf(machine), machine);
  const id = await archive.find(name, withEntries(1));
  const roster = contestSummary(id, await archive.events(id))?.opened.roster ?? [];
  if (!roster.some((one) => one.name === winner)) {
    throw new JoustError(`"${winner}" does not play in contest ${id}`, {
      code: 'usage',
      hint: `There are: ${roster.map((one) => one.name).join(', ')}.`,
    });
  }
  await archive.override(id, { winner, reason });
  stderr.write(`${visibleLine(winner)} is on record as the winner of ${id}, by your word.\n`);
  return exitCode.ok;
};
