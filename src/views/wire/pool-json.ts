// How the pool of hosts goes over the wire.
import { z } from 'zod';

const hostSchema = z.object({
  name: z.string(),
  machine: z.string(),
  state: z.enum(['here', 'draining', 'left', 'lost']),
  joust: z.string().describe('its version'),
  protocol: z.int(),
  places: z.int().describe('contests at a time'),
  busy: z.int(),
  labels: z.array(z.string()),
  kinds: z.array(z.string()),
  silentMs: z.number().describe('since it was heard of'),
  contests: z.array(z.string()).describe('what it plays'),
});

export const poolSchema = z.object({
  isThere: z.boolean().describe('false: the ledger is not in PostgreSQL'),
  hosts: z.array(hostSchema),
  waiting: z.array(
    z.object({
      contest: z.string(),
      label: z.string(),
      kind: z.string(),
      since: z.string(),
      for: z.string().describe('what it waits for'),
    }),
  ),
});
export type PoolJson = z.output<typeof poolSchema>;
