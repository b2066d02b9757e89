// Help texts, made from the table of commands, as wide as the terminal is.
import { joustVersion } from '../../../domain/version.ts';
import { type CommandSpec, type Group, groups, type OptionSpec } from './command.ts';

const firstSteps = [
  ['joust "why does this test fail only in CI?"', 'several agents answer, side by side'],
  ['joust race "make the parser faster"', 'several change the code apart; the best is yours to apply'],
  ['joust review', 'several review your last commit, and check each other'],
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

/** What somebody needs who typed nothing but the name. */
export function shortHelp(all: readonly CommandSpec[], columns: number): string {
  const lines = inGroups(all).map(([group, commands]) =>
    entry(
      `  ${groups[group].padEnd(13)}`,
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
    return `${groups[group]}\n${lines.join('\n')}`;
  });
  return `${beginning(columns)}
Usage: joust COMMAND [options], or joust "QUESTION" [options] to ask it

${parts.join('\n\n')}

${entry('  ', 'joust help COMMAND tells all about a command, joust COMMAND --help its options; joust --version the version.', columns)}
${entry('  ', 'Exit codes: 0 ok, 1 nothing usable, 2 usage or config, 3 no clear winner, 4 a required check failed, 124 timed out, 130 interrupted (docs/exit-codes.md).', columns)}
`;
}

function inGroups(all: readonly CommandSpec[]): readonly (readonly [Group, readonly CommandSpec[]])[] {
  const names = Object.keys(groups) as Group[];
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
            summary: `an open task in a folder: ${own.map(({ name }) => restOf(name)).join(', ')}`,
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

export function commandHelp(command: CommandSpec, columns: number): string {
  const { name, summary, usage, details, options, examples } = command;
  const heads = Object.entries(options).map(
    ([option, spec]) => [optionHead(option, spec), spec.help] as const,
  );
  const width = Math.max(0, ...heads.map(([head]) => head.length));
  const parts = [
    entry('', `joust ${name}: ${summary}`, columns),
    `Usage: joust ${name} ${usage}`.trimEnd(),
    ...(details === undefined ? [] : [entry('', details, columns)]),
    heads.map(([head, help]) => entry(`  ${head.padEnd(width)}  `, help, columns)).join('\n'),
    linesToCopy('Examples', examples),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
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
