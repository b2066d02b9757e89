// timeline: the record of a contest in words.
import { z } from 'zod';
import { linesAsIs } from '../../views/document.ts';
import { type TimelineEntry, timelineLine } from '../../views/timeline.ts';
import { contestId } from '../contest-id.ts';
import { operation } from '../operation.ts';
import { contestOf } from './contest-answers.ts';

export const timeline = operation({
  name: 'timeline',
  summary: 'the record of a contest in words, a line for each event',
  examples: ['joust timeline 4k2'],
  page: 'record',
  effect: 'read',
  words: ['id'],
  input: z.strictObject({ id: contestId }),
  output: z.object({
    id: z.string(),
    entries: z.array(
      z.object({
        seq: z.int(),
        at: z.string(),
        type: z.custom<TimelineEntry['type']>((type) => typeof type === 'string'),
        what: z.string().describe('the type as words'),
        who: z.string().optional(),
        key: z.string().optional(),
        run: z.int().optional(),
        said: z.array(z.string()).readonly(),
      }),
    ),
  }),
  async run({ id }, context) {
    const { entries } = (await contestOf(id, context)).timeline();
    return { id, entries: [...entries] };
  },
  document: ({ entries }) => [linesAsIs(...entries.map(timelineLine))],
});
