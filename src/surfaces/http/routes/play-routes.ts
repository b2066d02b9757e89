// Starting contests and going on with them: a new one of any format, what it would take, stop, resume, decisions and answers.
import { z } from 'zod';
import { JoustError } from '../../../domain/joust-error.ts';
import { describedFormats } from '../../../domain/settings/settings.ts';
import { startDetached } from '../../../play/leave-to-player.ts';
import { dryRun } from '../../../play/open.ts';
import { type ReadyContest, readyContest, type StartRequest } from '../../../play/ready.ts';
import { readTask, saidTask } from '../../../play/task/said-task.ts';
import { type Desk, type Route, route, withoutUndefined } from '../route.ts';
import { startedSchema, startShape } from './operation-routes.ts';

const loose = z.looseObject({});

const startBody = z.strictObject({
  format: z.string().describe('ask, race, vote and the others of /api/formats'),
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
