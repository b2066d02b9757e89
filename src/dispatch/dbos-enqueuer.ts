// Puts contests into their queues of DBOS within a transaction of the ledger's.
import type { Connection } from '../ledger/postgres/alongside.ts';
import { PostgresSession } from '../ledger/postgres/postgres-session.ts';
import { clientFor, preparedQueues } from './dbos-dispatch.ts';
import { enqueueOptions, lastPlaying, schemaOf } from './dbos-queues.ts';
import type { Ticket } from './dispatch.ts';

export interface Enqueuer {
  /** One that is queued already stays one playing. `isNew`: it was never in a queue, and is not looked for. */
  enqueue(connection: Connection, ticket: Ticket, isNew: boolean): Promise<void>;
  close(): Promise<void>;
}

/** Made before a transaction begins: the tables of the queues cannot be made within one. */
export async function openEnqueuer(url: string): Promise<Enqueuer> {
  const session = new PostgresSession(url);
  await preparedQueues(session);
  const client = await clientFor(session);
  const table = `"${schemaOf(session.address)}".workflow_status`;
  const known = `SELECT workflow_uuid AS id, status FROM ${table} WHERE starts_with(workflow_uuid, $1)`;
  return {
    async enqueue(connection, ticket, isNew) {
      const { rows } = isNew
        ? { rows: [] }
        : await connection.query<{ id: string; status: string }>(known, [`${ticket.contest}.`]);
      if (rows.some(({ status }) => status === 'ENQUEUED')) return;
      const playing = lastPlaying(rows.map(({ id }) => id)) + 1;
      await client.enqueueInTransaction(connection, enqueueOptions(ticket, playing), ticket);
    },
    async close() {
      await client.destroy();
      await session.close();
    },
  };
}
