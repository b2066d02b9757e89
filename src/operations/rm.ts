// rm: deletes a contest.
import { z } from 'zod';
import { byteCount } from '../domain/figures.ts';
import { note } from '../views/document.ts';
import { namedContest } from './contest-id.ts';
import { operation } from './operation.ts';
import { whyUnfinished } from './upkeep/plan-prune.ts';

export const rm = operation({
  name: 'rm',
  group: 'record',
  summary: 'delete a contest with its answers and logs',
  examples: ['joust rm 4k2', 'joust rm @last --yes'],
  page: 'record',
  effect: 'destroy',
  words: ['id'],
  input: z.strictObject({ id: namedContest }),
  output: z.strictObject({ id: z.string(), bytes: z.int().optional() }),
  async prepare({ id }, { archive }) {
    const why = await whyUnfinished(archive, id);
    const state = why === undefined ? '' : `Contest ${id} is not finished: ${why}. `;
    return {
      would: { id },
      question: `${state}Delete contest ${id} with all of its answers?`,
      go: async () => ({ id, bytes: await archive.remove(id) }),
    };
  },
  document: ({ id, bytes = 0 }, done) => [
    note(done ? `Contest ${id} is deleted; ${byteCount(bytes)} freed.` : `Would delete contest ${id}.`),
  ],
});
