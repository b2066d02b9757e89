// joust cancel: ends a contest for good.
import { exitCode } from '../../domain/joust-error.ts';
import { joustHome, openArchive } from '../../index.ts';
import type { CommandProgram } from './command.ts';

export const cancelCommand: CommandProgram = async ({ words }, { machine, stderr }) => {
  await using archive = openArchive(joustHome(machine), machine);
  const id = await archive.find(words[0] ?? '@last');
  const done = await archive.cancel(id);
  stderr.write(done ? `Contest ${id} is cancelled.\n` : `Contest ${id} was over before; nothing changed.\n`);
  return done ? exitCode.ok : exitCode.nothingUsable;
};
