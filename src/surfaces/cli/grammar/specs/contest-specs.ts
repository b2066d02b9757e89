// The commands that go on with a contest or play one in other clothes, and those that apply its change.
import type { CommandSpec } from '../command.ts';
import { limitOptions, playOptions, startOptions } from '../contest-options.ts';
import { extras, optionsOfFormat, whenAsked } from './format-specs.ts';

const replyOptions = whenAsked(() => optionsOfFormat('ask'));

/** An ask that goes on from an answer. */
export const replySpecs: readonly CommandSpec[] = [
  {
    name: 'reply',
    group: 'ask',
    summary: 'go on from an answer on record, with the conversation so far',
    usage: '[options] [ID [NAME]] PROMPT',
    details: 'Whoever gave the answer is asked, or those you name with -c.',
    words: { min: 1, max: 3, complete: 'contest' },
    get options() {
      return replyOptions();
    },
    examples: ['joust reply "and in Rust?"', 'joust reply 4k2 claude "why not the second way?" -c codex'],
    page: 'formats/ask',
    load: async () => (await import('../../commands/contest/contest-command.ts')).replyCommand,
  },
];

const doOptions = whenAsked(() => ({ ...optionsOfFormat('race'), ...extras['race'] }));
const adoptOptions = whenAsked(() => {
  const { judge, orders, 'self-judging': selfJudging } = optionsOfFormat('race');
  return {
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
  };
});

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
    get options() {
      return doOptions();
    },
    examples: ['joust do "rename the option"', 'joust do --tag build --apply "update the bundler"'],
    page: 'formats/race',
    load: async () => (await import('../../commands/contest/contest-command.ts')).doCommand,
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
    get options() {
      return adoptOptions();
    },
    examples: ['joust adopt @last my-branch', 'joust adopt 4k2 ../fix.patch --name mine -j claude'],
    page: 'formats/race',
    load: async () => (await import('../../commands/contest/contest-command.ts')).adoptCommand,
  },
];

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
    page: 'formats/race',
    load: async () => (await import('../../commands/apply/diff-command.ts')).diffCommand,
  },
];
