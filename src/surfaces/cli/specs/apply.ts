// How joust apply is called.
import type { CommandSpec } from '../command.ts';

export const applySpec: CommandSpec = {
  name: 'apply',
  summary: "put the winner's change into your files",
  usage: '[options] ID',
  details:
    'Shows what would change first. Your own work since the contest began is merged, or nothing is written. joust undo takes it back.',
  words: { min: 0, max: 1 },
  options: {
    as: { type: 'string', value: 'NAME', help: "this contestant's entry instead of the winner's" },
    commit: { type: 'boolean', help: 'commit just these files, as you and with your hooks' },
    branch: { type: 'string', value: 'NAME', help: 'on a new branch instead; no file of yours is touched' },
    message: {
      type: 'string',
      value: 'TEXT',
      help: 'what the commit says (default: the first line of the task)',
    },
    yes: { type: 'boolean', short: 'y', help: 'do not ask' },
  },
  examples: [
    'joust apply @last',
    'joust apply 4k2 --as codex --branch codex-try',
    'joust apply @last --commit',
  ],
  load: async () => (await import('../apply-command.ts')).applyCommand,
};
