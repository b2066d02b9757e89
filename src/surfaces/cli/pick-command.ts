// joust pick: says which of an arena's two answers is better, and is told whose they were.
import { JoustError } from '../../domain/joust-error.ts';
import { saidChoice } from '../../domain/pick.ts';
import { joustHome, openArchive } from '../../index.ts';
import { contestSummary } from '../../views/contest-summary.ts';
import { visibleLine } from '../../views/visible.ts';
import { answerCommand } from './answer-command.ts';
import type { CliWorld, CommandProgram } from './command.ts';

export const pickCommand: CommandProgram = async (input, cli) => {
  const [name = '@last', ...said] = input.words;
  const { id, pick } = await picked(name, said.join(' '), cli);
  return await answerCommand({ ...input, words: [id, pick] }, cli);
};

async function picked(
  name: string,
  said: string,
  { machine }: CliWorld,
): Promise<{ id: string; pick: string }> {
  await using archive = openArchive(joustHome(machine), machine);
  const id = await archive.find(name);
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
