// Help texts, made from the table of commands, as wide as the terminal is.
import {
  type CommandGroup,
  commandFamilies,
  commandGroups,
  type OptionGroup,
  optionGroups,
} from '../../../domain/settings/groups.ts';
import { joustVersion } from '../../../domain/version.ts';
import type { CommandSpec, OptionSpec } from './command.ts';

const firstSteps = [
  ['joust "why does this test fail only in CI?"', 'several agents answer, side by side'],
  ['joust race "make the parser faster"', 'several change the code apart; the best is yours to apply'],
  ['joust review', 'several review your branch, and check each other'],
] as const;

/** The name, and three things people do first. */
function beginning(columns: number): string {
  const width = Math.max(...firstSteps.map(([line]) => line.length));
  const steps = firstSteps.map(([line, what]) => entry(`  ${line.padEnd(width)}   `, what, columns));
  const title = entry(
    '',
    `joust ${joustVersion}: one task, several AI agents, one trustworthy result.`,
    columns,
  );
  return `${title}\n\n${steps.join('\n')}\n`;
}

/** `joust` alone. */
export function shortHelp(all: readonly CommandSpec[], columns: number): string {
  const lines = inGroups(all).map(([group, commands]) =>
    entry(
      `  ${commandGroups[group].padEnd(13)}`,
      folded(commands)
        .map(({ name }) => name)
        .join(', '),
      columns,
    ),
  );
  return `${beginning(columns)}
${lines.join('\n')}

${entry('  ', 'joust help explains them, joust help COMMAND one of them; joust demo needs no account, key or network.', columns)}
`;
}

export function overview(all: readonly CommandSpec[], columns: number): string {
  const width = Math.max(...folded(all).map(({ name }) => name.length));
  const parts = inGroups(all).map(([group, commands]) => {
    const lines = folded(commands).map(({ name, summary }) =>
      entry(`  ${name.padEnd(width)}  `, summary, columns),
    );
    return `${commandGroups[group]}\n${lines.join('\n')}`;
  });
  return `${beginning(columns)}
Usage: joust COMMAND [options], or joust "QUESTION" [options] to ask it

${parts.join('\n\n')}

${entry('  ', 'joust help COMMAND tells all about a command, joust COMMAND --help its options; joust --version the version.', columns)}
${entry('  ', 'Exit codes: 0 ok, 1 nothing usable, 2 usage or config, 3 no clear winner, 4 a required check failed, 124 timed out, 130 interrupted (docs/exit-codes.md).', columns)}
`;
}

function inGroups(all: readonly CommandSpec[]): readonly (readonly [CommandGroup, readonly CommandSpec[]])[] {
  const names = Object.keys(commandGroups) as CommandGroup[];
  return names.map((name) => [name, all.filter(({ group }) => group === name)]);
}

type Named = Pick<CommandSpec, 'name' | 'summary'>;

/** Commands of two words as one line for all of the same first one. */
function folded(commands: readonly CommandSpec[]): readonly Named[] {
  const [firstOf, restOf] = [
    (name: string) => name.split(' ')[0] ?? name,
    (name: string) => name.slice(name.indexOf(' ') + 1),
  ];
  return [...Map.groupBy(commands, ({ name }) => firstOf(name))].flatMap(([first, own]): readonly Named[] =>
    own.every(({ name }) => name === first)
      ? own
      : [
          {
            name: first,
            summary: familySummary(
              first,
              own.map(({ name }) => restOf(name)),
            ),
          },
        ],
  );
}

/** What there is behind the first word of commands that have two. */
export function actionsHelp(first: string, actions: readonly CommandSpec[], columns: number): string {
  const heads = actions.map(({ name, usage, summary }) => [`  joust ${name} ${usage}`, summary] as const);
  const lines = heads.map(([head, summary]) => `${head}\n${entry('      ', summary, columns)}`);
  return `Usage: joust ${first} ACTION\n\n${lines.join('\n')}\n\n${entry('', `joust help ${first} ACTION tells the options of one.`, columns)}\n`;
}

/** All commands of one first word, on one line. */
export function familySummary(first: string, actions: readonly string[]): string {
  const summary = commandFamilies[first];
  return [...(summary === undefined ? [] : [summary]), actions.join(', ')].join(': ');
}

