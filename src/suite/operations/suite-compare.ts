// suite compare: a suite beside a baseline.
import { z } from 'zod';
import { textRule } from '../../domain/settings/rule.ts';
import { needed, setting } from '../../domain/settings/setting.ts';
import { operation } from '../../operations/operation.ts';
import { suiteComparedSchema } from '../../views/suite/figures-schema.ts';
import { comparisonDocument } from '../../views/suite/suite-comparison.ts';
import { comparedSuites } from '../compare-suites.ts';
import { namedSuite } from './named-suite.ts';

const mostChanged = 24;

export const suiteCompare = operation({
  name: 'suite compare',
  group: 'suite',
  summary: 'a suite beside a baseline: better, worse, or cannot be told apart',
  details:
    'BASE and ID are suites on record, or JSON reports of them as files. Tasks are paired by their IDs, contestants by their names; errors are left out on both sides.',
  examples: ['joust suite compare 4k2', 'joust suite compare base.json @last --all'],
  page: 'suites',
  effect: 'read',
  words: ['base', 'suite'],
  input: z.strictObject({
    base: needed(textRule, {
      value: 'BASE',
      help: 'the baseline: a suite on record or the JSON report of one',
      flag: false,
      complete: 'contest',
    }),
    suite: namedSuite,
    all: setting({ type: 'switch' }, { help: 'every task that changed' }),
  }),
  output: suiteComparedSchema,
  async run({ suite, base, all }, place) {
    const compared = await comparedSuites({ suite, base }, place);
    return { type: 'suite-comparison' as const, v: 1 as const, ...compared, all };
  },
  document: ({ suite, base, comparison, all }) =>
    comparisonDocument(comparison, {
      base,
      now: suite,
      most: all ? Number.POSITIVE_INFINITY : mostChanged,
    }),
});
