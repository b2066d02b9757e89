// joust undo: takes back what joust apply did.

import { openApplyContext } from '../../../../app/apply/applications.ts';
import { undoApply } from '../../../../app/apply/undo.ts';
import { openArchive } from '../../../../app/archive.ts';
import { homeOf } from '../../../../app/host.ts';
import { exitCode } from '../../../../domain/joust-error.ts';
import { visible, visibleLine } from '../../../../views/visible.ts';
import type { CommandProgram } from '../../grammar/command.ts';

export const undoCommand: CommandProgram = async (input, { machine, stderr }) => {
  const home = homeOf(machine);
  await using archive = openArchive(home, machine);
  const contest = await archive.find(input.words[0] ?? '@last');
  await using context = openApplyContext(home, machine);
  const { contestant, folder, change, branch } = await undoApply(context, contest);
  const count = change.files.length === 1 ? '1 file' : `${change.files.length} files`;
  const what =
    branch === undefined
      ? `${count} in ${visible(folder)} as before`
      : `the branch ${visibleLine(branch)} is gone`;
  stderr.write(`The entry of ${visibleLine(contestant)} is taken back: ${what}.\n`);
  return exitCode.ok;
};
