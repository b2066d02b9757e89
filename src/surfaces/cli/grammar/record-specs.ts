// The commands that look at what is on record over all contests, say a word about it, or take an entry into one's files.
import type { CommandSpec, OptionSpec } from './command.ts';

const json: OptionSpec = { type: 'boolean', help: 'machine-readable output' };

export const applySpecs: readonly CommandSpec[] = [
  {
    name: 'diff',
    summary: 'what an entry changes, or what tells two of them apart',
    usage: '[options] ID [NAME]',
    details: "The winner's unless you name one; without a winner, the figures of all.",
    words: { min: 0, max: 2 },
    options: {
      against: { type: 'string', value: 'NAME', help: "this contestant's entry instead of the base" },
      stat: { type: 'boolean', help: 'only the files and their figures' },
      json: { type: 'boolean', help: 'machine-readable output, with the patch as it is' },
    },
    examples: ['joust diff @last', 'joust diff 4k2 claude --against codex'],
    load: async () => (await import('../commands/apply/diff-command.ts')).diffCommand,
  },
  {
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
    load: async () => (await import('../commands/apply/apply-command.ts')).applyCommand,
  },
  {
    name: 'undo',
    summary: 'take back what joust apply did, exactly',
    usage: 'ID',
    details: 'Refused where the files, the commit or the branch changed since.',
    words: { min: 0, max: 1 },
    options: {},
    load: async () => (await import('../commands/apply/apply-command.ts')).undoCommand,
  },
];

export const recordSpecs: readonly CommandSpec[] = [
  {
    name: 'winner',
    summary: 'say who won a contest, beside what was computed',
    usage: '[options] ID NAME',
    words: { min: 2, max: 2 },
    options: { reason: { type: 'string', value: 'TEXT', help: 'needed: why' } },
    load: async () => (await import('../commands/record/winner-command.ts')).winnerCommand,
  },
  {
    name: 'preferences',
    summary: 'what you picked in arenas: look at it, forget it, keep it, pass it on',
    usage: '[options] list|show ID|forget ID|export [FILE]|import FILE',
    details: 'Export and import are JSON, one preference a line (schema/preference.schema.json).',
    words: { min: 0, max: 2, complete: ['list', 'show', 'forget', 'export', 'import'] },
    options: {
      tag: { type: 'string', multiple: true, value: 'TAG', help: 'only those with this tag' },
      json,
    },
    load: async () => (await import('../commands/record/preferences-command.ts')).preferencesCommand,
  },
  {
    name: 'leaderboard',
    summary: 'who is how good, over all contests on record, with what is not known',
    usage: '[options]',
    details: 'From verdicts of judges and people; the same agent, model and effort count as one contestant.',
    words: { min: 0, max: 0 },
    options: {
      source: {
        type: 'string',
        value: 'WHO',
        help: 'only verdicts of judges, people or checks',
        complete: ['judges', 'people', 'checks'],
      },
      format: { type: 'string', value: 'NAME', help: 'only contests of this format' },
      project: {
        type: 'string',
        value: 'FOLDER',
        help: 'only contests played in this folder or below',
        complete: 'folder',
      },
      tag: { type: 'string', value: 'TAG', help: 'only contests with this tag' },
      since: { type: 'string', value: 'WHEN', help: 'only later ones: 12h, 30d, 8w or a date' },
      simulated: { type: 'boolean', help: 'count simulated contests as well' },
      markdown: { type: 'boolean', help: 'as a Markdown table' },
      json: { type: 'boolean', help: 'machine-readable output' },
    },
    load: async () => (await import('../commands/record/totals-command.ts')).leaderboardCommand,
  },
];
