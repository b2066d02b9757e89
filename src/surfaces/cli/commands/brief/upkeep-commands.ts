// The commands of a brief that play nothing: words and options become a request to app/brief.
import { resolve } from 'node:path';
import { briefStatus, statusDocument } from '../../../../app/brief/upkeep/brief-status.ts';
import { homeOf } from '../../../../app/host.ts';
import { exitCode } from '../../../../domain/joust-error.ts';
import { safeJson } from '../../../../views/visible.ts';
import { type CliWorld, type CommandProgram, flag } from '../../grammar/command.ts';
import { paperFor } from '../../screens/paper.ts';

export const statusCommand: CommandProgram = async (input, cli) => {
  const { machine, stdout, stderr } = cli;
  const [said] = input.words;
  const told = await briefStatus(resolve(machine.cwd, said ?? '.'), placeOf(cli), said);
  if (flag(input, 'json')) {
    stdout.write(`${safeJson({ v: 1, ...told })}\n`);
    return exitCode.ok;
  }
  stdout.write(await (await paperFor(input, cli, [])).document(statusDocument(told)));
  for (const { why, command } of told.next) stderr.write(`${why}: ${command}\n`);
  return exitCode.ok;
};

function placeOf({ machine }: CliWorld) {
  return { machine, home: homeOf(machine) };
}
