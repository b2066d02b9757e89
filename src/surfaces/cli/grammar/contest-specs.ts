// The commands that play contests: one for each format, as it describes itself, and those that go on with one.
import { type DescribedFormat, describedFormats } from '../../../domain/settings/settings.ts';
import type { CommandSpec, OptionSpec } from './command.ts';
import { detachOption, formatOptions, limitOptions, playOptions } from './contest-options.ts';

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
    markdown: {
      type: 'string',
      value: 'FILE',
      help: 'write the report as Markdown as well',
      complete: 'file',
    },
  },
  race: { apply: { type: 'boolean', help: 'apply the winner at the end, if there is a clear one' } },
};

export const formatSpecs: readonly CommandSpec[] = describedFormats.map(formatSpec);

function formatSpec(format: DescribedFormat): CommandSpec {
  const { name, summary, details, examples } = format;
  return {
    name,
    summary,
    usage: `[options] ${taken(format)}`,
    ...(details !== undefined && { details }),
    words: { min: 0, max: 1 },
    options: { ...formatOptions(format), ...extras[name] },
    ...(examples !== undefined && { examples }),
    load: async () => (await import('../commands/contest/contest-command.ts')).contestCommand(format),
  };
}

function taken({ takes, settings }: DescribedFormat): string {
  if (takes === 'prompt') return 'PROMPT';
  if ('entries' in takes) return 'ID';
  return `[${settings.find(({ name }) => name === takes.setting)?.value ?? takes.setting.toUpperCase()}]`;
}

const race = describedFormats.find(({ name }) => name === 'race');
const raceOptions = race === undefined ? {} : formatOptions(race);
const { judge, orders, 'self-judging': selfJudging } = raceOptions;

/** Races in other clothes. */
export const raceSpecs: readonly CommandSpec[] = [
  {
    name: 'do',
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
    summary: 'enter work made elsewhere, your own included, into a race on record',
    usage: '[options] ID BRANCH|PATCH|FOLDER',
    details:
      'A race of its own about ID: on the same base, with its entries and one more, all measured anew by the same checks. ' +
      'A branch or patch is put on the base; a folder holds the whole project as it should be.',
    words: { min: 2, max: 2 },
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
      ...detachOption,
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
    summary: 'play a contest on from where its record ends',
    usage: '[options] ID',
    details:
      'What is finished comes from the record; what still runs is re-attached; only the rest is run again.',
    words: { min: 0, max: 1 },
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
    summary: 'settle the question a contest waits for, and play it on',
    usage: '[options] ID ANSWER',
    words: { min: 2, max: 2 },
    options: { ...playOptions, ...leave },
    examples: ['joust answer @last yes'],
    load: async () => (await import('../commands/contest/answer-command.ts')).answerCommand,
  },
  {
    name: 'pick',
    summary: "say which of an arena's answers is better, and see whose they were",
    usage: '[options] ID a|b|tie|bad|skip',
    details:
      'a, pick a, left; b, pick b, right; tie, equal, both, neither, t; bad, both bad; skip, cancel, abort, never mind.',
    words: { min: 2, max: 8 },
    options: { ...playOptions, ...leave },
    examples: ['joust pick @last b'],
    load: async () => (await import('../commands/contest/answer-command.ts')).pickCommand,
  },
  {
    name: 'cancel',
    summary: 'end a contest for good',
    usage: 'ID',
    words: { min: 1, max: 1 },
    options: {},
    load: async () => (await import('../commands/contest/resume-command.ts')).cancelCommand,
  },
];
