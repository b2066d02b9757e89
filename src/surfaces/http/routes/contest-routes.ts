// Contests as they stand: the list, one of them, its record, result, answers, logs, changes and files.
import { z } from 'zod';
import { contestFiles } from '../../../operations/export/contest-files.ts';
import { contestAnswerSchemas, contestAnswers } from '../../../operations/show/contest-answers.ts';
import { weighAnew } from '../../../play/result.ts';
import { listContests } from '../../../record/list-contests.ts';
import { type ListedContest, listStates, type UnreadableContest } from '../../../views/contest-summary.ts';
import { exportedEvent } from '../../../views/manifest.ts';
import {
  type ContestList,
  contestCard,
  contestSchema,
  listSchema,
} from '../../../views/wire/contest-json.ts';
import { checkSchema } from '../../../views/wire/decision-json.ts';
import {
  type Desk,
  type Input,
  listed,
  onOff,
  type Route,
  route,
  whole,
  withoutUndefined,
} from '../route.ts';
import { tarGz } from '../tar.ts';

const loose = z.looseObject({});
const mostInAList = 1000;

/** The contest a path names. */
export async function contestAt(
  { archive, place }: Pick<Desk, 'archive' | 'place'>,
  params: Input<unknown, unknown>['params'],
) {
  return await contestAnswers(archive, { ...place, audience: 'owner' }, params['id'] ?? '');
}

export const contestRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/contests',
    summary: 'The contests on record, newest first',
    query: z.strictObject({
      state: z.enum(listStates).optional(),
      format: z.string().optional(),
      since: z.iso.datetime().optional().describe('opened at this time or later'),
      folder: listed.optional().describe('played in one of these folders, or below'),
      text: z.string().optional().describe('words that its prompt holds'),
      limit: whole.optional().describe(`20 where nothing is said, ${mostInAList} at most`),
      before: whole.optional().describe('`next` of the page before'),
    }),
    answer: listSchema,
    async run({ query }, { archive }): Promise<ContestList> {
      const { state, format, since, folder, text, limit: said = 20, before } = query;
      const limit = Math.max(1, Math.min(said, mostInAList));
      const found = listContests(archive, {
        state,
        limit,
        words: (text ?? '').toLowerCase().split(/\s+/).filter(Boolean),
        format,
        since,
        folders: folder,
        before,
      });
      const contests: (ListedContest | UnreadableContest)[] = [];
      for await (const one of found) contests.push(one);
      const last = contests.at(-1);
      const more = contests.length === limit && last !== undefined;
      return { contests: contests.map(contestCard), ...(more && { next: last.seq }) };
    },
  }),
  route({
    method: 'get',
    path: '/contests/:id',
    summary: 'One contest as it stands',
    answer: contestSchema,
    run: async ({ params }, desk) => await (await contestAt(desk, params)).contest(),
  }),
  route({
    method: 'get',
    path: '/contests/:id/events',
    summary: 'Its record, as far as it may be seen',
    query: z.strictObject({ after: whole.optional() }),
    answer: z.object({ events: z.array(loose) }),
    async run({ params, query: { after = 0 } }, desk) {
      const { record } = await contestAt(desk, params);
      const events = record.filter(({ seq }) => seq > after);
      return { events: events.map((one) => ({ ...one, event: exportedEvent(one.event) })) };
    },
  }),
  route({
    method: 'get',
    path: '/contests/:id/timeline',
    summary: 'Its record in words, an entry for each event',
    answer: contestAnswerSchemas.timeline,
    run: async ({ params }, desk) => (await contestAt(desk, params)).timeline(),
  }),
  route({
    method: 'get',
    path: '/contests/:id/result',
    summary: 'What it came to, so far where it is not over: as values, and as the document that tells it',
    answer: contestAnswerSchemas.result,
    run: async ({ params }, desk) => await (await contestAt(desk, params)).result(),
  }),
  route({
    method: 'get',
    path: '/contests/:id/about',
    summary: 'Contests that were played about it: judgings, analyses, cross-examinations',
    answer: contestAnswerSchemas.about,
    run: async ({ params }, desk) => await (await contestAt(desk, params)).about(),
  }),
  route({
    method: 'get',
    path: '/contests/:id/attempts/:key',
    summary: 'What an attempt answered, or has said so far; by its key or its contestant',
    answer: contestAnswerSchemas.attempt,
    run: async ({ params }, desk) => await (await contestAt(desk, params)).attempt(params['key'] ?? ''),
  }),
  route({
    method: 'get',
    path: '/contests/:id/sides',
    summary: 'The two answers of an arena, or as much of them as is written, without names before the pick',
    answer: contestAnswerSchemas.sides,
    run: async ({ params }, desk) => await (await contestAt(desk, params)).sides(),
  }),
  route({
    method: 'get',
    path: '/contests/:id/checks',
    summary: 'What was measured: every check on the base and on each entry, as it stands',
    answer: z.object({ checks: z.array(checkSchema) }),
    run: async ({ params }, desk) => (await contestAt(desk, params)).checks(),
  }),
  route({
    method: 'get',
    path: '/contests/:id/logs',
    summary: 'What the process of an attempt or a check printed, as text',
    query: z.strictObject({ attempt: z.string().optional(), check: z.string().optional() }),
    answer: z.string(),
    run: async ({ params, query }, desk) => plainText(await (await contestAt(desk, params)).log(query)),
  }),
  route({
    method: 'get',
    path: '/contests/:id/diff',
    summary: 'What the entries change; with a name, that one whole, against the base or another',
    query: z.strictObject({
      name: z.string().optional(),
      against: z.string().optional(),
      file: z.string().optional().describe('only this one'),
    }),
    answer: contestAnswerSchemas.diff,
    run: async ({ params, query }, desk) =>
      await (await contestAt(desk, params)).diff(withoutUndefined(query)),
  }),
  route({
    method: 'get',
    path: '/contests/:id/what-if',
    summary: 'A race that is over, ranked anew with other weights',
    query: z.strictObject({ weights: z.string().describe('tests=0.5,diff=0') }),
    answer: z.object({ found: loose, document: z.array(loose) }),
    run: async ({ params, query: { weights } }, desk) =>
      await weighAnew(desk.place, (await contestAt(desk, params)).summary, weights),
  }),
  route({
    method: 'get',
    path: '/contests/:id/export',
    summary: 'Answers, patches, a report and a manifest as a .tar.gz; or the report alone, as a page',
    query: z.strictObject({ as: z.enum(['folder', 'report']).optional(), operator: onOff.optional() }),
    answer: z.string().meta({ format: 'binary' }),
    async run({ params, query }, desk) {
      const id = await desk.archive.find(params['id'] ?? '');
      return await download(id, query, desk);
    },
  }),
];

async function download(
  id: string,
  {
    as = 'folder',
    operator = false,
  }: { as?: 'folder' | 'report' | undefined; operator?: boolean | undefined },
  { archive, place }: Desk,
): Promise<Response> {
  const { files, manifest } = await contestFiles(archive, id, { ...place, operator });
  const report = files.find(({ path }) => path === 'report.html');
  const isReport = as === 'report' && report !== undefined;
  const content = isReport ? String(await report.content()) : tarGz(`joust-${id}`, { files, manifest });
  const name = `joust-${id}.${isReport ? 'html' : 'tar.gz'}`;
  return new Response(content, {
    headers: {
      // Never shown as a page of this server.
      'content-type': isReport ? 'application/octet-stream' : 'application/gzip',
      'content-disposition': `attachment; filename="${name}"`,
    },
  });
}

function plainText(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
