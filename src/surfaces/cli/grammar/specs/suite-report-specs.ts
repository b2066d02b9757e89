// What a suite came to: `joust suite report` and `compare`, and the files that can be asked for.
import type { CommandSpec, OptionSpec } from '../command.ts';

const file = (help: string): OptionSpec => ({ type: 'string', value: 'FILE', complete: 'file', help });

/** Besides JUnit and Markdown, which every contest has. */
export const suiteFileOptions: Readonly<Record<string, OptionSpec>> = {
  csv: file('write a row for each cell, for spreadsheets'),
  jsonl: file('write a line of JSON for each cell'),
  html: file('write one page that opens from disk: matrix, asserts, answers'),
};

/** All of them. */
export const suiteReportOptions: Readonly<Record<string, OptionSpec>> = {
  ...suiteFileOptions,
  junit: file('write a test case for each cell'),
  markdown: file('write the report as Markdown'),
};

const all: OptionSpec = { type: 'boolean', help: 'every task and every reason' };
const json: OptionSpec = { type: 'boolean', help: 'machine-readable output' };
const load = async () => await import('../../commands/suite/suite-reports.ts');

export const suiteReportSpecs: readonly CommandSpec[] = [
  {
    name: 'suite report',
    group: 'suite',
    summary: 'what a suite came to, or has come to so far',
    usage: '[options] [ID]',
    details:
      'Who passes how often, between what bounds (95 %, clustered by task), who cannot be told apart, where contestants differ, and why what failed did. Exit 4: below a threshold.',
    words: { min: 0, max: 1, complete: 'contest' },
    options: { all, json, ...suiteReportOptions },
    examples: ['joust suite report', 'joust suite report 4k2 --html report.html --csv cells.csv'],
    page: 'suites',
    load: async () => (await load()).reportCommand,
  },
  {
    name: 'suite compare',
    group: 'suite',
    summary: 'a suite beside a baseline: better, worse, or cannot be told apart',
    usage: '[options] BASE [ID]',
    details:
      'BASE and ID are suites on record, or JSON reports of them as files. Tasks are paired by their ids, contestants by their names; errors are left out on both sides.',
    words: { min: 1, max: 2, complete: 'contest' },
    options: { all, json },
    examples: ['joust suite compare 4k2', 'joust suite compare base.json @last --all'],
    page: 'suites',
    load: async () => (await load()).compareCommand,
  },
];
