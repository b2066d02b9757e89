// joust preferences: what was picked in arenas, to look at, forget, keep and pass on.
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Preference, preferenceSchema } from '../../../../domain/events/verdict.ts';
import { exitCode, JoustError, unwritable } from '../../../../domain/joust-error.ts';
import { readUsersFile } from '../../../../play/task/task-files.ts';
import { joustHome } from '../../../../process/machine.ts';
import { type Archive, openArchive } from '../../../../record/archive.ts';
import { knownPreferences } from '../../../../record/known-preferences.ts';
import {
  type KnownPreference,
  preferenceLine,
  preferenceText,
} from '../../../../views/leaderboard/preferences.ts';
import { safeJson, visible } from '../../../../views/visible.ts';
import { type CliWorld, type CommandInput, type CommandProgram, flag, texts } from '../../grammar/command.ts';
import { confirm } from '../../screens/ask-gate.ts';

const actions: Readonly<Record<string, (call: Call) => Promise<number>>> = {
  list,
  show,
  forget,
  export: exportAll,
  import: importAll,
};

interface Call {
  readonly input: CommandInput;
  readonly cli: CliWorld;
  readonly archive: Archive;
  /** The word behind the action: an id or a file. */
  readonly word: string | undefined;
  readonly known: readonly KnownPreference[];
}

export const preferencesCommand: CommandProgram = async (input, cli) => {
  const [action = 'list', word] = input.words;
  const run = Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (run === undefined) {
    throw new JoustError(`there is no joust preferences ${action}`, {
      code: 'usage',
      hint: `There are: ${Object.keys(actions).join(', ')}.`,
    });
  }
  await using archive = openArchive(joustHome(cli.machine), cli.machine);
  const known = await knownPreferences(archive);
  return await run({ input, cli, archive, word, known });
};

async function list({ input, cli, known }: Call): Promise<number> {
  for (const one of tagged(known, input))
    cli.stdout.write(`${flag(input, 'json') ? safeJson(one.preference) : preferenceLine(one)}\n`);
  return exitCode.ok;
}

async function show(call: Call): Promise<number> {
  const one = found(call);
  const { stdout } = call.cli;
  stdout.write(flag(call.input, 'json') ? `${safeJson(one.preference)}\n` : preferenceText(one));
  return exitCode.ok;
}

async function forget(call: Call): Promise<number> {
  const { cli, input } = call;
  const one = found(call);
  const { contest, preference } = one;
  const question = `${preferenceLine(one)}\nForget this preference for good?`;
  if (!flag(input, 'yes') && !(await confirm(question, cli))) {
    cli.stderr.write('Nothing was forgotten.\n');
    return exitCode.nothingUsable;
  }
  await call.archive.forgetPreference(contest, preference.id);
  cli.stderr.write(`Forgot preference ${preference.id}: it no longer counts and is no longer shown.\n`);
  return exitCode.ok;
}

/** One JSON object a line (schema/preference.schema.json), oldest first. */
async function exportAll({ input, cli, word, known }: Call): Promise<number> {
  const lines = tagged(known, input)
    .toReversed()
    .map(({ preference }) => `${safeJson(preference)}\n`)
    .join('');
  if (word === undefined || word === '-') cli.stdout.write(lines);
  else await writeNew(resolve(cli.machine.cwd, word), lines);
  return exitCode.ok;
}

async function writeNew(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: 'wx' });
  } catch (cause) {
    throw unwritable(path, 'Name a file that does not exist yet, in a folder that does.', cause);
  }
}

/** All of them or none. */
async function importAll({ cli, archive, word, known }: Call): Promise<number> {
  if (word === undefined)
    throw new JoustError('there is no file to import', {
      code: 'usage',
      hint: 'joust preferences import FILE',
    });
  const content = await (word === '-' ? cli.stdin.read() : readUsersFile(word, cli.machine.cwd));
  const ids = new Set(known.map(({ preference }) => preference.id));
  const preferences = readLines(content, word);
  const news = preferences.filter(({ id }) => !ids.has(id) && ids.add(id));
  await archive.importPreferences(news);
  const twice = preferences.length - news.length;
  cli.stderr.write(`${news.length} imported${twice === 0 ? '' : `, ${twice} known already`}.\n`);
  return exitCode.ok;
}

function readLines(content: string, file: string): readonly Preference[] {
  const bad: string[] = [];
  const preferences = content.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return [];
    const read = preferenceSchema.safeParse(jsonOf(line));
    if (read.success) return [read.data];
    const [issue] = read.error.issues;
    bad.push(`line ${at + 1}: ${[...(issue?.path ?? []), issue?.message ?? 'not readable'].join(': ')}`);
    return [];
  });
  if (bad.length === 0) return preferences;
  const shown = bad.slice(0, 10).join('\n  ');
  const more = bad.length > 10 ? `\n  and ${bad.length - 10} more` : '';
  throw new JoustError(`${visible(file)} was not imported:\n  ${visible(shown)}${more}`, {
    code: 'usage',
    hint: 'Each line is one object of schema/preference.schema.json, as joust preferences export writes it.',
  });
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function tagged(known: readonly KnownPreference[], input: CommandInput): readonly KnownPreference[] {
  const wanted = texts(input, 'tag');
  return known.filter(({ preference }) => wanted.every((tag) => preference.tags.includes(tag)));
}

function found({ known, word }: Call): KnownPreference {
  const matching = known.filter(({ preference }) => word !== undefined && preference.id.startsWith(word));
  const [first, ...others] = matching;
  if (first !== undefined && (others.length === 0 || first.preference.id === word)) return first;
  const hint = 'joust preferences list shows what there is.';
  if (word === undefined) throw new JoustError('no preference is named', { code: 'usage', hint });
  if (first === undefined)
    throw new JoustError(`there is no preference ${word}`, { code: 'not-found', hint });
  throw new JoustError(`${word} is the beginning of ${matching.length} preferences`, { code: 'usage', hint });
}
