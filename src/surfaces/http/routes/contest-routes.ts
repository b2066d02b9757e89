// Contests as they stand: the list, one of them, its record, result, answers, logs, changes and files.
import { z } from 'zod';
import { openApplyContext } from '../../../app/apply/applications.ts';
import { entryDiff } from '../../../app/apply/entry-diff.ts';
import { type Archive, stillBlind } from '../../../app/archive.ts';
import { contestFiles } from '../../../app/contest-files.ts';
import {
  type ListedContest,
  listContests,
  listStates,
  type UnreadableContest,
} from '../../../app/list-contests.ts';
import { contestResult, contestsAbout, weighAnew } from '../../../app/result.ts';
import type { BlobRef } from '../../../domain/change.ts';
import { JoustError } from '../../../domain/joust-error.ts';
import { type AttemptSummary, type ContestSummary, contestSummary } from '../../../views/contest-summary.ts';
import { exportedEvent } from '../../../views/manifest.ts';
import { nextSteps } from '../../../views/next-steps.ts';
import { contestCard, contestSchema, listSchema, wholeContest } from '../contest-json.ts';
import { type Desk, listed, onOff, type Route, route, whole } from '../route.ts';
import { tarGz } from '../tar.ts';

const loose = z.looseObject({});
const mostInAList = 1000;

