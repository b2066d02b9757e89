// Help texts, made from the table of commands.
import { joustVersion } from '../../../domain/version.ts';
import type { CommandSpec, OptionSpec } from './command.ts';

export function overview(all: readonly CommandSpec[]): string {
  const commands = all.filter(({ hidden }) => hidden !== true);
  const width = Math.max(...commands.map(({ name }) => name.length));
  return `joust ${joustVersion}: one task, several AI agents, one trustworthy result.

Usage: joust COMMAND [options]

${commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join('\n')}

  joust COMMAND --help tells the options of a command; joust --version the version.
  Exit codes: 0 ok, 1 nothing usable, 2 usage or config, 3 no clear winner, 124 timed out,
  130 interrupted; 4 (a required check failed) is kept for formats with checks.
`;
}

export function commandHelp({ name, summary, usage, details, options, examples }: CommandSpec): string {
  const heads = Object.entries(options).map(
    ([option, spec]) => [optionHead(option, spec), spec.help] as const,
  );
  const width = Math.max(0, ...heads.map(([head]) => head.length));
  const parts = [
    `joust ${name}: ${summary}`,
    `Usage: joust ${name} ${usage}`.trimEnd(),
    ...(details === undefined ? [] : [details]),
    heads.map(([head, help]) => `  ${head.padEnd(width)}  ${help}`).join('\n'),
    ...(examples === undefined ? [] : [`Examples:\n${examples.map((example) => `  ${example}`).join('\n')}`]),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function optionHead(name: string, { short, value }: OptionSpec): string {
  return `${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
}