/** `joust COMMAND --help`: the options that the command has for itself, and who plays. The rest stands behind one line. */
export function briefHelp(command: CommandSpec, columns: number): string {
  const options = Object.entries(command.options);
  const isShown = ([, { group }]: OptionEntry) => group === undefined || group === 'contestants';
  const shown = options.length <= fewOptions ? options : inOrder(options).filter(isShown);
  const folded = new Set(options.filter((one) => !shown.includes(one)).map(([, { group }]) => group));
  const titles = groupsInOrder.filter((group) => folded.has(group)).map((group) => optionGroups[group]);
  const words = titles.map((title) => title.charAt(0).toLowerCase() + title.slice(1)).join(', ');
  const more =
    words === ''
      ? `joust help ${command.name} tells more.`
      : `joust help ${command.name} has all options: ${words}.`;
  return helpOf(command, [optionLines(shown, columns), entry('', more, columns)], columns);
}

/** `joust help COMMAND`: every option, under the heading of its group. */
export function commandHelp(command: CommandSpec, columns: number): string {
  const options = Object.entries(command.options);
  const width = Math.max(0, ...options.map(([option, spec]) => optionHead(option, spec).length));
  const own = options.filter(([, { group }]) => group === undefined);
  const parts = groupsInOrder.map((group) => {
    const inside = options.filter(([, spec]) => spec.group === group);
    return inside.length === 0 ? '' : `${optionGroups[group]}:\n${optionLines(inside, columns, width)}`;
  });
  return helpOf(command, [optionLines(own, columns, width), ...parts], columns);
}

type OptionEntry = readonly [string, OptionSpec];
/** So many are shown at once, whatever their groups. */
const fewOptions = 12;
const groupsInOrder = Object.keys(optionGroups) as readonly OptionGroup[];

/** Those of the command first. */
function inOrder(options: readonly OptionEntry[]): readonly OptionEntry[] {
  const isOwn = ([, { group }]: OptionEntry) => group === undefined;
  return [...options.filter(isOwn), ...options.filter((one) => !isOwn(one))];
}

function helpOf(command: CommandSpec, options: readonly string[], columns: number): string {
  const { name, summary, usage, details = '', examples } = command;
  const parts = [
    entry('', `joust ${name}: ${summary}`, columns),
    `Usage: joust ${name} ${usage}`.trimEnd(),
    details === '' ? '' : entry('', details, columns),
    ...options,
    linesToCopy('Examples', examples),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function optionLines(options: readonly OptionEntry[], columns: number, atLeast = 0): string {
  const heads = options.map(([option, spec]) => [optionHead(option, spec), spec.help] as const);
  const width = Math.max(atLeast, ...heads.map(([head]) => head.length));
  return heads.map(([head, help]) => entry(`  ${head.padEnd(width)}  `, help, columns)).join('\n');
}

export function linesToCopy(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${title}:\n${lines.map((line) => `  ${line}`).join('\n')}`;
}

function optionHead(name: string, { short, value }: OptionSpec): string {
  return `${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
}

const narrowest = 24;

/** Text behind a head, wrapped at words below itself; below the head where there is no room beside it. */
export function entry(head: string, text: string, columns: number): string {
  const beside = columns - head.length >= narrowest;
  const indent = beside ? head.length : 6;
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && indent + line.length + 1 + word.length <= columns)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  const below = lines.join(`\n${' '.repeat(indent)}`);
  return beside ? `${head}${below}` : `${head.trimEnd()}\n${' '.repeat(indent)}${below}`;
}

/**
 * Lines that are too long, broken at spaces; what follows is set in. Styles take no room, and a long word stays whole. A line with
 * letters whose width only a terminal knows is left to it.
 */
export function wrapWords(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => (roomOf(line) <= columns || unmeasured.test(line) ? line : wrapLine(line, columns)))
    .join('\n');
}

const unmeasured = /[^\x1b -~·…’“”–—✔✖─\u00c0-\u024f]/;

function wrapLine(line: string, columns: number): string {
  const indent = /^ */.exec(line)?.[0] ?? '';
  let width = 0;
  const words = line.slice(indent.length).split(' ');
  return words
    .map((word, at) => {
      const room = roomOf(word);
      const isNew = at > 0 && width + 1 + room > columns;
      width = isNew || at === 0 ? indent.length + (at === 0 ? 0 : 2) + room : width + 1 + room;
      if (at === 0) return `${indent}${word}`;
      return isNew ? `\n${indent}  ${word}` : ` ${word}`;
    })
    .join('');
}

function roomOf(text: string): number {
  return text.replaceAll(/\x1b\[[0-9;]*m/g, '').length;
}
