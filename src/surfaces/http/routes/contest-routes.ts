// Changes and files of a contest: a diff, and everything as a download.
import { z } from 'zod';
import { contestFiles } from '../../../operations/export/contest-files.ts';
import { contestAnswers, diffSchema } from '../../../operations/show/contest-answers.ts';
import { type Desk, type Input, onOff, type Route, route, withoutUndefined } from '../route.ts';
import { tarGz } from '../tar.ts';

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
    path: '/contests/:id/diff',
    summary: 'What the entries change; with a name, that one whole, against the base or another',
    query: z.strictObject({
      name: z.string().optional(),
      against: z.string().optional(),
      file: z.string().optional().describe('only this one'),
    }),
    answer: diffSchema,
    run: async ({ params, query }, desk) =>
      await (await contestAt(desk, params)).diff(withoutUndefined(query)),
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
