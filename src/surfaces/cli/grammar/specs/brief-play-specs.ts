// The commands of a brief that play a contest: the options of every contest, and what each adds.
import { contestSettings, describedFormats } from '../../../../domain/settings/settings.ts';
import type { CommandSpec, CommandWords, OptionSpec } from '../command.ts';
import { ciOptions, limitOptions, optionsOf, playOptions, startOptions } from '../contest-options.ts';

type Options = Readonly<Record<string, OptionSpec>>;

/** Behind an action: the folder of the brief, here where none is named. */
const folderWord: CommandWords = { min: 0, max: 1, complete: 'folder' };

const general = optionsOf(
  contestSettings.filter(({ name }) =>
    ['effort', 'timeout', 'idle', 'maxParallel', 'envPass'].includes(name),
  ),
);
const ofBrief = optionsOf(describedFormats.find(({ name }) => name === 'brief')?.settings ?? []);
const playing: Options = { ...general, ...limitOptions, ...playOptions, ...startOptions };

/** Somebody of the brief. */
export const contestant: OptionSpec = {
  type: 'string',
  short: 'c',
  multiple: true,
  value: 'NAME',
  help: 'only this contestant of the brief (say it again for more)',
  complete: 'contestant',
};
const judging: Options = {
  judge: {
    type: 'string',
    short: 'j',
    multiple: true,
    value: 'SPEC',
    help: 'a judge in the place of those of the brief (say it again for more)',
    complete: 'contestant',
  },
  'one-at-a-time': {
    type: 'boolean',
    help: 'each entry in a call of its own, for entries that are too large together',
  },
  even: { type: 'boolean', help: "even out Markdown in judges' copies: headings, bold type, tables" },
  reseal: { type: 'boolean', help: 'take in what was changed in the work folders first' },
  ...playing,
  ...ciOptions,
};

export const briefPlaySpecs: readonly CommandSpec[] = [
  {
    name: 'brief play',
    group: 'brief',
    summary: 'have everybody who has not handed in yet do the task, each alone in a folder of its own',
    usage: '[options] [FOLDER]',
    details:
      'Contestants get BRIEF.md and a copy of raw/, and hand in what they leave in out/; you find it in work/NAME/out. Nobody is ranked: joust brief judge does that.',
    words: folderWord,
    options: {
      contestant,
      again: { type: 'boolean', help: 'those who have handed in play anew as well' },
      ...ofBrief,
      ...playing,
      ...ciOptions,
    },
    examples: ['joust brief play', 'joust brief play 261115-landing-page -c claude'],
    page: 'briefs',
    load: async () => (await import('../../commands/brief/play-commands.ts')).playCommand,
  },
  {
    name: 'brief judge',
    group: 'brief',
    summary: 'have a panel score the entries by the rubric, without names',
    usage: '[options] [FOLDER]',
    details:
      'Each judge sees all entries at once, in an order of its own. The result stands in judging/; joust brief report sums it up.',
    words: folderWord,
    options: judging,
    examples: ['joust brief judge', 'joust brief judge --judge gemini --judge codex'],
    page: 'briefs',
    load: async () => (await import('../../commands/brief/play-commands.ts')).judgeCommand,
  },
  {
    name: 'brief rejudge',
    group: 'brief',
    summary: 'judge again, shuffled anew; earlier scores stay on record and do not count',
    usage: '[options] [FOLDER]',
    words: folderWord,
    options: judging,
    examples: ['joust brief rejudge', 'joust brief rejudge --judge gemini --one-at-a-time'],
    page: 'briefs',
    load: async () => (await import('../../commands/brief/play-commands.ts')).judgeCommand,
  },
  {
    name: 'brief refine',
    group: 'brief',
    summary: 'another round: each goes on from its own work, with your feedback',
    usage: '[options] [FOLDER]',
    details:
      'FEEDBACK.md is for everybody, FEEDBACK_NAME.md for one of them (by contestant, else by agent). Earlier rounds stay in rounds/.',
    words: folderWord,
    options: {
      contestant,
      feedback: {
        type: 'string',
        value: 'FILE',
        help: 'feedback for everybody, in the place of FEEDBACK.md',
        complete: 'file',
      },
      ...ofBrief,
      ...playing,
    },
    examples: ['joust brief refine', 'joust brief refine --feedback notes.md -c claude'],
    page: 'briefs',
    load: async () => (await import('../../commands/brief/play-commands.ts')).refineCommand,
  },
  {
    name: 'brief consult',
    group: 'brief',
    summary: 'have reviewers say what would make an entry better, for the next round',
    usage: '[options] [FOLDER]',
    details:
      'What they say goes into FEEDBACK_NAME.md between marks, and is replaced by the next consultation.',
    words: folderWord,
    options: {
      of: { type: 'string', value: 'NAME', help: 'whose entry (default: the one judged best)' },
      by: {
        type: 'string',
        multiple: true,
        value: 'SPEC',
        help: 'a reviewer (default: those of the brief, else its judges)',
        complete: 'contestant',
      },
      refine: { type: 'boolean', help: 'then a round for that one contestant' },
      ...playing,
    },
    examples: ['joust brief consult', 'joust brief consult --of codex --by claude/opus --refine'],
    page: 'briefs',
    load: async () => (await import('../../commands/brief/play-commands.ts')).consultCommand,
  },
  {
    name: 'brief merge',
    group: 'brief',
    summary: 'have one contestant make the best of all entries; it is an entry like any other',
    usage: '[options] [FOLDER]',
    details: 'MERGE.md in its work says what was kept, taken and rejected, and why.',
    words: folderWord,
    options: {
      by: {
        type: 'string',
        value: 'SPEC',
        help: 'who merges (default: who was judged best)',
        complete: 'contestant',
      },
      base: {
        type: 'string',
        value: 'NAME',
        help: 'the entry it begins with (default: the one judged best)',
      },
      from: {
        type: 'string',
        multiple: true,
        value: 'NAME',
        help: 'an entry it may take from (default: all others)',
      },
      ...ofBrief,
      ...playing,
    },
    examples: ['joust brief merge', 'joust brief merge --by claude/opus --base codex'],
    page: 'briefs',
    load: async () => (await import('../../commands/brief/play-commands.ts')).mergeCommand,
  },
];
