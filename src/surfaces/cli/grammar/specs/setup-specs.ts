// The commands that look at this machine and set joust up on it.
import type { CommandSpec, OptionSpec } from '../command.ts';

const json: OptionSpec = { type: 'boolean', help: 'machine-readable output' };

export const setupSpecs: readonly CommandSpec[] = [
  {
    name: 'doctor',
    group: 'setup',
    summary: 'what is installed and logged in, what each can be held to, and what to do about the rest',
    usage: '[options] [AGENT...]',
    words: { min: 0, max: 64, complete: 'contestant' },
    options: {
      check: {
        type: 'boolean',
        help: 'send a one-word prompt to each and show latency and model (spends tokens)',
      },
      json,
    },
    examples: ['joust doctor', 'joust doctor claude codex --check'],
    page: 'getting-started',
    load: async () => (await import('../../commands/settings/doctor-command.ts')).doctorCommand,
  },
  {
    name: 'config',
    group: 'setup',
    summary: 'show and change settings',
    usage: 'show|path|get KEY|set KEY VALUE|unset KEY|edit',
    words: { min: 0, max: 3, complete: ['show', 'path', 'get', 'set', 'unset', 'edit'] },
    options: {
      project: { type: 'boolean', help: "the project's .joust/config.toml instead of your own file" },
      json,
    },
    examples: [
      'joust config show',
      'joust config set num 2',
      'joust config set race.sandbox os --project',
      'joust config edit',
    ],
    page: 'configuration',
    load: async () => (await import('../../commands/settings/trust-command.ts')).configProgram,
  },
  {
    name: 'trust',
    group: 'setup',
    summary: "see what a project's .joust/config.toml or a brief would run or change, and allow it",
    usage: '[PATH]',
    words: { min: 0, max: 1, complete: 'file' },
    options: {
      show: { type: 'boolean', help: 'only show what would be allowed' },
      yes: { type: 'boolean', help: 'allow it without being asked' },
      list: { type: 'boolean', help: 'the files that are trusted' },
      revoke: { type: 'boolean', help: 'take trust back' },
    },
    examples: [
      'joust trust --show',
      'joust trust',
      'joust trust 261115-landing-page',
      'joust trust --revoke',
    ],
    page: 'configuration',
    load: async () => (await import('../../commands/settings/trust-command.ts')).trustProgram,
  },
  {
    name: 'ledger copy',
    group: 'setup',
    summary: 'copy all contests from one ledger into another, verified by hash',
    usage: '[options] FROM TO',
    details:
      'FROM and TO are each: here (where your contests are on record now), the folder of a home of joust, or the address of a PostgreSQL database. What is there already is left as it is, so it can be called again; a contest that is being played is not copied. Nothing is taken out of FROM.',
    words: { min: 2, max: 2, complete: 'folder' },
    options: { json },
    examples: ['joust ledger copy ~/.local/share/joust here', 'joust ledger copy here /backup/joust'],
    page: 'pool',
    load: async () => (await import('../../commands/record/ledger-command.ts')).ledgerCopyCommand,
  },
  {
    name: 'install-skill',
    group: 'setup',
    summary: 'tell another agent about joust: a skill for claude, the MCP server for the others',
    usage: '[options] [claude|codex|gemini|opencode]',
    details:
      "Shows what would change in that agent's files and asks. What joust did not write is never overwritten, and what it put in can be taken out again, to the byte.",
    words: { min: 0, max: 1, complete: ['claude', 'codex', 'gemini', 'opencode'] },
    options: {
      project: { type: 'boolean', help: 'for this folder only, instead of your home' },
      remove: { type: 'boolean', help: 'take it out again' },
      yes: { type: 'boolean', short: 'y', help: 'do not ask' },
    },
    examples: ['joust install-skill', 'joust install-skill codex --remove'],
    page: 'skill',
    load: async () => (await import('../../commands/settings/skill-command.ts')).skillCommand,
  },
  {
    name: 'completion',
    group: 'setup',
    summary: 'print a completion script for a shell',
    usage: 'bash|zsh|fish',
    words: { min: 1, max: 1, complete: ['bash', 'zsh', 'fish'] },
    options: {},
    examples: ['joust completion bash > ~/.local/share/bash-completion/completions/joust'],
    page: 'getting-started',
    load: async () => (await import('../../commands/settings/completion-command.ts')).completionCommand,
  },
  {
    name: 'names',
    summary: 'what a shell completes names with',
    usage: 'agent|contestant|contest',
    words: { min: 1, max: 1 },
    options: {},
    examples: [],
    page: 'getting-started',
    load: async () => (await import('../../commands/settings/completion-command.ts')).namesCommand,
  },
];
