// joust config and joust trust: from the command line to the programs that do the work.
import { type CommandProgram, flag } from '../../grammar/command.ts';
import { configCommand } from './config-command.ts';
import { trustCommand } from './trust-command.ts';

export const configProgram: CommandProgram = (
  { words: [action = 'show', ...rest], options },
  { machine, stdout, stderr },
) =>
  configCommand(
    { action, rest, project: options['project'] === true, json: options['json'] === true },
    { machine, out: stdout.write, note: (text) => stderr.write(`${text}\n`) },
  );

export const trustProgram: CommandProgram = (input, { machine, stdout, stderr }) => {
  const [path] = input.words;
  return trustCommand(
    { list: flag(input, 'list'), revoke: flag(input, 'revoke'), ...(path !== undefined && { path }) },
    { machine, out: stdout.write, note: (text) => stderr.write(`${text}\n`) },
  );
};
