// How contests lie in the queues of DBOS: names, and where its tables are.
import type { LedgerAddress } from '../ledger/database-address.ts';
import { playProtocol, type TakingHost, type Ticket } from './dispatch.ts';

export const application = 'joust';
export const workflow = 'play';
/** One for all: which host may take what is settled by the queues. */
export const applicationVersion = 'pool';

/** In the database of the ledger, beside its own. */
export const schemaOf = ({ schema }: LedgerAddress): string => `${schema}_dispatch`;

export const queueOf = ({ label, kind, protocol }: Omit<Ticket, 'contest'>): string =>
  `${label}/${kind}/${protocol}`;

/** For what a host has to go on with: nobody else has its processes. */
export const ownQueueOf = (host: string): string => `host/${host}`;

/** Undefined: it is there for all. */
export const ownerOf = (queue: string): string | undefined => /^host\/(.+)$/.exec(queue)?.[1];

/** Everything a host takes from, its own first. */
export function queuesOf({
  name,
  labels,
  kinds,
}: Pick<TakingHost, 'name' | 'labels' | 'kinds'>): readonly string[] {
  const protocols = Array.from({ length: playProtocol }, (_, at) => at + 1);
  const shared = labels.flatMap((label) =>
    kinds.flatMap((kind) => protocols.map((protocol) => queueOf({ label, kind, protocol }))),
  );
  return [ownQueueOf(name), ...shared];
}

const workflowId = (contest: string, playing: number): string => `${contest}.${playing}`;

export function playingOf(id: string): { readonly contest: string; readonly playing: number } {
  const dot = id.lastIndexOf('.');
  return { contest: id.slice(0, dot), playing: Number(id.slice(dot + 1)) };
}

/** 0: there was none. */
export const lastPlaying = (ids: readonly string[]): number =>
  Math.max(0, ...ids.map((id) => playingOf(id).playing));

export function enqueueOptions(ticket: Ticket, playing: number) {
  return {
    queueName: queueOf(ticket),
    workflowName: workflow,
    workflowID: workflowId(ticket.contest, playing),
    appVersion: applicationVersion,
  };
}
