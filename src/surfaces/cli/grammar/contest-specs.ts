// The commands that play contests, one for each format as it describes itself, and those that look at what is on record.
import { type DescribedFormat, describedFormats } from '../../../domain/settings/settings.ts';
import type { CommandSpec, OptionSpec } from './command.ts';
import { ciOptions, formatOptions, limitOptions, playOptions, startOptions } from './contest-options.ts';

/** What the command line alone adds to a format. */
const extras: Readonly<Record<string, Readonly<Record<string, OptionSpec>>>> = {
  arena: {
    series: {
      type: 'string',
      value: 'FILE',
      help: 'one arena for each line of this file, with a running tally',
      complete: 'file',
    },
    from: { type: 'string', value: 'N', help: 'the prompt of the series to begin with' },
    pending: { type: 'boolean', help: 'the arenas that are still to be picked' },
  },
  oracle: {
    context: {
      type: 'string',
      multiple: true,
      value: 'FILE',
      help: 'a file it is shown, the same as --file; - is standard input',
      complete: 'file',
    },
  },
  review: {
    sarif: { type: 'string', value: 'FILE', help: 'write the findings as SARIF as well', complete: 'file' },
    ...ciOptions,
  },
  race: {
    apply: { type: 'boolean', help: 'apply the winner at the end, if there is a clear one' },
    ...ciOptions,
  },
};

export const formatSpecs: readonly CommandSpec[] = describedFormats
  .filter(({ command }) => command !== 'own')
  .map(formatSpec);

function formatSpec(format: DescribedFormat): CommandSpec {
  const { name, group, summary, details, examples, takes } = format;
  const ofRecord = typeof takes === 'object' && 'entries' in takes;
  return {
    name,
    group,
    summary,
    usage: `[options] ${taken(format)}`,
    ...(details !== undefined && { details }),
    words: { min: 0, max: 1, ...(ofRecord && { complete: 'contest' }) },
    options: { ...formatOptions(format), ...extras[name] },
    ...(examples !== undefined && { examples }),
    load: async () => (await import('../commands/contest/contest-command.ts')).contestCommand(format),
  };
}

function taken({ takes, settings }: DescribedFormat): string {
  if (takes === 'prompt') return 'PROMPT';
  if ('entries' in takes) return '[ID]';
  return `[${settings.find(({ name }) => name === takes.setting)?.value ?? takes.setting.toUpperCase()}]`;
}

const ask = describedFormats.find(({ name }) => name === 'ask');

/** An ask that goes on from an answer. */
export const replySpecs: readonly CommandSpec[] = [
  {
    name: 'reply',
    group: 'ask',
    summary: 'go on from an answer on record, with the conversation so far',
    usage: '[options] [ID [NAME]] PROMPT',
    details: 'Whoever gave the answer is asked, or those you name with -c.',
    words: { min: 1, max: 3, complete: 'contest' },
    options: ask === undefined ? {} : formatOptions(ask),
    examples: ['joust reply "and in Rust?"', 'joust reply 4k2 claude "why not the second way?" -c codex'],
    load: async () => (await import('../commands/contest/contest-command.ts')).replyCommand,
  },
];

const race = describedFormats.find(({ name }) => name === 'race');
const raceOptions = race === undefined ? {} : formatOptions(race);
const { judge, orders, 'self-judging': selfJudging } = raceOptions;

/** Races in other clothes. */
export const raceSpecs: readonly CommandSpec[] = [
  {
    name: 'do',
    group: 'change',
    summary: 'one contestant makes a change, measured like a race; kinds of tasks you name are raced',
    usage: '[options] TASK',
    details:
      "Who: -c, else `contestant` in [race] of your config, else the leaderboard's best for the tag. A tag among `tags` in [race] makes it a race.",
    words: { min: 0, max: 1 },
    options: { ...raceOptions, ...extras['race'] },
    examples: ['joust do "rename the option"', 'joust do --tag build --apply "update the bundler"'],
    load: async () => (await import('../commands/contest/contest-command.ts')).doCommand,
  },
  {
    name: 'adopt',
    group: 'change',
    summary: 'enter work made elsewhere, your own included, into a race on record',
    usage: '[options] [ID] BRANCH|PATCH|FOLDER',
    details:
      'A race of its own about ID: on the same base, with its entries and one more, all measured anew by the same checks. ' +
      'A branch or patch is put on the base; a folder holds the whole project as it should be.',
    words: { min: 1, max: 2, id: true, complete: 'contest' },
    options: {
      name: {
        type: 'string',
        value: 'NAME',
        help: 'what the report calls it (default: from the branch or file)',
      },
      ...(judge !== undefined && { judge }),
      ...(orders !== undefined && { orders }),
      ...(selfJudging !== undefined && { 'self-judging': selfJudging }),
      ...limitOptions,
      ...playOptions,
      ...startOptions,
    },
    examples: ['joust adopt @last my-branch', 'joust adopt 4k2 ../fix.patch --name mine --judge claude'],
    load: async () => (await import('../commands/contest/contest-command.ts')).adoptCommand,
  },
];

