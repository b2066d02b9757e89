// The options that commands share: who plays, at what limits, and how it is shown.
import type { OptionSpec } from './command.ts';

/** What a contest may take, judges included. */
export const limitOptions: Readonly<Record<string, OptionSpec>> = {
  'max-usd': { type: 'string', value: 'USD', help: 'most money the contest may take' },
  'max-tokens': { type: 'string', value: 'N', help: 'most tokens the contest may take' },
  'max-attempts': { type: 'string', value: 'N', help: 'most attempts the contest may start' },
  'max-time': { type: 'string', value: 'TIME', help: 'longest time the contest may be played: 90s, 30m, 2h' },
};

/** How it is played, new or resumed. */
export const playOptions: Readonly<Record<string, OptionSpec>> = {
  'wait-for-quota': {
    type: 'string',
    value: '[TIME]',
    optional: true,
    help: 'wait for quotas that are back within TIME (or however long it takes) instead of parking',
  },
  yes: { type: 'boolean', short: 'y', help: 'agree to what would be asked before it starts' },
  json: { type: 'boolean', help: 'one JSON object per event on standard output (schema/output.schema.json)' },
};

/** Shared by every command that plays a contest. */
export const contestOptions: Readonly<Record<string, OptionSpec>> = {
  num: {
    type: 'string',
    short: 'n',
    value: 'N',
    help: 'how many contestants when none are named (default 3)',
  },
  contestant: {
    type: 'string',
    short: 'c',
    multiple: true,
    value: 'SPEC',
    help: 'a contestant: agent, agent/model or a configured name, *N for copies; sets roster and order',
    complete: 'contestant',
  },
  exclude: {
    type: 'string',
    short: 'x',
    multiple: true,
    value: 'NAME',
    help: 'leave out; replaces the configured list',
    complete: 'contestant',
  },
  model: {
    type: 'string',
    short: 'm',
    multiple: true,
    value: 'AGENT=MODEL',
    help: "an agent's model",
    complete: 'agent',
  },
  effort: { type: 'string', short: 'e', value: 'WORD', help: 'reasoning effort, where the agent has it' },
  timeout: {
    type: 'string',
    short: 't',
    value: 'TIME',
    help: 'limit per attempt: 90, 90s, 15m (default 15m)',
  },
  file: {
    type: 'string',
    short: 'f',
    multiple: true,
    value: 'PATH',
    help: 'a file added to the prompt; - is standard input',
    complete: 'file',
  },
  'max-parallel': { type: 'string', value: 'N', help: 'how many cloud attempts run at once (default 8)' },
  cwd: {
    type: 'string',
    value: 'FOLDER',
    help: 'where contestants work (default: here)',
    complete: 'folder',
  },
  ...limitOptions,
  ...playOptions,
  detach: { type: 'boolean', help: "print the contest's id and leave; a process of its own plays it" },
};

/** For formats in which somebody judges. */
export const judgeOptions: Readonly<Record<string, OptionSpec>> = {
  judge: {
    type: 'string',
    short: 'j',
    multiple: true,
    value: 'SPEC',
    help: 'a judge (default: the first usable one of a family that does not play, else one of each family)',
    complete: 'contestant',
  },
  orders: {
    type: 'string',
    value: 'one|both',
    help: 'how often a judge sees a pair (default both up to 6 contestants)',
    complete: ['one', 'both'],
  },
  'self-judging': {
    type: 'string',
    value: 'RULE',
    help: "a judge's verdict where one side is of its own family: exclude (default), warn or allow",
    complete: ['exclude', 'warn', 'allow'],
  },
};

export const paraphraseOption: Readonly<Record<string, OptionSpec>> = {
  paraphrase: {
    type: 'string',
    value: 'SPEC',
    help: 'have this one restate the entries before judges see them, to hide their style',
    complete: 'contestant',
  },
};
