// Completion scripts for bash, zsh and fish, made from the table of commands; names are asked of joust itself.

import { exitCode, JoustError } from '../../../../domain/joust-error.ts';
import { actionsOf } from '../../grammar/arguments.ts';
import type {
  CommandInput,
  CommandProgram,
  CommandSpec,
  Completion,
  OptionSpec,
} from '../../grammar/command.ts';
import { familySummary } from '../../grammar/help.ts';

type Commands = readonly CommandSpec[];

const shells: Readonly<Record<string, (commands: Commands) => string>> = { bash, zsh, fish };

export const completionCommand: CommandProgram = async ({ words }: CommandInput, { stdout, commands }) => {
  const [shell = ''] = words;
  stdout.write(completionScript(shell, commands));
  return exitCode.ok;
};

/** With the commands that the help lists. */
export function completionScript(shell: string, commands: Commands): string {
  const make = Object.hasOwn(shells, shell) ? shells[shell] : undefined;
  if (make === undefined) {
    throw new JoustError(`there is no completion for "${shell}"`, {
      code: 'usage',
      hint: `Shells: ${Object.keys(shells).join(', ')}.`,
    });
  }
  return make(commands.filter(({ group }) => group !== undefined));
}

/** A shell expression that prints one candidate a line, or the name of the shell's own completion. */
function candidates(complete: Completion | undefined): { words?: string; files?: 'file' | 'folder' } {
  if (complete === 'file' || complete === 'folder') return { files: complete };
  if (complete === 'contestant' || complete === 'agent' || complete === 'contest')
    return { words: `$(joust names ${complete} 2>/dev/null)` };
  return complete === undefined ? {} : { words: complete.join(' ') };
}

/** The first words; those that have actions behind them, with these. */
function wordsOf(commands: Commands) {
  const firsts = [...new Set(commands.map(({ name }) => name.split(' ', 1)[0] ?? ''))];
  const longer = firsts
    .map((first) => ({ first, actions: actionsOf(first, commands) }))
    .filter(({ actions }) => actions.length > 0);
  return { firsts, longer };
}

function bash(commands: Commands): string {
  const { firsts, longer } = wordsOf(commands);
  return `# joust completion for bash
_joust() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]}
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${firsts.join(' ')} --help --version" -- "$word"))
    return
  fi
  COMPREPLY=()
  case "$command" in
${longer.map(({ first }) => first).join('|')})
    if [ "$COMP_CWORD" -eq 2 ]; then
      case "$command" in
${longer.map(({ first, actions }) => `        ${first}) COMPREPLY=($(compgen -W "${actions.join(' ')}" -- "$word")) ;;`).join('\n')}
      esac
      return
    fi
    command="$command \${COMP_WORDS[2]}" ;;
  esac
  case "$command" in
${commands.map(bashCommand).join('\n')}
  esac
}
complete -o default -F _joust joust
`;
}

function bashCommand({ name, options, words }: CommandSpec): string {
  const valued = Object.entries(options).filter(([, spec]) => spec.type === 'string');
  const cases = valued.map(([option, spec]) => {
    const pattern = [`--${option}`, ...(spec.short === undefined ? [] : [`-${spec.short}`])].join('|');
    return `        ${pattern}) ${bashReply(spec.complete)} return ;;`;
  });
  return `    "${name}")
      case "$before" in
${cases.join('\n')}
      esac
      case "$word" in
        -*) COMPREPLY=($(compgen -W "${optionWords(options).join(' ')}" -- "$word")) ;;
        *) ${bashReply(words.complete)} ;;
      esac ;;`;
}

function bashReply(complete: Completion | undefined): string {
  const { words, files } = candidates(complete);
  if (files !== undefined) return `COMPREPLY=($(compgen -${files === 'folder' ? 'd' : 'f'} -- "$word"));`;
  return words === undefined ? ':;' : `COMPREPLY=($(compgen -W "${words}" -- "$word"));`;
}

function optionWords(options: CommandSpec['options']): readonly string[] {
  return [...Object.keys(options).map((name) => `--${name}`), '--help'];
}

