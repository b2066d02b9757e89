// joust adopt: enters work made elsewhere into a race on record, measured and ranked beside its entries.
import { lstatSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { JoustError } from '../../domain/joust-error.ts';
import { joustHome, openArchive, type RaceOptions, type RaceWish } from '../../index.ts';
import { type AboutInput, aboutInput, playAbout } from './about-input.ts';
import { type CliWorld, type CommandInput, type CommandProgram, text } from './command.ts';
import { judgeInput } from './judge-input.ts';

type Adopt = NonNullable<RaceWish['adopt']>;

export const adoptCommand: CommandProgram = async (input, cli) => {
  const about = await aboutInput(input, cli, 0);
  const raced = await racedWith(about, cli);
  const source = await sourceOf(input.words[1] ?? '', cli);
  const judging = input.options['judge'] === undefined ? undefined : judgeInput(input, about);
  const { base: _base, rules: _rules, entries: _entries, estimateTokens: _tokens, ...kept } = raced;
  const options: RaceWish = {
    ...kept,
    onlyNamed: true,
    ...(judging === undefined ? { judges: [], rubric: null } : { ...judging.options, rubric: null }),
    stopWhen: null,
    adopt: { contest: about.id, source, name: nameOf(input, source) },
  };
  return await playAbout(
    about,
    { format: 'race', options: { ...options }, staff: judging?.staff ?? [], notes: judging?.notes ?? [] },
    { input, cli },
  );
};

async function racedWith({ id, home }: AboutInput, { machine }: CliWorld): Promise<RaceOptions> {
  await using archive = openArchive(home, machine);
  const [first] = await archive.events(id);
  const opened = first?.event.type === 'contest.opened' ? first.event : undefined;
  if (opened?.format === 'race') return opened.options as unknown as RaceOptions;
  throw new JoustError(`contest ${id} is no race`, {
    code: 'usage',
    hint: 'Work made elsewhere can enter a race; see which there are with: joust list.',
  });
}

/** A folder, a file with a patch, else a branch. */
async function sourceOf(said: string, { machine }: CliWorld): Promise<Adopt['source']> {
  const path = resolve(machine.cwd, said);
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) {
    if ((await realpath(path)).startsWith(await realpath(joustHome(machine)).catch(() => '\0')))
      throw new JoustError('joust keeps its own data there', {
        code: 'usage',
        hint: 'Give a folder of yours.',
      });
    return { kind: 'folder', path };
  }
  if (found?.isFile()) return { kind: 'patch', content: await readFile(path), name: said };
  return { kind: 'branch', name: said };
}

function nameOf(input: CommandInput, source: Adopt['source']): string {
  const said = text(input, 'name');
  const name =
    said ?? basename(source.kind === 'folder' ? source.path : source.name).replace(/\.(?:patch|diff)$/, '');
  if (/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,59}$/u.test(name)) return name;
  throw new JoustError(`"${name}" cannot be the name of an entry`, {
    code: 'usage',
    hint: 'Give one of letters, digits, dots, dashes and underscores: --name mine.',
  });
}
