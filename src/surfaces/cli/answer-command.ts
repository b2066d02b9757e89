// joust answer: settles the question a contest waits for, and plays it on.
import { exitCode } from '../../domain/joust-error.ts';
import { joustHome, openArchive } from '../../index.ts';
import { visibleLine } from '../../views/visible.ts';
import { type CommandProgram, flag } from './command.ts';
import { startPlayer } from './detach.ts';
import { find, resumeOnScreen } from './resume-command.ts';

export const answerCommand: CommandProgram = async (input, cli) => {
  const [name = '@last', answer = ''] = input.words;
  const home = joustHome(cli.machine);
  const found = await find(name, home, cli.machine);
  const { id } = found;
  const { gate, playedBy } = await settle(id, answer, { home, cli });
  cli.stderr.write(`${visibleLine(gate.question)} ${answer}\n`);
  if (playedBy !== undefined) {
    cli.stderr.write(`Its player (process ${playedBy}) goes on with it.\n`);
    return exitCode.ok;
  }
  if (!flag(input, 'detach')) return await resumeOnScreen(input, cli, found);
  startPlayer(id, { home, input });
  cli.stdout.write(`${id}\n`);
  return exitCode.ok;
};

async function settle(
  id: string,
  answer: string,
  { home, cli }: { home: string; cli: Parameters<CommandProgram>[1] },
) {
  await using archive = openArchive(home, cli.machine);
  const gate = await archive.answer(id, answer);
  return { gate, playedBy: (await archive.player(id))?.pid };
}
