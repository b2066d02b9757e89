// events: the record of a contest. Values of variables are left out.
import { z } from 'zod';
import type { JoustEvent } from '../../domain/event.ts';
import { setting } from '../../domain/settings/setting.ts';
import { exportedEvent } from '../../views/manifest.ts';
import { contestId } from '../contest-id.ts';
import { operation } from '../operation.ts';
import { contestOf } from './contest-answers.ts';

export const events = operation({
  name: 'events',
  summary: 'the recorded events of a contest',
  examples: ['joust events 4k2'],
  page: 'record',
  effect: 'read',
  words: ['id'],
  input: z.strictObject({
    id: contestId,
    after: setting(
      { type: 'count', min: 0, max: 1e15 },
      { value: 'SEQ', help: 'only events after this place in the record', builtIn: 0 },
    ),
  }),
  output: z.object({
    id: z.string(),
    events: z.array(
      z.object({ seq: z.int(), contest: z.string(), at: z.string(), event: z.custom<JoustEvent>() }),
    ),
  }),
  async run({ id, after }, context) {
    const { record } = await contestOf(id, context);
    const later = record.filter(({ seq }) => seq > after);
    return { id, events: later.map((one) => ({ ...one, event: exportedEvent(one.event) })) };
  },
  jsonLines: (output) => output.events.map(({ seq, at, event }) => ({ seq, at, ...event })),
});
