// Starting contests and going on with them: a new one of any format, what it would take, stop, resume, decisions and answers.
import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { JoustError } from '../../../domain/joust-error.ts';
import { describedFormats } from '../../../domain/settings/settings.ts';
import { answerDetached, resumeDetached, startDetached } from '../../../play/leave-to-player.ts';
import { dryRun } from '../../../play/open.ts';
import { type ReadyContest, readyContest, type StartRequest } from '../../../play/ready.ts';
import { readyDo } from '../../../play/ready-do.ts';
import { readyReply } from '../../../play/ready-reply.ts';
import { composedTask, readTaskFiles } from '../../../play/task/task-files.ts';
import { type Desk, type Route, route, withoutUndefined } from '../route.ts';
import { contestAt } from './contest-routes.ts';

const loose = z.looseObject({});

/** What is said of any contest that is started. */
export const startShape = {
  settings: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('by name, those of every contest and of the format: see /api/formats'),
  waitForQuotaMs: z.int().positive().optional().describe('wait so long for quotas instead of parking'),
  approve: z.boolean().optional().describe('agree to what would be asked'),
  pool: z
    .string()
    .optional()
    .describe('hosts of the pool play it: those with this label, or any where it is empty'),
};

const taskShape = {
  prompt: z.string().optional(),
  files: z.array(z.string()).optional().describe('files, folders and patterns on the machine of the server'),
  attachments: z.array(z.object({ name: z.string(), text: z.string() })).optional(),
  cwd: z.string().optional().describe('an absolute path; where the server was started, if nothing is said'),
};

const startBody = z.strictObject({
  format: z.string().describe('ask, race, vote, ... or do'),
  subject: z.string().optional().describe('the contest it is about, for judge, analyze, cross-examine'),
  ...taskShape,
  ...startShape,
});
type Start = z.output<typeof startBody>;

export const startedSchema = z.object({
  id: z.string(),
  waiting: z.boolean().describe('somebody has to agree first'),
  declined: z.boolean(),
  notes: z.array(z.string()),
});

