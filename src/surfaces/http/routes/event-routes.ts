// What happens, as it happens: the record of all contests and the words of those that are watched.
import { z } from 'zod';
import { readPlace } from '../live/live-place.ts';
import { listed, type Route, route } from '../route.ts';

export const eventRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/events',
    summary:
      'Server-Sent Events: `news` with what was recorded and what watched attempts say, `resync` where a reader was too slow',
    query: z.strictObject({
      watch: listed.optional().describe('contests whose attempts are heard'),
      after: z.string().optional().describe('as Last-Event-ID: where the reader was cut off'),
    }),
    answer: z.string().meta({ contentType: 'text/event-stream' }),
    async run({ query: { watch = [], after }, header }, { archive, live }) {
      const contests = await Promise.all(watch.map((name) => archive.find(name)));
      const stream = live.join({ contests, after: readPlace(header('last-event-id') ?? after) });
      return new Response(stream, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
    },
  }),
];
