// The commands of people's own word on contests, and of what all verdicts come to.
import type { CommandSpec, OptionSpec } from '../command.ts';

const json: OptionSpec = { type: 'boolean', help: 'machine-readable output' };

export const decideSpecs: readonly CommandSpec[] = [
  {
    name: 'winner',
    group: 'decide',
    summary: 'say who won a contest, beside what was computed',
    usage: '[options] [ID] NAME',
    words: { min: 1, max: 2, id: true, complete: 'contest' },
    options: { reason: { type: 'string', value: 'TEXT', help: 'needed: why' } },
    examples: ['joust winner codex --reason "the only one that handles an empty list"'],
    page: 'formats/judge',
    load: async () => (await import('../../commands/contest/answer-command.ts')).winnerCommand,
  },
  {
    name: 'preferences',
    group: 'decide',
    summary: 'what you picked in arenas: look at it, forget it, keep it, pass it on',
    usage: '[options] list|show ID|forget ID|export [FILE]|import FILE',
    details: 'Export and import are JSON, one preference a line (schema/preference.schema.json).',
    words: { min: 0, max: 2, complete: ['list', 'show', 'forget', 'export', 'import'] },
    options: {
      tag: { type: 'string', multiple: true, value: 'TAG', help: 'only those with this tag' },
      yes: { type: 'boolean', short: 'y', help: 'forget without asking' },
      json,
    },
    examples: [
      'joust preferences list --tag regex',
      'joust preferences export picks.jsonl',
      'joust preferences import picks.jsonl',
    ],
    page: 'formats/arena',
    load: async () => (await import('../../commands/record/preferences-command.ts')).preferencesCommand,
  },
  {
    name: 'leaderboard',
    group: 'decide',
    summary: 'who is how good over all contests on record, and how sure that is',
    usage: '[options]',
    details: 'From verdicts of judges and people; the same agent, model and effort count as one contestant.',
    words: { min: 0, max: 0 },
    options: {
      source: {
        type: 'string',
        value: 'WHO',
        help: 'only verdicts of judges, people or checks, or words of programs, which count nowhere else',
        complete: ['judges', 'people', 'programs', 'checks'],
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
      json,
    },
    examples: ['joust leaderboard', 'joust leaderboard --source people --tag regex --since 30d'],
    page: 'judging',
    load: async () => (await import('../../commands/record/totals-command.ts')).leaderboardCommand,
  },
  {
    name: 'judges',
    group: 'decide',
    summary: 'what is known of each judge and model: how often it is right, and what that weighs',
    usage: '[options]',
    details:
      'From calibrations (joust calibrate), and from what people, checks of races and panels said of the same entries.',
    words: { min: 0, max: 0 },
    options: { simulated: { type: 'boolean', help: 'those who play from a script as well' }, json },
    examples: ['joust judges', 'joust judges --json'],
    page: 'judging',
    load: async () => (await import('../../commands/record/totals-command.ts')).judgesCommand,
  },
];
