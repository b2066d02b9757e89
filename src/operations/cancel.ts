// cancel: ends a contest for good.
import { z } from 'zod';
import { note } from '../views/document.ts';
import { contestId } from './contest-id.ts';
import { operation } from './operation.ts';

export const cancel = operation({
  name: 'cancel',
  group: 'record',
  summary: 'end a contest for good; its answers stay on record',
  examples: ['joust cancel', 'joust cancel 4k2'],
  page: 'record',
  effect: 'record',
  callers: ['people', 'programs'],
  tool: { default: true },
  words: ['id'],
  fits: { query: { state: 'open' } },
  input: z.strictObject({ id: contestId }),
  output: z.strictObject({
    id: z.string(),
    done: z.boolean().describe('false: it had ended already'),
    living: z.array(z.string()).describe('processes that still run and that joust could not stop'),
  }),
  async run({ id }, { archive }) {
    const { done, living } = await archive.cancel(id);
    return { id, done, living: [...living] };
  },
  document: ({ id, done, living }) => {
    const ended = done ? `Contest ${id} is cancelled` : `Contest ${id} had ended already`;
    if (living.length === 0) return [note(`${ended}.`)];
    return [
      note(
        `${ended}${done ? ' on record' : ''}, but joust can't stop what still runs: ${living.join(', ')}.`,
        `End that, then run: joust cancel ${id}`,
      ),
    ];
  },
  exit: ({ done, living }) => (!done || living.length > 0 ? 'nothingUsable' : 'ok'),
});
