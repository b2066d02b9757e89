// joust judge: judges the entries of a contest on record, as often as wanted.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readRubric } from '../../config/rubric.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { evidenceOnRecord, joustHome, openArchive } from '../../index.ts';
import { aboutInput, playAbout } from './about-input.ts';
import { type CliWorld, type CommandInput, type CommandProgram, flag, text, texts } from './command.ts';
import { judgeInput, paraphraserInput } from './judge-input.ts';

export const judgeCommand: CommandProgram = async (input, cli) => {
  const rubric = await rubricOf(input, cli);
  const about = await aboutInput(input, cli, 2);
  const evidence = await evidenceOf(texts(input, 'evidence'), about.id, cli);
  const { options, staff, notes } = judgeInput(input, about);
  const restates = paraphraserInput(input, { ...about, staff });
  const more = {
    rubric: rubric ?? null,
    entries: about.entries,
    evidence,
    paraphraser: restates.name,
  };
  return await playAbout(
    about,
    { format: 'judge', options: { ...options, ...more }, staff: restates.staff, notes },
    { input, cli },
  );
};

/** Questions and answers of cross-examinations of the same contest. */
async function evidenceOf(names: readonly string[], about: string, { machine }: CliWorld) {
  await using archive = openArchive(joustHome(machine), machine);
  const found: ReturnType<typeof evidenceOnRecord>[number][] = [];
  for (const name of names) {
    const id = await archive.find(name);
    const record = await archive.events(id);
    const exchanges = evidenceOnRecord(record, about);
    if (exchanges.length === 0) {
      throw new JoustError(`contest ${id} is no cross-examination of ${about} with an answer in it`, {
        code: 'usage',
        hint: `Make one with: joust cross-examine ${about}`,
      });
    }
    for (const one of exchanges)
      found.push(one.asked === undefined ? one : { ...one, questions: await archive.text(one.asked) });
  }
  return found.map(({ of, questions, answer }) => ({ of, questions, answer }));
}

async function rubricOf(input: CommandInput, { machine }: CliWorld) {
  const path = text(input, 'rubric');
  if (path === undefined) return undefined;
  if (flag(input, 'pairwise')) {
    throw new JoustError('--pairwise and --rubric are two ways of judging', {
      code: 'usage',
      hint: 'Give one of them.',
    });
  }
  try {
    return readRubric(await readFile(resolve(machine.cwd, path), 'utf8'), path);
  } catch (cause) {
    if (cause instanceof JoustError) throw cause;
    throw new JoustError(`the rubric ${path} cannot be read: ${(cause as NodeJS.ErrnoException).code}`, {
      code: 'usage',
      hint: 'Give the path of a YAML or JSON file with --rubric.',
      cause,
    });
  }
}
