// rm: deletes a contest.
import { z } from 'zod';
import { discardContests } from '../contest/play/discard.ts';
import { byteCount } from '../domain/figures.ts';
import { JoustError } from '../domain/joust-error.ts';
import type { ArchivePlace } from '../record/archive.ts';
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
      go: async () => ({ id, bytes: await removeContest(archive.below, id) }),
    };
  },
  document: ({ id, bytes = 0 }, done) => [
    note(done ? `Contest ${id} is deleted; ${byteCount(bytes)} freed.` : `Would delete contest ${id}.`),
  ],
});

/** How many bytes are free then. */
async function removeContest(place: ArchivePlace, id: string): Promise<number> {
  const { removed, busy } = await discardContests(place, { contests: [id], what: 'everything' });
  const why = busy.get(id);
  if (why === undefined) return removed.reduce((sum, { bytes }) => sum + bytes, 0);
  throw new JoustError(`contest ${id} cannot be removed: ${why}`, {
    code: 'busy',
    hint: `End it first with joust cancel ${id}.`,
  });
}
