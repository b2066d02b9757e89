// suite report: a suite's results, final or so far.
import { z } from 'zod';
import { setting } from '../../domain/settings/setting.ts';
import { document, wholeDocument } from '../../formats/suite/document.ts';
import { suiteResult } from '../../formats/suite/result.ts';
import { operation } from '../../operations/operation.ts';
import { suiteFiguresSchema } from '../../views/suite/figures-schema.ts';
import { suiteReport as reportOf } from '../../views/suite/suite-export.ts';
import { suiteNamed } from '../compare-suites.ts';
import { namedSuite } from './named-suite.ts';

export const suiteReport = operation({
  name: 'suite report',
  group: 'suite',
  summary: 'show the results of a suite, final or so far',
  details:
    'How often each contestant passes, with 95 % intervals clustered by task. It also shows ties, tasks where contestants differ, and why cells failed. Exit 4: below a threshold.',
  examples: ['joust suite report', 'joust suite report 4k2 --html report.html --csv cells.csv'],
  page: 'suites',
  effect: 'read',
  words: ['suite'],
  input: z.strictObject({
    suite: namedSuite,
    all: setting({ type: 'switch' }, { help: 'every task and every reason' }),
  }),
  output: z.strictObject({
    type: z.literal('suite-report'),
    v: z.literal(1),
    joust: z.string().describe('the version that made the report'),
    contest: z.string(),
    figures: suiteFiguresSchema,
    result: suiteResult,
    all: z.boolean().optional().describe('true: people see every task and every reason'),
  }),
  async run({ suite, all }, place) {
    const { called, result } = await suiteNamed(suite, place);
    return { ...reportOf(called, result), all };
  },
  document: ({ contest, result, all }) => (all ? wholeDocument : document)(result, contest),
  exit: ({ result }) => (result.missed.length > 0 ? 'checkFailed' : 'ok'),
});

export type SuiteReport = z.output<typeof suiteReport.output>;
