// The commands of a suite, `joust suite ACTION`: one line of the table each.
import type { CommandSpec } from '../command.ts';
import { cassetteOptions, ciOptions, limitOptions, playOptions, startOptions } from '../contest-options.ts';
import { suiteFileOptions, suiteReportOptions, suiteReportSpecs } from './suite-report-specs.ts';

export const suiteSpecs: readonly CommandSpec[] = [
  {
    name: 'suite run',
    group: 'suite',
    summary: 'many tasks, several contestants, several trials: who does how well on your own work',
    usage: '[options] [FILE]',
    details:
      'FILE (suite.yaml, a promptfooconfig.yaml, or a folder of Harbor tasks) names contestants, tasks, trials, asserts and thresholds. Every cell (task, contestant, trial) is a contest on record. An error (no login, a quota, a check that could not run) is no failure. Exit 4: below a threshold.',
    words: { min: 0, max: 1, complete: 'file' },
    options: {
      trials: { type: 'string', value: 'N', help: 'how often each contestant plays each task' },
      filter: {
        type: 'string',
        multiple: true,
        value: 'EXPR',
        help: 'only tasks whose id fits, as in "fix-*"; format=race; ! before it turns it round (say it again: all hold)',
      },
      sample: {
        type: 'string',
        value: 'N',
        help: 'only so many tasks, chosen at random and the same each time',
      },
      jobs: { type: 'string', short: 'j', value: 'N', help: 'cells at once (default: as the lanes hold)' },
      workers: {
        type: 'string',
        value: 'WHO',
        help: 'who plays the cells: here (default), pool, or pool:LABEL',
        complete: ['here', 'pool'],
      },
      contestant: {
        type: 'string',
        short: 'c',
        multiple: true,
        value: 'NAME',
        help: 'only this contestant of the suite; who plays a file of promptfoo or a folder of Harbor (say it again for more)',
        complete: 'contestant',
      },
      ...limitOptions,
      ...playOptions,
      ...startOptions,
      ...cassetteOptions,
      ...ciOptions,
      ...suiteFileOptions,
    },
    examples: ['joust suite run suite.yaml', 'joust suite run --trials 3 --filter "fix-*" -j 4 --max-usd 5'],
    page: 'suites',
    load: async () => (await import('../../commands/suite/suite-commands.ts')).runCommand,
  },
  {
    name: 'suite resume',
    group: 'suite',
    summary: 'play a suite on from where its record ends; nothing is paid twice',
    usage: '[options] [ID]',
    words: { min: 0, max: 1, complete: 'contest' },
    options: { ...limitOptions, ...playOptions, ...suiteReportOptions },
    examples: ['joust suite resume', 'joust suite resume 4k2 --max-usd 20'],
    page: 'suites',
    load: async () => (await import('../../commands/suite/suite-commands.ts')).resumeCommand,
  },
  {
    name: 'suite retry',
    group: 'suite',
    summary: 'play cells again that ended in an error; passed and failed ones stay',
    usage: '[options] [ID]',
    words: { min: 0, max: 1, complete: 'contest' },
    options: {
      errors: { type: 'boolean', help: 'cells that ended in an error' },
      ...limitOptions,
      ...playOptions,
      ...suiteReportOptions,
    },
    examples: ['joust suite retry --errors', 'joust suite retry 4k2 --errors --yes'],
    page: 'suites',
    load: async () => (await import('../../commands/suite/suite-commands.ts')).retryCommand,
  },
  ...suiteReportSpecs,
];
