// joust config edit: opens a config file in the user's editor, and checks what was written.
import { configFileOf, editConfig } from '../../../../config/change-config.ts';
import { exitCode, JoustError } from '../../../../domain/joust-error.ts';
import { extensionsAt } from '../../../../play/extensions/extended-config.ts';
import { type CommandProgram, flag } from '../../grammar/command.ts';

export const editCommand: CommandProgram = async (input, { machine, stdin, stdout, stderr }) => {
  const target = { machine, cwd: machine.cwd, project: flag(input, 'project') };
  if (!stdin.isTty || !stdout.isTty)
    throw new JoustError('config edit needs a terminal for your editor', {
      code: 'usage',
      hint: `Set one key with joust config set KEY VALUE --yes, or edit ${configFileOf(target)} yourself.`,
    });
  // They bring keys. If one can't be loaded, the file opens all the same.
  await extensionsAt(machine, machine.cwd).catch((error) => {
    if (!(error instanceof JoustError)) throw error;
    stderr.write(`${error.message}\n`);
  });
  const code = await editConfig(target);
  if (code !== 0) stderr.write(`The editor ended with ${code}.\n`);
  return code === 0 ? exitCode.ok : exitCode.nothingUsable;
};
