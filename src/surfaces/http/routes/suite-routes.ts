// Suites: one beside a baseline, and what one came to as a file.
import { z } from 'zod';
import { comparedSuites, suiteNamed } from '../../../suite/compare-suites.ts';
import { suiteTexts } from '../../../suite/suite-files.ts';
import { type Route, route } from '../route.ts';

const loose = z.looseObject({});
const endings = { json: 'json', jsonl: 'jsonl', csv: 'csv', junit: 'xml', markdown: 'md' } as const;

export const suiteRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/contests/:id/compare',
    summary: 'A suite beside another on record: each contestant better, worse or not to be told apart',
    query: z.strictObject({ base: z.string().regex(/^[\w@-]+$/, 'the id of a suite on record') }),
    answer: z.object({
      suite: z.string(),
      base: z.string(),
      comparison: loose.describe('differences with their intervals, and the tasks that changed'),
      document: z.array(loose),
    }),
    async run({ params, query: { base } }, { archive, place }) {
      const suite = await archive.find(params['id'] ?? '');
      return await comparedSuites({ suite, base, all: true }, place);
    },
  }),
  route({
    method: 'get',
    path: '/contests/:id/suite-file',
    summary: 'What a suite came to, as a file for other programs; `export` has the page',
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
