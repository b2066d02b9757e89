// joust analyze and joust cross-examine: look closer at what a contest brought.
import type { Contestant } from '../../domain/contestant.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { chooseJudges } from '../../index.ts';
import { aboutInput, playAbout } from './about-input.ts';
import { type CommandInput, type CommandProgram, text, texts } from './command.ts';

export const analyzeCommand: CommandProgram = async (input, cli) => {
  const about = await aboutInput(input, cli, 1);
  const { roster, loaded, probes, entries } = about;
  const chosen = chooseJudges(roster, { specs: texts(input, 'analyst'), config: loaded, probes });
  const [analyst] = chosen.judges;
  if (analyst === undefined)
    throw new JoustError('nobody can analyze', { code: 'none-usable', hint: 'Name one with --analyst.' });
  const staff = chosen.staff.filter(({ name }) => name === analyst.name);
  const options = { analyst: analyst.name, entries };
  const notes = [`Analyst: ${analyst.name}.`];
  return await playAbout(about, { format: 'analyze', options, staff, notes }, { input, cli });
};

export const crossExamineCommand: CommandProgram = async (input, cli) => {
  const about = await aboutInput(input, cli, 1);
  const question = text(input, 'question') ?? null;
  const pairs = pairsOf(input, about.roster);
  if (pairs.length === 0) {
    throw new JoustError('nobody is left to ask anybody', {
      code: 'usage',
      hint: 'It takes two entries, or --question with --of.',
    });
  }
  const options = { pairs, question, entries: about.entries };
  return await playAbout(about, { format: 'cross-examine', options, notes: [] }, { input, cli });
};

/** Everybody asks the next one, unless it was said who asks whom. */
function pairsOf(
  input: CommandInput,
  roster: readonly Contestant[],
): readonly { readonly by: string; readonly of: string }[] {
  const [by, of] = ['by', 'of'].map((option) => named(text(input, option), roster));
  if (text(input, 'question') !== undefined)
    return roster
      .filter(({ name }) => of === undefined || name === of)
      .map(({ name }) => ({ by: by ?? 'you', of: name }));
  const names = roster.map(({ name }) => name);
  if (by !== undefined || of !== undefined) {
    return names
      .flatMap((one) => names.map((other) => ({ by: one, of: other })))
      .filter((pair) => pair.by !== pair.of && (by ?? pair.by) === pair.by && (of ?? pair.of) === pair.of);
  }
  return names.length < 2
    ? []
    : names.map((name, at) => ({ by: name, of: names[(at + 1) % names.length] ?? name }));
}

function named(name: string | undefined, roster: readonly Contestant[]): string | undefined {
  if (name === undefined || roster.some((one) => one.name === name)) return name;
  throw new JoustError(`"${name}" has no entry in this contest`, {
    code: 'usage',
    hint: `There are: ${roster.map((one) => one.name).join(', ')}.`,
  });
}
