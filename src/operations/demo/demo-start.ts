// demo start: a question and a race that simulated agents play, on the user's own record.
import { z } from 'zod';
import { text } from '../../views/document.ts';
import { operation } from '../operation.ts';
import { startDemo } from './demo-contests.ts';

export const demoStart = operation({
  name: 'demo start',
  summary: 'start the demo on your record: simulated agents play a question and a race',
  examples: ['joust demo start'],
  page: 'getting-started',
  effect: 'record',
  path: '/demo',
  input: z.strictObject({}),
  output: z.object({
    contests: z.array(z.string()).readonly().describe('the question first'),
    leftOut: z.string().optional().describe('why there is no race'),
  }),
  run: async (_input, { machine, home, signal }) => await startDemo({ machine, home, signal }),
  document: ({ contests, leftOut }) => [
    text(...contests, leftOut === undefined ? undefined : `The race is left out: ${leftOut}.`),
  ],
});
