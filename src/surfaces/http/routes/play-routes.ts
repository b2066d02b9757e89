// Starting contests and going on with them: a new one of any format, what it would take, stop, resume, decisions and answers.
import { z } from 'zod';
import { JoustError } from '../../../domain/joust-error.ts';
import { describedFormats } from '../../../domain/settings/settings.ts';
import { startDetached } from '../../../play/leave-to-player.ts';
import { dryRun } from '../../../play/open.ts';
import { type ReadyContest, readyContest, type StartRequest } from '../../../play/ready.ts';
import { readyDo } from '../../../play/ready-do.ts';
import { readyReply } from '../../../play/ready-reply.ts';
import { readTask, saidTask } from '../../../play/task/said-task.ts';
import { type Desk, type Route, route, withoutUndefined } from '../route.ts';
import { contestAt } from './contest-routes.ts';
import { startedSchema, startShape } from './operation-routes.ts';

const loose = z.looseObject({});

const startBody = z.strictObject({
  format: z.string().describe('ask, race, vote, ... or do'),
  subject: z.string().optional().describe('the contest it is about, for judge, analyze, cross-examine'),
  ...saidTask.shape,
  ...startShape,
});
type Start = z.output<typeof startBody>;

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
      ...saidTask.shape,
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
];

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

type Said = Omit<Start, 'format' | 'subject'>;

async function requestOf(
  { prompt, files, attachments, cwd, ...more }: Said,
  { place }: Desk,
): Promise<Omit<StartRequest, 'format'>> {
  const task = await readTask({ prompt, files, attachments, cwd }, { ...place, cwd: place.machine.cwd });
  // The agent that started the server does not call.
  return { ...task, callers: [], ...withoutUndefined(more) };
}