const leave: Readonly<Record<string, OptionSpec>> = {
  detach: { type: 'boolean', help: 'leave it to a process of its own' },
};

export const goOnSpecs: readonly CommandSpec[] = [
  {
    name: 'resume',
    group: 'record',
    summary: 'play a contest on from where its record ends',
    usage: '[options] [ID]',
    details:
      'What is finished comes from the record; what still runs is re-attached; only the rest is run again.',
    words: { min: 0, max: 1, complete: 'contest' },
    options: {
      'retry-failed': { type: 'boolean', help: 'run failed attempts again; what depends on them follows' },
      only: { type: 'string', multiple: true, value: 'NAME', help: 'only this contestant plays on' },
      ...limitOptions,
      ...playOptions,
      ...leave,
    },
    load: async () => (await import('../commands/contest/resume-command.ts')).resumeCommand,
  },
  {
    name: 'answer',
    group: 'record',
    summary: 'settle the question a contest waits for, and play it on',
    usage: '[options] [ID] ANSWER',
    words: { min: 1, max: 2, id: true, complete: 'contest' },
    options: { ...playOptions, ...leave },
    examples: ['joust answer yes', 'joust answer 4k2 no'],
    load: async () => (await import('../commands/contest/answer-command.ts')).answerCommand,
  },
  {
    name: 'pick',
    group: 'decide',
    summary: "say which of an arena's answers is better, and see whose they were",
    usage: '[options] [ID] a|b|tie|bad|skip',
    details:
      'a, pick a, left; b, pick b, right; tie, equal, both, neither, t; bad, both bad; skip, cancel, abort, never mind.',
    words: { min: 1, max: 8, complete: 'contest' },
    options: { ...playOptions, ...leave },
    examples: ['joust pick b', 'joust pick 4k2 both bad'],
    load: async () => (await import('../commands/contest/answer-command.ts')).pickCommand,
  },
  {
    name: 'cancel',
    group: 'record',
    summary: 'end a contest for good',
    usage: '[ID]',
    words: { min: 0, max: 1, complete: 'contest' },
    options: {},
    load: async () => (await import('../commands/contest/resume-command.ts')).cancelCommand,
  },
];

const json: OptionSpec = { type: 'boolean', help: 'machine-readable output' };

/**
 * The commands that look at what is on record over all contests, say a word about it, or take an entry into one's
 * files.
 */
export const applySpecs: readonly CommandSpec[] = [
  {
    name: 'diff',
    group: 'change',
    summary: 'what an entry changes, or what tells two of them apart',
    usage: '[options] [ID [NAME]]',
    details: "The winner's unless you name one; without a winner, the figures of all.",
    words: { min: 0, max: 2, complete: 'contest' },
    options: {
      against: { type: 'string', value: 'NAME', help: "this contestant's entry instead of the base" },
      stat: { type: 'boolean', help: 'only the files and their figures' },
      json: { type: 'boolean', help: 'machine-readable output, with the patch as it is' },
    },
    examples: ['joust diff', 'joust diff 4k2 claude --against codex'],
    load: async () => (await import('../commands/apply/diff-command.ts')).diffCommand,
  },
  {
    name: 'apply',
    group: 'change',
    summary: "put the winner's change into your files",
    usage: '[options] [ID]',
    details:
      'Shows what would change first. Your own work since the contest began is merged, or nothing is written. joust undo takes it back.',
    words: { min: 0, max: 1, complete: 'contest' },
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
    examples: ['joust apply', 'joust apply 4k2 --as codex --branch codex-try', 'joust apply --commit'],
    load: async () => (await import('../commands/apply/apply-command.ts')).applyCommand,
  },
  {
    name: 'undo',
    group: 'change',
    summary: 'take back what joust apply did, exactly',
    usage: '[ID]',
    details: 'Refused where the files, the commit or the branch changed since.',
    words: { min: 0, max: 1, complete: 'contest' },
    options: {},
    load: async () => (await import('../commands/apply/apply-command.ts')).undoCommand,
  },
];

export const recordSpecs: readonly CommandSpec[] = [
  {
    name: 'winner',
    group: 'decide',
    summary: 'say who won a contest, beside what was computed',
    usage: '[options] [ID] NAME',
    words: { min: 1, max: 2, id: true, complete: 'contest' },
    options: { reason: { type: 'string', value: 'TEXT', help: 'needed: why' } },
    load: async () => (await import('../commands/contest/answer-command.ts')).winnerCommand,
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
      json,
    },
    load: async () => (await import('../commands/record/preferences-command.ts')).preferencesCommand,
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
