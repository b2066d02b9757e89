// Everything of a contest as a download.
import { z } from 'zod';
import { contestId } from '../../../operations/contest-id.ts';
import { contestFiles } from '../../../operations/export/contest-files.ts';
import { type Desk, onOff, type Route, route } from '../route.ts';
import { tarGz } from '../tar.ts';

export const contestRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/contests/:id/export',
    summary: 'Answers, patches, a report and a manifest as a .tar.gz; or the report alone, as a page',
    params: z.strictObject({ id: contestId }),
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
