// What a terminal adds to operations: a pager, a board, colours, options of its own. An operation without a line here has
// the command that is derived from its description.
import {
  type CommandInput,
  type CommandProgram,
  type CommandSpec,
  type CommandWords,
  flag,
  type OptionSpec,
} from '../grammar/command.ts';
import { applyOption, readingOptions } from '../grammar/contest-options.ts';
import type { OperationProgram } from './operation-command.ts';

interface TerminalProgram {
  /** Options that only a terminal has; they take the place of derived ones with the same name. */
  readonly options?: CommandSpec['options'];
  /** How many words, where people may write more than the operation takes. */
  readonly words?: CommandWords;
  readonly usage?: string;
  readonly details?: string;
  /** Options that stand for another operation: `doctor --check` performs `doctor check`, `show --log ann` performs `log ann`. */
  readonly instead?: Readonly<Record<string, string>>;
  /** Wraps or replaces the derived command; absent: the derived one as it is. */
  load?(derived: OperationProgram): Promise<CommandProgram>;
}

const file = (help: string): OptionSpec => ({ type: 'string', value: 'FILE', complete: 'file', help });

const suiteFiles = {
  csv: file('write a row for each cell, for spreadsheets'),
  jsonl: file('write a line of JSON for each cell'),
  html: file('write one page that opens from disk: matrix, asserts, answers'),
  junit: file('write a test case for each cell'),
  markdown: file('write the report as Markdown'),
};
const playedSuite: TerminalProgram = {
  options: suiteFiles,
  load: async (derived) => (await import('./suite/suite-commands.ts')).playedSuite(derived),
};

const briefPrograms = async () => await import('./brief/brief-programs.ts');

const judging: TerminalProgram = {
  options: { reseal: { type: 'boolean', help: 'first seal the work folders as they are now' } },
  load: async (derived) => (await briefPrograms()).judgeCommand(derived),
};

export const terminalPrograms: Readonly<Record<string, TerminalProgram>> = {
  show: {
    options: {
      answer: { type: 'string', value: 'NAME', help: "only this contestant's answer" },
      log: {
        type: 'string',
        value: 'NAME',
        help: 'only the output of its process; NAME/CHECK: the output of a check',
      },
      timeline: { type: 'boolean', help: 'only the record in words, a line for each event' },
      events: { type: 'boolean', help: 'only the recorded events, one JSON object a line' },
      'what-if': {
        type: 'string',
        value: 'SIGNAL=N,...',
        help: 'rank a race with other weights, as in tests=0.5,diff=0',
      },
      ...readingOptions,
      pager: { type: 'boolean', help: 'in your pager ($PAGER, else less), on a terminal' },
    },
    instead: {
      answer: 'attempt',
      log: 'log',
      timeline: 'timeline',
      events: 'events',
      'what-if': 'what-if',
    },
    load: async (derived) => (await import('./record/show-command.ts')).showCommand(derived),
  },
  'brief judge': judging,
  'brief rejudge': judging,
  'brief consult': {
    options: { refine: { type: 'boolean', help: 'then play a round of that one contestant' } },
    load: async (derived) => (await briefPrograms()).consultCommand(derived),
  },
  'brief report': {
    options: { open: { type: 'boolean', help: 'show report.html in your browser' } },
    load: async (derived) => (await briefPrograms()).reportCommand(derived),
  },
  'brief diff': {
    options: { 'exit-code': { type: 'boolean', help: 'exit code 1 if nothing changed' } },
    load: async (derived) => (await briefPrograms()).diffCommand(derived),
  },
  export: {
    words: { min: 0, max: 2, id: true, complete: 'folder' },
    load: async (derived) => (await import('./record/export-command.ts')).exportCommand(derived),
  },
  pick: {
    words: { min: 1, max: 8, complete: 'contest' },
    details:
      'a, pick a, left; b, pick b, right; tie, equal, both, neither, t; bad, both bad; skip, cancel, abort, never mind.',
    load: async (derived) => (await import('./contest/pick-command.ts')).pickCommand(derived),
  },
  reply: {
    load: async (derived) => (await import('./contest/reply-command.ts')).replyCommand(derived),
  },
  do: { options: applyOption },
  'suite run': playedSuite,
  'suite resume': playedSuite,
  'suite retry': playedSuite,
  'suite report': {
    options: suiteFiles,
    load: async (derived) => (await import('./suite/suite-commands.ts')).reportedSuite(derived),
  },
  doctor: {
    options: {
      check: {
        type: 'boolean',
        help: 'send a one-word prompt to each and show latency and model (spends tokens)',
      },
    },
    instead: { check: 'doctor check' },
  },
  trust: {
    options: {
      show: { type: 'boolean', help: 'the same as --dry-run' },
      list: { type: 'boolean', help: 'the files that are trusted' },
      revoke: { type: 'boolean', help: 'take trust back' },
    },
    instead: { list: 'trust list', revoke: 'trust revoke' },
    load: async (derived) => (input, cli) =>
      derived({ ...input, options: { ...input.options, 'dry-run': dryRun(input) } }, cli),
  },
  'preferences export': {
    words: { min: 0, max: 1, complete: 'file' },
    usage: '[options] [FILE]',
    load: async (derived) => (await import('./record/export-preferences.ts')).exportPreferences(derived),
  },
};

function dryRun(input: CommandInput): boolean {
  return flag(input, 'show') || flag(input, 'dry-run');
}
