// Contests on record: how one stands, what it came to, which there are, and its end.
import { z } from 'zod';
import { listContests } from '../../../record/list-contests.ts';
import { listStates } from '../../../views/contest-summary.ts';
import { contestCard, listSchema } from '../../../views/wire/contest-json.ts';
import { toldContest, toldSchema } from '../told-contest.ts';
import { reads, type Tool, tool } from '../tool.ts';
import { waitForEnd } from '../wait-for-end.ts';

const id = z.string().describe('the id of the contest, a unique beginning of it, or @last');

export const contestTools: readonly Tool[] = [
  tool({
    name: 'contest_result',
    title: 'Result of a contest',
    description:
      'What a contest came to. Waits for one that is still played; where that takes too long, call it again.',
    input: z.strictObject({ id }),
    output: toldSchema,
    annotations: reads,
    async run({ id: name }, { desk, signal, progress }) {
      const archive = desk.archive();
      const found = await archive.find(name);
      const { elapsed } = desk.place.machine;
      await waitForEnd(found, { archive, patienceMs: desk.patienceMs, signal, progress, elapsed });
      return await toldContest(found, desk);
    },
  }),
  tool({
    name: 'contest_status',
    title: 'How a contest stands',
    description: 'How a contest stands now, without waiting for it.',
    input: z.strictObject({ id }),
    output: toldSchema,
    annotations: reads,
    run: async ({ id: name }, { desk }) => await toldContest(await desk.archive().find(name), desk),
  }),
  tool({
    name: 'contest_list',
    title: 'Contests on record',
    description: 'The contests on record, newest first.',
    input: z.strictObject({
      state: z.enum(listStates).optional(),
      format: z.string().optional(),
      folder: z.string().optional().describe('absolute path: only those played in it, or below'),
      text: z.string().optional().describe('words that the prompt holds'),
      limit: z.int().min(1).max(100).optional().describe('20 where nothing is said'),
      before: z.int().optional().describe('`next` of the page before'),
    }),
    output: listSchema,
    annotations: reads,
    async run({ state, format, folder, text = '', limit = 20, before }, { desk }) {
      const found = listContests(desk.archive(), {
        state,
        limit,
        words: text.toLowerCase().split(/\s+/).filter(Boolean),
        format,
        ...(folder !== undefined && { folders: [folder] }),
        before,
      });
      const contests: ReturnType<typeof contestCard>[] = [];
      for await (const one of found) contests.push(contestCard(one));
      const last = contests.at(-1);
      const structured = { contests, ...(contests.length === limit && last && { next: last.seq }) };
      const lines = contests.map(
        (one) => `${one.id} ${one.format ?? ''} ${one.status.text}: ${one.question ?? ''}`,
      );
      return { structured, text: lines.join('\n') || 'There is no such contest.' };
    },
  }),
];
