// Downloads of a suite's report. Everything else a suite has comes from its operations.
import { z } from 'zod';
import { contestId } from '../../../operations/contest-id.ts';
import { suiteNamed } from '../../../suite/compare-suites.ts';
import { suiteTexts } from '../../../suite/suite-files.ts';
import { type Route, route } from '../route.ts';

const endings = { json: 'json', jsonl: 'jsonl', csv: 'csv', junit: 'xml', markdown: 'md' } as const;

export const suiteRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/contests/:id/suite-file',
    summary: "A suite's report as a file for other programs; `export` has the page",
    params: z.strictObject({ id: contestId }),
    query: z.strictObject({ as: z.enum(['json', 'jsonl', 'csv', 'junit', 'markdown']) }),
    answer: z.string().meta({ format: 'binary' }),
    async run({ params, query: { as } }, { archive, place }) {
      const id = await archive.find(params['id'] ?? '');
      const { result } = await suiteNamed(id, place);
      return new Response(suiteTexts[as]({ contest: id, result }), {
        headers: {
          // Never shown as a page of this server.
          'content-type': 'application/octet-stream',
          'content-disposition': `attachment; filename="joust-suite-${id}.${endings[as]}"`,
        },
      });
    },
  }),
];
