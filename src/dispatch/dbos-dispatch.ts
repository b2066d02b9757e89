// Hands contests out through the durable queues of DBOS: rows in the ledger's database, from which hosts take.
import { setTimeout as sleep } from 'node:timers/promises';
import { DBOSClient, type WorkflowStatus } from '@dbos-inc/dbos-sdk';
import { runWithAbortableDbRetries } from '@dbos-inc/dbos-sdk/internal/context';
import { ensureSystemDatabase, verifySystemDatabase } from '@dbos-inc/dbos-sdk/internal/system_database';
import { GlobalLogger } from '@dbos-inc/dbos-sdk/internal/telemetry/logs';
import { JoustError } from '../domain/joust-error.ts';
import { PostgresSession } from '../ledger/postgres/postgres-session.ts';
import {
  application,
  enqueueOptions,
  lastPlaying,
  ownerOf,
  ownQueueOf,
  playingOf,
  queueOf,
  schemaOf,
  workflow,
} from './dbos-queues.ts';
import type { Dispatch, Dispatched, Standing, Ticket } from './dispatch.ts';
import { prepareQueueRights } from './queue-rights.ts';

/** Its own words are for those who look after it. */
const silent = {
  info: () => undefined,
  debug: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

export async function openDispatch(url: string): Promise<Dispatch> {
  const session = new PostgresSession(url);
  await preparedQueues(session);
  return new DbosDispatch(await clientFor(session), session);
}

export function clientFor(session: PostgresSession): Promise<DBOSClient> {
  return DBOSClient.create({
    systemDatabaseUrl: session.address.url,
    systemDatabasePool: session.pool(),
    systemDatabaseSchemaName: schemaOf(session.address),
    applicationName: application,
    logger: silent,
  });
}

/** DBOS itself tries again without an end, and by a list of errors that lacks some: it is to tell the first one. */
const atOnce = AbortSignal.abort();

/** Tries again what may pass, for as long as the ledger does: what is asked may be asked twice. */
export async function asking<T>(session: PostgresSession, work: () => Promise<T>): Promise<T> {
  return await session.patiently(() => runWithAbortableDbRetries(atOnce, work));
}

/** Makes the tables, or brings them up to date; who may not do that finds them made. */
export async function preparedQueues(session: PostgresSession): Promise<void> {
  const place = [
    session.address.url,
    new GlobalLogger(undefined, { logger: silent }),
    session.pool(),
  ] as const;
  const schema = schemaOf(session.address);
  // Its tables are asked for first, so that a database that is not there, or not ready, is told as for the ledger.
  await session.query('SELECT 1');
  try {
    await asking(session, () =>
      verifySystemDatabase(...place, schema, false).catch(() =>
        oneAtATime(session, 'joust queues', async () => {
          await verifySystemDatabase(...place, schema, false).catch(() =>
            ensureSystemDatabase(...place, schema, false),
          );
        }),
      ),
    );
    await prepareQueueRights(session);
  } catch (error) {
    throw new JoustError(`the queues of the pool could not be made: ${(error as Error).message}`, {
      code: 'ledger',
      hint: 'Let the owner of the database do it once, by any command of the pool: joust hosts.',
      cause: error,
    });
  }
}

const lookAgainMs = 100;

/** Tried for, not waited for: indexes are made beside others, and that waits for every statement under way, in any schema. */
async function oneAtATime(session: PostgresSession, name: string, work: () => Promise<void>): Promise<void> {
  const client = await session.pool().connect();
  const lock = async (how: 'try_advisory_lock' | 'advisory_unlock') =>
    (await client.query<{ done: boolean }>(`SELECT pg_${how}(hashtext($1)) AS done`, [name])).rows[0]?.done;
  try {
    while ((await lock('try_advisory_lock')) !== true) await sleep(lookAgainMs);
    await work();
    await lock('advisory_unlock');
    client.release();
  } catch (error) {
    // The lock goes with its connection.
    client.release(true);
    throw error;
  }
}

/** Between taking a contest and playing it lies no more than this, and between its end and its being over. */
const startsWithinMs = 20_000;

class DbosDispatch implements Dispatch {
  readonly #client: DBOSClient;
  readonly #session: PostgresSession;

  constructor(client: DBOSClient, session: PostgresSession) {
    this.#client = client;
    this.#session = session;
  }

  async submit(ticket: Ticket, delayMs = 0): Promise<void> {
    await this.#ask(async (client) => {
      if (await submitted(client, ticket, delayMs)) return;
      const hasten = `SELECT "${schemaOf(this.#session.address)}".joust_hasten($1, $2)`;
      await this.#session.query(hasten, [ticket.contest, Date.now() + delayMs]);
    });
  }

  async cancel(contest: string): Promise<void> {
    await this.#ask(async (client) => {
      const known = await client.listWorkflows({
        workflow_id_prefix: `${contest}.`,
        status: ['ENQUEUED', 'DELAYED'],
        loadInput: false,
        loadOutput: false,
      });
      if (known.length > 0) await client.cancelWorkflows(known.map(({ workflowID }) => workflowID));
    });
  }

  /** Asked again after some were handed on: all of them are told. */
  async takeOver(host: string): Promise<readonly string[]> {
    const taken = new Set<string>();
    await this.#ask(async (client) => {
      const held = await takenBy(client, host);
      for (const { workflowID } of held) taken.add(playingOf(workflowID).contest);
      for (const [queueName, some] of Map.groupBy(held, (one) => queueOf(ticketOf(one))))
        await client.resumeWorkflows(
          some.map(({ workflowID }) => workflowID),
          { queueName },
        );
    });
    return [...taken];
  }

  async takeBack(host: string, playing: ReadonlySet<string>): Promise<readonly string[]> {
    return await this.#ask(async (client) => {
      const taken = await client.listWorkflows({
        workflowName: workflow,
        status: 'PENDING',
        executorId: host,
        loadInput: false,
        loadOutput: false,
        dequeuedBefore: new Date(Date.now() - startsWithinMs).toISOString(),
      });
      const left = taken.filter(({ workflowID }) => !playing.has(playingOf(workflowID).contest));
      const ids = left.map(({ workflowID }) => workflowID);
      if (ids.length > 0) await client.resumeWorkflows(ids, { queueName: ownQueueOf(host) });
      return ids.map((id) => playingOf(id).contest);
    });
  }

  async standing(contest: string): Promise<Standing> {
    const known = await this.#ask((client) =>
      client.listWorkflows({ workflow_id_prefix: `${contest}.`, loadInput: false }),
    );
    const open = known.find(({ status }) => isOpen(status));
    if (open !== undefined) return { state: stateOf(open) };
    const last = known.toSorted(
      (a, b) => playingOf(b.workflowID).playing - playingOf(a.workflowID).playing,
    )[0];
    const failure = last?.error instanceof Error ? last.error.message : undefined;
    return { state: 'over', failure };
  }

  async list(): Promise<readonly Dispatched[]> {
    const found = await this.#ask((client) =>
      client.listWorkflows({
        workflowName: workflow,
        status: ['ENQUEUED', 'DELAYED', 'PENDING'],
        loadOutput: false,
      }),
    );
    return found.map(dispatched);
  }

  async forget(before: Date): Promise<void> {
    await this.#ask(async (client) => {
      const over = await client.listWorkflows({
        workflowName: workflow,
        status: ['SUCCESS', 'ERROR', 'CANCELLED', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED'],
        endTime: before.toISOString(),
        limit: 1000,
        loadInput: false,
        loadOutput: false,
      });
      if (over.length > 0) await client.deleteWorkflows(over.map(({ workflowID }) => workflowID));
    });
  }

  async close(): Promise<void> {
    await this.#client.destroy();
    await this.#session.close();
  }

  async #ask<T>(work: (client: DBOSClient) => Promise<T>): Promise<T> {
    return await asking(this.#session, () => work(this.#client));
  }
}

