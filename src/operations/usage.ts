// usage: sums up tokens and cost of the attempts on record.
import { z } from 'zod';
import { plural } from '../domain/figures.ts';
import { setting } from '../domain/settings/setting.ts';
import { usageOnRecord } from '../record/usage-on-record.ts';
import { note } from '../views/document.ts';
import { usageDocument, usageGroupings } from '../views/usage-report.ts';
import { usageSchema } from '../views/usage-schema.ts';
import { operation } from './operation.ts';

const grouping = { type: 'word', words: usageGroupings } as const;

export const usage = operation({
  name: 'usage',
  group: 'record',
  summary: 'sum up tokens and cost of the attempts on record',
  details: 'Unknown figures are counted, never taken for zero. Days are days of UTC.',
  examples: ['joust usage', 'joust usage --by day --json'],
  page: 'record',
  effect: 'read',
  input: z.strictObject({
    by: setting(grouping, { value: 'WHAT', help: 'agent (default), model, day or format', builtIn: 'agent' }),
    within: setting(grouping, { value: 'WHAT', help: 'split each group once more by this' }),
    simulated: setting({ type: 'switch' }, { help: 'count simulated attempts as well', builtIn: false }),
  }),
  output: usageSchema,
  async run(asked, { archive }) {
    const { report, blind } = await usageOnRecord(archive, asked);
    return { ...report, blind };
  },
  document: ({ blind, ...report }, _done, columns) => [
    ...(blind === 0 ? [] : [note(`Not counted before their pick: ${plural(blind, 'blind contest')}.`)]),
    ...usageDocument(report, columns),
  ],
});