/** The contest a path names, by a unique beginning of its id or `@last`. */
export async function summaryAt(archive: Archive, name: string | undefined) {
  const id = await archive.find(name ?? '');
  const record = await archive.events(id);
  const summary = contestSummary(id, record);
  if (summary === undefined)
    throw new JoustError(`contest ${id} has no beginning on record`, { code: 'not-found' });
  return { id, record, summary };
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
    async run({ query }, { archive }) {
      const { state, format, since, folder, text, limit: said = 20, before } = query;
      const limit = Math.max(1, Math.min(said, mostInAList));
      const found = listContests(archive, {
        ...{ state, limit, words: (text ?? '').toLowerCase().split(/\s+/).filter(Boolean) },
        ...(format !== undefined && { format }),
        ...(since !== undefined && { since }),
        ...(folder !== undefined && { folders: folder }),
        ...(before !== undefined && { before }),
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
    async run({ params }, { archive }) {
      const { id, record, summary } = await summaryAt(archive, params['id']);
      const playedBy = summary.state === 'open' ? (await archive.player(id))?.pid : undefined;
      return wholeContest(summary, {
        seq: record.at(-1)?.seq ?? 0,
        prompt: await archive.text(summary.opened.task.prompt),
        ...(playedBy !== undefined && { playedBy }),
        next: summary.state === 'closed' ? nextSteps(id, record, { told: false }) : [],
      });
    },
  }),
  route({
    method: 'get',
    path: '/contests/:id/events',
    summary: 'Its record, as far as it may be seen',
    query: z.strictObject({ after: whole.optional() }),
    answer: z.object({ events: z.array(loose) }),
    async run({ params, query: { after = 0 } }, { archive }) {
      const { record } = await summaryAt(archive, params['id']);
      const events = record.filter(({ seq }) => seq > after);
      return { events: events.map((one) => ({ ...one, event: exportedEvent(one.event) })) };
    },
  }),
  route({
    method: 'get',
    path: '/contests/:id/result',
    summary: 'What it came to, so far where it is not over: as values, and as the document that tells it',
    answer: z.object({
      result: loose.optional(),
      document: z.array(loose).optional(),
      problem: z.string().optional().describe('why it cannot be told'),
    }),
    async run({ params }, { archive, place }) {
      return await contestResult(place, await archive.find(params['id'] ?? ''));
    },
  }),
  route({
    method: 'get',
    path: '/contests/:id/about',
    summary: 'Contests that were played about it: judgings, analyses, cross-examinations',
    answer: z.object({ contests: z.array(loose) }),
    async run({ params }, { archive, place }) {
      return { contests: await contestsAbout(place, archive, await archive.find(params['id'] ?? '')) };
    },
  }),
  route({
    method: 'get',
    path: '/contests/:id/attempts/:key',
    summary: 'What an attempt answered, or has said so far; by its key or its contestant',
    answer: z.object({
      key: z.string(),
      contestant: z.string(),
      run: z.int(),
      text: z.string(),
      live: z.boolean().describe('it is what was said so far'),
    }),
    async run({ params }, { archive }) {
      const { id, summary } = await summaryAt(archive, params['id']);
      const attempt = attemptOf(summary, params['key'] ?? '');
      const { key, contestant, run, end } = attempt;
      const live = attempt.state === 'open';
      const ended = end?.answer === undefined ? '' : await archive.text(end.answer);
      return { key, contestant, run, live, text: live ? await saidSoFar(archive, id, key) : ended };
    },
  }),
  route({
    method: 'get',
    path: '/contests/:id/logs',
    summary: 'What the process of an attempt or a check printed, as text',
    query: z.strictObject({ attempt: z.string().optional(), check: z.string().optional() }),
    answer: z.string(),
    async run({ params, query: { attempt, check } }, { archive }) {
      const { record, summary } = await summaryAt(archive, params['id']);
      if (summary.blind === true) throw stillBlind(summary.id);
      const checked = record.findLast(
        ({ event }) => event.type === 'check.ended' && check !== undefined && event.key === check,
      )?.event;
      const end = checked?.type === 'check.ended' ? checked : attemptOf(summary, attempt ?? '').end;
      const [out, error] = [await logOf(archive, end?.stdout), await logOf(archive, end?.stderr)];
      return plainText(`${out}${error === '' ? '' : `--- standard error ---\n${error}`}`);
    },
  }),
  route({
    method: 'get',
    path: '/contests/:id/diff',
    summary: 'What the entries change; with a name, that one whole, against the base or another',
    query: z.strictObject({ name: z.string().optional(), against: z.string().optional() }),
    answer: loose,
    async run({ params, query: { name, against } }, { archive, place: { home, machine } }) {
      const { id, summary } = await summaryAt(archive, params['id']);
      if (summary.blind === true) throw stillBlind(id);
      await using context = openApplyContext(home, machine);
      return await entryDiff(context, {
        contest: id,
        ...(name !== undefined && { name }),
        ...(against !== undefined && { against }),
      });
    },
  }),
  route({
    method: 'get',
    path: '/contests/:id/what-if',
    summary: 'A race that is over, ranked anew with other weights',
    query: z.strictObject({ weights: z.string().describe('tests=0.5,diff=0') }),
    answer: z.object({ found: loose, document: z.array(loose) }),
    async run({ params, query: { weights } }, { archive, place }) {
      const { summary } = await summaryAt(archive, params['id']);
      return await weighAnew(place, summary, weights);
    },
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

function attemptOf({ id, attempts, blind }: ContestSummary, name: string): AttemptSummary {
  if (blind === true) throw stillBlind(id);
  const found =
    attempts.find(({ key }) => key === name) ?? attempts.findLast(({ contestant }) => contestant === name);
  if (found !== undefined) return found;
  throw new JoustError(`there is no attempt of "${name}" on record`, { code: 'not-found' });
}

/** Who asks for it has left already: it is told what is there, and nothing is waited for. */
async function saidSoFar(archive: Archive, id: string, key: string): Promise<string> {
  let text = '';
  for await (const event of archive.tail(id, key, AbortSignal.abort()))
    if (event.type === 'text') text += event.delta;
  return text;
}

async function logOf(archive: Archive, ref: BlobRef | undefined): Promise<string> {
  if (ref === undefined) return '';
  const prunedAt = await archive.prunedAt(ref);
  return prunedAt === undefined ? await archive.text(ref) : `(this log was pruned on ${prunedAt})\n`;
}
