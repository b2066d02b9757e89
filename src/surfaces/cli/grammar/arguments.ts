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
  const args = withOptionalValues(rest, command);
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

/** `--wait 5m` and `--wait=5m` have a value; `--wait` before anything else has an empty one. */
function withOptionalValues(line: readonly string[], { options }: CommandSpec): string[] {
  const words: string[] = [];
  for (const [at, word] of line.entries()) {
    if (word === '--') return [...words, ...line.slice(at)];
    const isOptional = word.startsWith('--') && options[word.slice(2)]?.optional === true;
    const next = line[at + 1];
    if (isOptional) words.push(next !== undefined && timeShape.test(next) ? word : `${word}=`);
    else words.push(word);
  }
  return words;
}

const timeShape = /^\d[\dhms.]*$/;

function parse(command: CommandSpec, config: ParseArgsConfig) {
  try {
    return parseArgs(config);
  } catch (cause) {
    // Node's text names the option; the advice behind the first sentence is about its own API.
    const message = (cause as Error).message.split(/\. To specify|\. Did you/)[0] ?? 'bad option';
    throw new JoustError(`${command.name}: ${message}`, {
      code: 'usage',
      hint: `${meantOption(message, command)}See joust ${command.name} --help.`,
      cause,
    });
  }
}

function meantOption(message: string, { options }: CommandSpec): string {
  const unknown = /^Unknown option '--([^']+)'/.exec(message)?.[1];
  if (unknown === undefined) return '';
  const instead = 'timeout' in options ? insteadOfWriting(unknown) : undefined;
  if (instead !== undefined) return `${instead} `;
  const near = nearest(unknown, Object.keys(options));
  return near === undefined ? '' : `Did you mean --${near}? `;
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
