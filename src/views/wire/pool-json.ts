// How the pool of hosts goes over the wire.
import { z } from 'zod';

const hostSchema = z.object({
  name: z.string(),
  epoch: z.int(),
  machine: z.string(),
  process: z.string().describe('of the host, told apart from earlier ones by its start'),
  state: z.enum(['here', 'draining', 'left', 'lost']),
  joust: z.string().describe('its version'),
  protocol: z.int(),
  places: z.int().describe('contests at a time'),
  busy: z.int(),
  labels: z.array(z.string()).readonly(),
  kinds: z.array(z.string()).readonly(),
  lostAfterMs: z.number().describe('silence after which the others play on what it played'),
  silentMs: z.number().describe('since it was heard of'),
  contests: z.array(z.string()).readonly().describe('what it plays'),
});

export const poolSchema = z.object({
  type: z.literal('pool'),
  v: z.literal(1),
  isThere: z.boolean().describe('false: the ledger is not in PostgreSQL'),
  hosts: z.array(hostSchema).readonly(),
  waiting: z
    .array(
      z.object({
        contest: z.string(),
        label: z.string(),
        kind: z.string(),
        protocol: z.int(),
        playing: z.int().describe('how often it was handed out, this time included'),
        state: z.enum(['queued', 'delayed', 'taken']),
        since: z.string(),
        host: z.string().optional().describe('the host that has to go on with it'),
        until: z.string().optional().describe('when its quota is back'),
        unplayed: z.string().optional().describe('why a host could not play it'),
        for: z.string().describe('what it waits for'),
      }),
    )
    .readonly(),
});
export type PoolJson = z.output<typeof poolSchema>;
