// What a command of the CLI is: data for parsing, help and completion, and a program that is loaded when it is run.

import type { Effect } from '../../../domain/settings/described-operations.ts';
import type { CommandGroup, OptionGroup } from '../../../domain/settings/groups.ts';
import type { Machine } from '../../../process/machine.ts';

export interface OptionSpec {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly multiple?: boolean;
  /** Its value may be left out, and is empty then; with `=`, or as the next word where that is a time. */
  readonly optional?: boolean;
  /** How the help names the value. */
  readonly value?: string;
  readonly help: string;
  /** The heading it stands under in help; absent: it is the command's own. */
  readonly group?: OptionGroup;
  readonly complete?: Completion;
}

/** What a shell offers behind an option or command. */
export type Completion = 'contestant' | 'agent' | 'contest' | 'file' | 'folder' | readonly string[];

export interface CommandSpec {
  /** One word, or two: `brief new`. */
  readonly name: string;
  /** Of two words: the first word alone means it. */
  readonly usual?: true | undefined;
  /** Where the help has it; absent: nowhere, for it is for programs and not for people. */
  readonly group?: CommandGroup;
  readonly summary: string;
  /** Absent: the command only runs something, such as a server. */
  readonly effect?: Effect;
  /** Behind the name on the usage line. */
  readonly usage: string;
  readonly details?: string;
  readonly options: Readonly<Record<string, OptionSpec>>;
  readonly words: CommandWords;
  /** Lines to copy, at least one of each command that the help has. */
  readonly examples: readonly string[];
  /** The page about it under docs/, without its ending. */
  readonly page: string;
  load(): Promise<CommandProgram>;
}

/** How many words may stand behind a command. */
export interface CommandWords {
  readonly min: number;
  readonly max: number;
  /** The first of them names a contest and may be left out: then it is the last one that fits. */
  readonly id?: true;
  readonly complete?: Completion;
}

export type CommandProgram = (input: CommandInput, world: CliWorld) => Promise<number>;

export interface CommandInput {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
}

export interface Terminal {
  readonly isTty: boolean;
  columns(): number;
  rows(): number;
  write(text: string): void;
  /** Styled where the stream shows styles; NO_COLOR and FORCE_COLOR are heeded. */
  style(format: Style, text: string): string;
}

export type Style =
  | 'bold'
  | 'dim'
  | 'italic'
  | 'underline'
  | 'red'
  | 'green'
  | 'yellow'
  | 'blue'
  | 'magenta'
  | 'cyan';

export interface CliWorld {
  readonly machine: Machine;
  readonly stdout: Terminal;
  readonly stderr: Terminal;
  readonly stdin: {
    readonly isTty: boolean;
    /** To its end; `waiting` is told where nothing comes for two seconds. */
    read(waiting?: () => void): Promise<string>;
  };
  /** Every command there is. */
  readonly commands: readonly CommandSpec[];
  /** Aborted by the first interrupt; the process leaves when the command returns. */
  readonly signal: AbortSignal;
}

export function text(input: CommandInput, name: string): string | undefined {
  const value = input.options[name];
  return typeof value === 'string' ? value : undefined;
}

export function flag(input: CommandInput, name: string): boolean {
  return input.options[name] === true;
}

export function texts(input: CommandInput, name: string): readonly string[] {
  const value = input.options[name];
  return Array.isArray(value) ? value : [];
}
