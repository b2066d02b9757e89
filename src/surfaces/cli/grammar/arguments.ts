// Turns the words of a command line into a command and its input, by the table of commands.
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { JoustError } from '../../../domain/joust-error.ts';
import { nearest } from '../../../domain/settings/nearest.ts';
import { insteadOfWriting } from '../../../domain/settings/settings.ts';
import type { CommandInput, CommandSpec } from './command.ts';
import { readPlainly } from './plain-line.ts';

export interface ParsedLine {
  readonly command: CommandSpec;
  readonly input: CommandInput;
  readonly help: boolean;
}

export function parseLine(line: readonly string[], commands: readonly CommandSpec[]): ParsedLine {
  const { command, rest } = commandOf(line, commands);
  const options: ParseArgsConfig['options'] = { help: { type: 'boolean', short: 'h' } };
  for (const [option, { type, short, multiple }] of Object.entries(command.options)) {
    options[option] = { type, ...(short !== undefined && { short }), ...(multiple && { multiple }) };
  }
  const args = withValues(rest, command);
  const { values, positionals } =
    readPlainly(args, options) ?? parse(command, { args, options, allowPositionals: true, strict: true });
  const { help, ...given } = values;
  if (help !== true) checkWords(command, positionals);
  const { id, max } = command.words;
  const words = id === true && positionals.length === max - 1 ? ['@last', ...positionals] : positionals;
  return {
    command,
    input: { words, options: given as CommandInput['options'] },
    help: help === true,
  };
}

/** Some have two words: `brief new`. */
function commandOf(
  [name = '', ...rest]: readonly string[],
  commands: readonly CommandSpec[],
): { readonly command: CommandSpec; readonly rest: readonly string[] } {
  const named = (wanted: string) => commands.find((candidate) => candidate.name === wanted);
  const [action = '', ...behind] = rest;
  const longer = named(`${name} ${action}`);
  if (longer !== undefined) return { command: longer, rest: behind };
  const command = named(name);
  if (command !== undefined) return { command, rest };
  const usual = commands.find((candidate) => candidate.usual && candidate.name.startsWith(`${name} `));
  if (usual !== undefined && (action === '' || action.startsWith('-'))) return { command: usual, rest };
  const actions = actionsOf(name, commands);
  if (actions.length === 0) throw unknownCommand(name, commands);
  throw unknownAction(name, action, actions);
}

/** What may stand behind the first word of commands that have two. */
export function actionsOf(name: string, commands: readonly CommandSpec[]): readonly string[] {
  return commands.flatMap((command) =>
    command.group !== undefined && command.name.startsWith(`${name} `)
      ? [command.name.slice(name.length + 1)]
      : [],
  );
}

/**
 * `--wait 5m` and `--wait=5m` have a value; `--wait` before anything else has an empty one. Behind an option with a value, a dash and
 * a digit begin a number: no option is a digit.
 */
function withValues(line: readonly string[], command: CommandSpec): string[] {
  const words: string[] = [];
  for (let at = 0; at < line.length; at++) {
    const [word = '', next = ''] = line.slice(at, at + 2);
    if (word === '--') return [...words, ...line.slice(at)];
    const option = longOf(word, command);
    const spec = option.startsWith('--') ? command.options[option.slice(2)] : undefined;
    if (spec?.type === 'string' && /^-\d/.test(next)) {
      words.push(`${option}=${next}`);
      at++;
    } else if (spec?.optional === true && word.startsWith('--'))
      words.push(timeShape.test(next) ? word : `${word}=`);
    else words.push(word);
  }
  return words;
}

const timeShape = /^\d[\dhms.]*$/;

function parse(command: CommandSpec, config: ParseArgsConfig) {
  try {
    return parseArgs(config);
  } catch (cause) {
    throw mistakeIn(command, config.args ?? [], cause);
  }
}

/** Node says which option is wrong and how. Its advice is about its own API. */
function mistakeIn(command: CommandSpec, args: readonly string[], cause: unknown): JoustError {
  const { message } = cause as Error;
  const [, said = ''] = /'(-[^' ,<]*)/.exec(message) ?? [];
  const option = longOf(said, command);
  const help = `See joust ${command.name} --help.`;
  const mistake = (text: string, hint: string) =>
    new JoustError(`${command.name}: ${text}`, { code: 'usage', hint, cause });
  if (message.startsWith('Unknown option'))
    return mistake(`there is no option ${said}`, `${meantOption(said, command)}${help}`);
  if (message.includes('does not take an argument')) return mistake(`${option} takes no value`, help);
  if (!message.includes('ambiguous')) return mistake(`${option} needs a value`, help);
  const next = args[args.indexOf(said) + 1] ?? '';
  return mistake(
    `${option} needs a value, and "${next}" looks like an option`,
    `If that is the value, write ${option}=${next}. ${help}`,
  );
}

function longOf(said: string, { options }: CommandSpec): string {
  const name = Object.keys(options).find((one) => said === `-${options[one]?.short}`);
  return name === undefined ? said : `--${name}`;
}

/** Options of other councils of CLIs. */
const otherWords: Readonly<Record<string, string>> = { '-p': 'contestant', '--provider': 'contestant' };

function meantOption(said: string, { name, usage, options }: CommandSpec): string {
  if (/^-\d/.test(said)) return `In joust ${name} ${usage}: put -- before a word that begins with a dash. `;
  const unknown = said.slice(said.startsWith('--') ? 2 : 1);
  const instead = 'timeout' in options ? insteadOfWriting(unknown) : undefined;
  if (instead !== undefined) return `${instead} `;
  const other = otherWords[said];
  const near = other !== undefined && other in options ? other : nearest(unknown, Object.keys(options));
  if (near === undefined || (near !== other && !said.startsWith('--'))) return '';
  const short = said.startsWith('--') ? undefined : options[near]?.short;
  return `Did you mean ${short === undefined ? `--${near}` : `-${short}`}? `;
}

function checkWords({ name, usage, words }: CommandSpec, given: readonly string[]): void {
  if (given.length >= words.min && given.length <= words.max) return;
  const problem =
    given.length < words.min ? 'something is missing' : `"${given[words.max]}" is one word too many`;
  throw new JoustError(`${name}: ${problem}`, {
    code: 'usage',
    hint: `Usage: joust ${name} ${usage}${given.length > words.max ? ' (quote a prompt of several words)' : ''}`,
  });
}

function unknownAction(name: string, action: string, actions: readonly string[]): JoustError {
  const near = nearest(action, actions);
  const meant = near === undefined ? '' : `Did you mean joust ${name} ${near}? `;
  return new JoustError(
    action === '' ? `joust ${name}: something is missing` : `there is no "joust ${name} ${action}"`,
    { code: 'usage', hint: `${meant}There are: ${actions.map((one) => `joust ${name} ${one}`).join(', ')}.` },
  );
}

function unknownCommand(name: string, commands: readonly CommandSpec[]): JoustError {
  const shown = commands
    .filter(({ group }) => group !== undefined)
    .flatMap((command) => [command.name, ...command.name.split(' ', 1)]);
  const near = nearest(name, shown);
  const meant = near === undefined ? '' : `Did you mean joust ${near}? `;
  return new JoustError(`there is no command "${name}"`, {
    code: 'usage',
    hint: `${meant}joust help shows all commands. To ask that as a question: joust ask "${name}".`,
  });
}
