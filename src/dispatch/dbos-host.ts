// A host of the pool as an executor of DBOS: takes contests from its queues while it has places, and gives back what it leaves.
import { setTimeout as sleep } from 'node:timers/promises';
import { DBOS, type DBOSClient } from '@dbos-inc/dbos-sdk';
import { registerInternalQueue } from '@dbos-inc/dbos-sdk/eventreceiver';
import { DBOSExecutor } from '@dbos-inc/dbos-sdk/internal/dbos-executor';
import { PostgresSession } from '../ledger/postgres/postgres-session.ts';
import { asking, clientFor, preparedQueues, takenBy } from './dbos-dispatch.ts';
import {
  application,
  applicationVersion,
  ownQueueOf,
  playingOf,
  queueOf,
  queuesOf,
  schemaOf,
  workflow,
} from './dbos-queues.ts';
import type { Played, TakingHost, Ticket } from './dispatch.ts';

/** How often a queue is looked into. */
const lookEveryMs = 200;
/** What it has played is put down by then; what it gave back would be waited for. */
const leavesWithinMs = 1000;
/** Its own dispatching, the ledger's appends and its news share them. */
const connections = 12;

/** One in a process: what DBOS knows of itself is there once. */
export async function takeContests(url: string, host: TakingHost): Promise<{ stop(): Promise<void> }> {
  const session = new PostgresSession(url);
  await preparedQueues(session);
  const pool = session.pool(connections);
  const client = await clientFor(session);
  await asking(session, () => keepOwn(client, host.name));
  DBOS.setConfig({
    name: application,
    systemDatabaseUrl: session.address.url,
    systemDatabasePool: pool,
    systemDatabaseSchemaName: schemaOf(session.address),
    executorID: host.name,
    applicationVersion,
    runMigrations: false,
    enableOTLP: false,
    useListenNotify: false,
    // One look after the other: each is told how many places are left.
    maxConcurrentQueueDispatches: 1,
    logger: loggerFor(host),
  });
  const play = async (given: Ticket) => {
    const id = DBOS.workflowID ?? '';
    // The name of a ticket is held to the record; its content is whatever was put in.
    const ticket = { ...given, contest: playingOf(id).contest };
    const played = await host.play(ticket);
    if (played === 'over') return;
    const queueName = queueAfter(played, ticket, host);
    await untilDone(() => client.resumeWorkflows([id], { queueName }));
  };
  // A host that is started anew goes on, however often.
  DBOS.registerWorkflow(play, { name: workflow, maxRecoveryAttempts: 1_000_000 });
  const own = ownQueueOf(host.name);
  for (const name of queuesOf(host)) placesIn(name, () => Math.max(0, host.free(name === own)));
  await DBOS.launch();
  return {
    async stop() {
      await DBOS.shutdown({ workflowCompletionTimeoutMS: leavesWithinMs, deregister: true });
      await client.destroy();
      await session.close();
    },
  };
}

function queueAfter(played: Exclude<Played, 'over'>, ticket: Ticket, { name }: TakingHost): string {
  if (played === 'elsewhere') return queueOf(ticket);
  return ownQueueOf(played === 'here' ? name : played.to);
}

/** What is not given back would be over: a database that is away is waited for. */
async function untilDone(work: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await work();
      return;
    } catch {
      await sleep(1000);
    }
  }
}

/**
 * A queue as this process sees it: the places of a host are its own, and asked for at every look, over all of its queues. DBOS
 * takes those off again that it knows to be running in this one, among them some that it only waits for.
 */
function placesIn(name: string, free: () => number): void {
  const queue = registerInternalQueue(name, { workerConcurrency: 1, minPollingIntervalMs: lookEveryMs });
  const running = () => DBOSExecutor.globalInstance?.systemDatabase.countRunningWorkflowsForQueue(name) ?? 0;
  Object.defineProperty(queue, 'workerConcurrency', { get: () => running() + free() });
}

/** What an earlier process of this host had taken stays with it, since its attempts run on here. */
async function keepOwn(client: DBOSClient, host: string): Promise<void> {
  const ids = (await takenBy(client, host)).map(({ workflowID }) => workflowID);
  if (ids.length > 0) await client.resumeWorkflows(ids, { queueName: ownQueueOf(host) });
}

function loggerFor(host: TakingHost) {
  const warn = (entry: unknown) => host.warn(String(entry));
  return { info: () => undefined, debug: () => undefined, warn, error: warn };
}