function zsh(commands: Commands): string {
  const { longer } = wordsOf(commands);
  const heads = commands
    .filter(({ name }) => !name.includes(' '))
    .map(({ name, summary }) => [name, summary] as const);
  const all = [
    ...heads,
    ...longer.map(({ first, actions }) => [first, familySummary(first, actions)] as const),
  ];
  return `#compdef joust
_joust() {
  if (( CURRENT == 2 )); then
    local -a commands=(
${all.map(([name, summary]) => `      '${name}:${zshText(summary)}'`).join('\n')}
    )
    _describe command commands
    return
  fi
  local command=$words[2]
  case $command in
${longer.map(zshActions).join('\n')}
  esac
  case $command in
${commands.map(zshCommand).join('\n')}
  esac
}
compdef _joust joust
`;
}

function zshActions({
  first,
  actions,
}: {
  readonly first: string;
  readonly actions: readonly string[];
}): string {
  return `    ${first})
      if (( CURRENT == 3 )); then compadd -- ${actions.join(' ')}; return; fi
      command="${first} $words[3]"; shift words; (( CURRENT-- )) ;;`;
}

function zshCommand({ name, options, words }: CommandSpec): string {
  const lines = Object.entries(options).flatMap(([option, spec]) => zshOption(option, spec));
  return `    '${name}') shift words; (( CURRENT-- )); _arguments -s \\
${[...lines, `'*:: :${zshAction(words.complete)}'`].map((line) => `      ${line}`).join(' \\\n')} ;;`;
}

function zshOption(
  name: string,
  { short, type, help, multiple, value, complete }: OptionSpec,
): readonly string[] {
  const action = type === 'boolean' ? '' : `:${value ?? 'value'}:${zshAction(complete)}`;
  const names = [`--${name}`, ...(short === undefined ? [] : [`-${short}`])];
  return names.map((one) => `'${multiple === true ? '*' : ''}${one}[${zshText(help)}]${action}'`);
}

function zshAction(complete: Completion | undefined): string {
  const { words, files } = candidates(complete);
  if (files !== undefined) return files === 'folder' ? '_files -/' : '_files';
  if (words === undefined) return ' ';
  return words.startsWith('$') ? `{compadd -- \${(f)"${words}"}}` : `(${words})`;
}

function zshText(text: string): string {
  return text.replaceAll("'", '').replaceAll(/[[\]:]/g, ' ');
}

function fish(commands: Commands): string {
  const heads = commands.map(({ name, summary }) => {
    const [first = '', action] = name.split(' ');
    const where =
      action === undefined
        ? '__fish_use_subcommand'
        : `"__fish_seen_subcommand_from ${first}; and not __fish_seen_subcommand_from ${actionsOf(first, commands).join(' ')}"`;
    return `complete -c joust -n ${where} -f -a ${action ?? first} -d ${fishText(summary)}`;
  });
  const firsts = wordsOf(commands).longer.map(
    ({ first, actions }) =>
      `complete -c joust -n __fish_use_subcommand -f -a ${first} -d ${fishText(familySummary(first, actions))}`,
  );
  return `# joust completion for fish\n${[...heads, ...firsts, ...commands.flatMap(fishCommand)].join('\n')}\n`;
}

function fishCommand({ name, options, words }: CommandSpec): readonly string[] {
  const seen = name.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`);
  const here = `complete -c joust -n "${seen.join('; and ')}"`;
  const lines = Object.entries(options).map(([option, { short, type, help, complete }]) => {
    const letter = short === undefined ? '' : ` -s ${short}`;
    const value = type === 'boolean' ? '' : ` -r${fishValue(complete)}`;
    return `${here} -l ${option}${letter}${value} -d ${fishText(help)}`;
  });
  const behind = fishValue(words.complete);
  return behind === '' ? lines : [...lines, `${here}${behind}`];
}

function fishValue(complete: Completion | undefined): string {
  const { words, files } = candidates(complete);
  if (files !== undefined) return ' -F';
  if (words === undefined) return '';
  return ` -f -a "${words.replace(/^\$\((.*)\)$/, '($1)')}"`;
}

function fishText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
