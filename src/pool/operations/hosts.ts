// hosts: shows who is in the pool, what each host plays, and what waits.
import { z } from 'zod';
import { operation } from '../../operations/operation.ts';
import { note } from '../../views/document.ts';
import { poolSchema } from '../../views/wire/pool-json.ts';
import { noPool, poolToldNow } from '../pool.ts';
import { poolDocument } from '../pool-document.ts';

export const hosts = operation({
  name: 'hosts',
  group: 'setup',
  summary: 'show the hosts of the pool, what they play, and what waits',
  examples: ['joust hosts', 'joust hosts --json'],
  page: 'pool',
  effect: 'read',
  path: '/pool',
  input: z.strictObject({}),
  output: poolSchema,
  run: async (_input, { machine }) => await poolToldNow(machine),
  document: (pool) => (pool.isThere ? poolDocument(pool) : [note(`${noPool.message}. ${noPool.hint}`)]),
  exit: ({ isThere }) => (isThere ? 'ok' : 'usage'),
});
