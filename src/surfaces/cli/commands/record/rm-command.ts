// joust rm: takes one contest off the record.

import { openArchive } from '../../../../app/archive.ts';
import { homeOf } from '../../../../app/host.ts';
import { byteCount } from '../../../../domain/figures.ts';
import { exitCode, JoustError } from '../../../../domain/joust-error.ts';
import { type CommandProgram, flag } from '../../grammar/command.ts';
import { confirm } from '../../screens/confirm.ts';

export const rmCommand: CommandProgram = async (input, world) => {
  const { machine, stderr } = world;
  await using archive = openArchive(homeOf(machine), machine);
  const id = await archive.find(input.words[0] ?? '');
  if (!flag(input, 'yes') && !(await confirm(`Remove contest ${id} with all of its answers?`, world))) {
    stderr.write('Nothing was removed.\n');
    return exitCode.nothingUsable;
  }
  const { removed, busy } = await archive.discard({ contests: [id], what: 'everything' });
  const why = busy.get(id);
  if (why !== undefined)
    throw new JoustError(`contest ${id} cannot be removed: ${why}`, {
      code: 'busy',
      hint: `End it first with joust cancel ${id}.`,
    });
  const bytes = removed.reduce((sum, one) => sum + one.bytes, 0);
  stderr.write(`Contest ${id} is removed; ${byteCount(bytes)} freed.\n`);
  return exitCode.ok;
};