/** False: it waits for a time, and only that can be changed. */
async function submitted(client: DBOSClient, ticket: Ticket, delayMs: number): Promise<boolean> {
  const known = await client.listWorkflows({
    workflow_id_prefix: `${ticket.contest}.`,
    loadInput: false,
    loadOutput: false,
  });
  if (known.some(({ status }) => status === 'DELAYED')) return false;
  if (known.some(({ status }) => status === 'ENQUEUED')) return true;
  const last = lastPlaying(known.map(({ workflowID }) => workflowID));
  const options = enqueueOptions(ticket, last + 1);
  await client.enqueue({ ...options, ...(delayMs > 0 && { delaySeconds: delayMs / 1000 }) }, ticket);
  return true;
}

/** Being played there, or waiting for that host alone. */
export async function takenBy(
  client: Pick<DBOSClient, 'listWorkflows'>,
  host: string,
): Promise<readonly WorkflowStatus[]> {
  const played = await client.listWorkflows({ workflowName: workflow, status: 'PENDING', executorId: host });
  const kept = await client.listWorkflows({
    workflowName: workflow,
    status: 'ENQUEUED',
    queueName: ownQueueOf(host),
  });
  return [...played, ...kept];
}

export function ticketOf({ input = [] }: WorkflowStatus): Ticket {
  return input[0] as Ticket;
}

const isOpen = (status: string): boolean => ['ENQUEUED', 'DELAYED', 'PENDING'].includes(status);

function stateOf({ status }: WorkflowStatus): Dispatched['state'] {
  if (status === 'ENQUEUED') return 'queued';
  return status === 'DELAYED' ? 'delayed' : 'taken';
}

function dispatched(found: WorkflowStatus): Dispatched {
  const { workflowID, executorId, delayUntilEpochMS, createdAt, dequeuedAt, queueName = '' } = found;
  const state = stateOf(found);
  const host = ownerOf(queueName) ?? (state === 'taken' ? executorId : undefined);
  return {
    ...ticketOf(found),
    ...playingOf(workflowID),
    state,
    since: new Date(dequeuedAt ?? createdAt),
    host,
    until: state === 'delayed' && delayUntilEpochMS !== undefined ? new Date(delayUntilEpochMS) : undefined,
  };
}
