// joust answer and joust pick: settle the question a contest waits for, and play it on.

import { readPick, saidChoice } from '../../../../domain/events/blind-pick.ts';
import { exitCode, JoustError } from '../../../../domain/joust-error.ts';
import { speakerIn } from '../../../../play/roster/callers.ts';
import { joustHome } from '../../../../process/machine.ts';
import { openArchive, thatWaits } from '../../../../record/archive.ts';
import { contestSummary } from '../../../../views/contest-summary.ts';
import { visibleLine } from '../../../../views/visible.ts';
import { type CliWorld, type CommandProgram, flag } from '../../grammar/command.ts';
import { detachPlayer } from './detach.ts';
import { find, resumeOnScreen } from './resume-command.ts';

export const answerCommand: CommandProgram = async (input, cli) => {
  const [name = '@last', answer = ''] = input.words;
  const home = joustHome(cli.machine);
  const found = await find(name, cli.machine, thatWaits);
  const { id } = found;
  const { gate, playedBy } = await settle(id, answer, { home, cli });
  cli.stderr.write(`${visibleLine(gate.question)} ${answer}\n`);
  if (playedBy !== undefined) {
    cli.stderr.write(`Its player (process ${playedBy}) goes on with it.\n`);
    return exitCode.ok;
  }
  if (!flag(input, 'detach')) return await resumeOnScreen(input, cli, { ...found, answered: gate.key });
  await detachPlayer(id, { home, input });
  cli.stdout.write(`${id}\n`);
  return exitCode.ok;
};

async function settle(
  id: string,
  answer: string,
  { home, cli }: { home: string; cli: Parameters<CommandProgram>[1] },
) {
  await using archive = openArchive(home, cli.machine);
  const gate = await archive.answer(id, answer, speakerIn(cli.machine.env));
  return { gate, playedBy: (await archive.player(id))?.pid };
}

/** Says which of an arena's two answers is better, and is told whose they were. */
export const pickCommand: CommandProgram = async (input, cli) => {
  const { id, pick } = await picked(input.words, cli);
  return await answerCommand({ ...input, words: [id, pick] }, cli);
};

/** The first word names the contest, unless all of them are a pick: then it is the last one. */
async function picked(
  given: readonly string[],
  { machine }: CliWorld,
): Promise<{ id: string; pick: string }> {
  await using archive = openArchive(joustHome(machine), machine);
  const whole = given.join(' ');
  const isPick = readPick(whole) !== undefined;
  const [name, said] = isPick ? ['@last', whole] : [given[0] ?? '', given.slice(1).join(' ')];
  const id = await archive.find(name, thatWaits);
  const summary = contestSummary(id, await archive.events(id));
  const gate = summary?.state === 'open' ? summary.waiting : undefined;
  if (gate?.words === undefined) {
    throw new JoustError(`contest ${id} does not wait for a pick`, {
      code: 'not-found',
      hint: 'joust arena --pending shows those that do.',
    });
  }
  const pick = saidChoice(gate, said);
  if (pick !== undefined) return { id, pick };
  const words = gate.choices.flatMap((choice) => [choice, ...(gate.words?.[choice] ?? [])]);
  throw new JoustError(`"${visibleLine(said)}" is no pick, and contest ${id} stays pending`, {
    code: 'usage',
    hint: `Say one of these: ${[...new Set(words)].join(', ')}.`,
  });
}