export const playRoutes: readonly Route[] = [
  route({
    method: 'post',
    path: '/contests',
    summary: 'Start a contest; a process of its own plays it',
    body: startBody,
    answer: startedSchema,
    status: 201,
    run: async ({ body }, desk) => await started(await readyFor(body, desk), desk),
  }),
  route({
    method: 'post',
    path: '/estimate',
    summary: 'What such a contest would be and take, with nothing started and nothing on record',
    body: startBody,
    answer: loose,
    run: async ({ body }, desk) => await estimated(await readyFor(body, desk), desk),
  }),
  route({
    method: 'post',
    path: '/contests/:id/reply',
    summary: 'Go on from an answer on record',
    body: z.strictObject({
      name: z.string().optional().describe('whose answer'),
      ...taskShape,
      ...startShape,
    }),
    answer: startedSchema,
    status: 201,
    async run({ params, body: { name, ...body } }, desk) {
      const { id } = await contestAt(desk, params);
      const asked = { ...(await requestOf(body, desk)), contest: id, name };
      return await started(await readyReply(asked, desk.place), desk);
    },
  }),
  route({
    method: 'post',
    path: '/contests/:id/adopt',
    summary: 'Let work made elsewhere enter a race: a race about that one',
    body: z.strictObject({
      adopt: z.string().describe('a branch, a commit, a folder or a patch file'),
      name: z.string().optional(),
      ...startShape,
    }),
    answer: startedSchema,
    status: 201,
    async run({ params, body: { adopt, name, settings, ...more } }, desk) {
      const { id, summary } = await contestAt(desk, params);
      const named = { ...settings, adopt, ...(name !== undefined && { adoptAs: name }) };
      const { cwd } = summary.opened.task;
      const asked = { format: 'race', cwd, subject: id, settings: named, ...withoutUndefined(more) };
      return await started(await readyContest(asked, desk.place), desk);
    },
  }),
  route({
    method: 'post',
    path: '/contests/:id/resume',
    summary: 'Play it on from where its record ends',
    body: z.strictObject({
      limits: z
        .strictObject({
          maxUsd: z.number().positive().optional(),
          maxTokens: z.int().positive().optional(),
          maxAttempts: z.int().positive().optional(),
          maxTime: z.number().positive().optional().describe('seconds'),
        })
        .optional(),
      retryFailed: z.boolean().optional(),
      only: z.array(z.string()).optional(),
      waitForQuotaMs: startShape.waitForQuotaMs,
      approve: startShape.approve,
    }),
    answer: z.object({
      id: z.string(),
      playedBy: z.int().optional().describe('it was being played already'),
    }),
    status: 202,
    async run({ params, body }, desk) {
      const { id } = await contestAt(desk, params);
      const { archive, place } = desk;
      const playedBy = await resumeDetached({ archive, ...place, id }, withoutUndefined(body));
      return { id, playedBy };
    },
  }),
  route({
    method: 'post',
    path: '/contests/:id/answer',
    summary: 'Answer the question it waits for; it is played on',
    body: z.strictObject({ answer: z.string() }),
    answer: z.object({ id: z.string(), question: z.string(), answer: z.string() }),
    run: async ({ params, body: { answer } }, desk) =>
      await settled((await contestAt(desk, params)).id, answer, desk),
  }),
  route({
    method: 'post',
    path: '/contests/:id/pick',
    summary: 'Say which of the two answers of an arena is better, also while they are being written',
    body: z.strictObject({ pick: z.string().describe('a, b, tie, bad or skip') }),
    answer: z.object({ id: z.string(), question: z.string(), answer: z.string() }),
    async run({ params, body: { pick } }, desk) {
      const { id, summary } = await contestAt(desk, params);
      // Who has seen enough need not wait for both.
      const isPickable = summary.waiting === undefined ? summary.blind : summary.waiting.words !== undefined;
      if (summary.state !== 'open' || isPickable !== true)
        throw new JoustError(`contest ${id} does not wait for a pick`, { code: 'not-found' });
      return await settled(id, pick, desk);
    },
  }),
];

async function settled(id: string, answer: string, { archive, place }: Desk) {
  const { question } = await answerDetached({ archive, ...place, id }, answer);
  return { id, question, answer };
}

export async function started(ready: ReadyContest, { place, signal }: Desk) {
  return await startDetached(ready, { ...place, signal });
}

export async function estimated({ request, world }: ReadyContest, { place, signal }: Desk) {
  return await dryRun(request, { ...world, ...place, signal, observe: () => undefined });
}

/** Every format by its name; a brief is played in its folder, by routes of its own. */
async function readyFor({ format, subject, ...body }: Start, desk: Desk): Promise<ReadyContest> {
  const asked = await requestOf(body, desk);
  if (format === 'do') return await readyDo(asked, desk.place);
  if (describedFormats.find(({ name }) => name === format)?.command === 'own')
    throw new JoustError(`${format} is played by /api/briefs`, { code: 'usage' });
  return await readyContest({ ...asked, format, ...(subject !== undefined && { subject }) }, desk.place);
}

type Task = Pick<
  Start,
  'prompt' | 'files' | 'attachments' | 'cwd' | 'settings' | 'waitForQuotaMs' | 'approve' | 'pool'
>;

async function requestOf(
  { prompt = '', files = [], attachments = [], cwd: said, ...more }: Task,
  { place }: Desk,
): Promise<Omit<StartRequest, 'format'>> {
  const cwd = folderOf(said ?? place.machine.cwd);
  const read = await readTaskFiles(files, { ...place, cwd });
  const task = composedTask(prompt, [...attachments, ...read.files]);
  // Whoever started the server does not call.
  return { cwd, callers: [], ...(task.prompt !== '' && task), ...withoutUndefined(more) };
}

function folderOf(path: string): string {
  if (isAbsolute(path) && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return path;
  throw new JoustError(`${path} is no folder of this machine`, {
    code: 'usage',
    hint: 'Give the absolute path of one that exists.',
  });
}
