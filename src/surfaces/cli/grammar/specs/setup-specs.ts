// The commands that only a terminal has, and that set joust up: opening an editor, and scripts for shells.
import type { CommandSpec } from '../command.ts';

export const setupSpecs: readonly CommandSpec[] = [
  {
    name: 'config edit',
    group: 'setup',
    summary: 'open your config file in your editor, and check what you wrote',
    usage: '[options]',
    words: { min: 0, max: 0 },
    options: {
      project: { type: 'boolean', help: "the project's .joust/config.toml instead of your own file" },
    },
    examples: ['joust config edit', 'joust config edit --project'],
    page: 'configuration',
    load: async () => (await import('../../commands/settings/edit-command.ts')).editCommand,
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
];
