// Every command of the CLI, in the order of the help.
import type { CommandSpec, OptionSpec } from './command.ts';

const json: OptionSpec = { type: 'boolean', help: 'machine-readable output' };

/** Shared by every command that plays a contest. */
const contestOptions: Readonly<Record<string, OptionSpec>> = {
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
  json: { type: 'boolean', help: 'one JSON object per event on standard output (schema/output.schema.json)' },
  detach: { type: 'boolean', help: "print the contest's id and leave; a process of its own plays it" },
};

export const commands: readonly CommandSpec[] = [
  {
    name: 'ask',
    summary: 'put one question to several agents, side by side',
    usage: '[options] PROMPT',
    details: 'Every answer is printed the moment it lands. Contestants may read the folder, not write to it.',
    words: { min: 0, max: 1 },
    options: {
      ...contestOptions,
      write: {
        type: 'boolean',
        help: 'let the contestant change files here (one contestant, or with --in-place)',
      },
      yolo: { type: 'boolean', help: 'let the contestant do anything (one contestant, or with --in-place)' },
      'in-place': { type: 'boolean', help: 'several contestants may write in this folder at the same time' },
    },
    examples: [
      'joust ask "why is this test flaky?" -f test.log',
      'joust ask -c claude/opus -c codex "review the last commit"',
      'git diff | joust ask -n 2 -f - "what could break?"',
    ],
    load: async () => (await import('./ask-command.ts')).askCommand,
  },
  {
    name: 'demo',
    summary: 'see a contest of simulated agents; needs no account, key or network',
    usage: '',
    words: { min: 0, max: 0 },
    options: {},
    load: async () => (await import('./demo-command.ts')).demoCommand,
  },
  {
    name: 'list',
    summary: 'the contests on record, newest first',
    usage: '[options]',
    words: { min: 0, max: 0 },
    options: {
      state: {
        type: 'string',
        value: 'STATE',
        help: 'only these',
        complete: ['playing', 'open', 'closed', 'cancelled'],
      },
      limit: { type: 'string', value: 'N', help: 'how many at most (default 20)' },
      json,
    },
    load: async () => (await import('./list-command.ts')).listCommand,
  },
  {
    name: 'show',
    summary: 'a contest as its record tells it',
    usage: '[options] ID',
    details: 'ID may be a unique beginning of it, or @last.',
    words: { min: 0, max: 1 },
    options: {
      answer: { type: 'string', value: 'NAME', help: "only this contestant's answer" },
      log: { type: 'string', value: 'NAME', help: 'what its process printed, as it was' },
      events: { type: 'boolean', help: 'the recorded events, one JSON object a line' },
      json,
    },
    load: async () => (await import('./show-command.ts')).showCommand,
  },
  {
    name: 'tail',
    summary: 'watch a contest from any terminal, from its beginning',
    usage: 'ID [NAME]',
    details: 'Answers as they land; with NAME, what that contestant says as it says it.',
    words: { min: 0, max: 2 },
    options: {},
    load: async () => (await import('./tail-command.ts')).tailCommand,
  },
  {
    name: 'resume',
    summary: 'play a contest on from where its record ends',
    usage: '[options] ID',
    details:
      'What is finished comes from the record; what still runs is re-attached; only the rest is run again.',
    words: { min: 0, max: 1 },
    options: { json: { type: 'boolean', help: 'one JSON object per event on standard output' } },
    load: async () => (await import('./resume-command.ts')).resumeCommand,
  },
  {
    name: 'cancel',
    summary: 'end a contest for good',
    usage: 'ID',
    words: { min: 1, max: 1 },
    options: {},
    load: async () => (await import('./cancel-command.ts')).cancelCommand,
  },
  {
    name: 'export',
    summary: 'write a contest as a folder to read, keep and pass on',
    usage: '[options] ID FOLDER',
    details:
      'FOLDER must be new or empty. It holds answers, a report and a manifest with the hash of every file.',
    words: { min: 2, max: 2, complete: 'folder' },
    options: {
      operator: { type: 'boolean', help: 'with events, logs and paths, which are not for everybody' },
    },
    load: async () => (await import('./export-command.ts')).exportCommand,
  },
  {
    name: 'usage',
    summary: 'tokens and cost of the attempts on record, and where the figures come from',
    usage: '[options]',
    details: 'What is unknown is counted, never taken for zero. Days are those of UTC.',
    words: { min: 0, max: 0 },
    options: {
      by: {
        type: 'string',
        value: 'WHAT',
        help: 'agent (default), model, day or format',
        complete: ['agent', 'model', 'day', 'format'],
      },
      simulated: { type: 'boolean', help: 'count simulated attempts as well' },
      json,
    },
    load: async () => (await import('./usage-command.ts')).usageCommand,
  },
  {
    name: 'doctor',
    summary: 'what is installed, logged in and honoured, and what to do about the rest',
    usage: '[options] [AGENT...]',
    words: { min: 0, max: 64, complete: 'contestant' },
    options: {
      check: {
        type: 'boolean',
        help: 'send a one-word prompt to each and show latency and model (spends tokens)',
      },
      json,
    },
    load: async () => (await import('./doctor-command.ts')).doctorCommand,
  },
  {
    name: 'config',
    summary: 'show and change settings',
    usage: 'show|path|get KEY|set KEY VALUE|unset KEY|edit',
    words: { min: 0, max: 3, complete: ['show', 'path', 'get', 'set', 'unset', 'edit'] },
    options: {
      project: { type: 'boolean', help: "the project's .joust/config.toml instead of your own file" },
      json,
    },
    load: async () => (await import('./config-program.ts')).configProgram,
  },
  {
    name: 'trust',
    summary: "let a project's .joust/config.toml run programs, name addresses and lift limits",
    usage: '[PATH]',
    words: { min: 0, max: 1, complete: 'file' },
    options: {
      list: { type: 'boolean', help: 'the files that are trusted' },
      revoke: { type: 'boolean', help: 'take trust back' },
    },
    load: async () => (await import('./config-program.ts')).trustProgram,
  },
  {
    name: 'completion',
    summary: 'print a completion script for a shell',
    usage: 'bash|zsh|fish',
    words: { min: 1, max: 1, complete: ['bash', 'zsh', 'fish'] },
    options: {},
    examples: ['joust completion bash > ~/.local/share/bash-completion/completions/joust'],
    load: async () => (await import('./completion-command.ts')).completionCommand,
  },
  {
    name: 'names',
    summary: 'what a shell completes names with',
    usage: 'agent|contestant',
    hidden: true,
    words: { min: 1, max: 1 },
    options: {},
    load: async () => (await import('./names-command.ts')).namesCommand,
  },
];
