// Puts contests into the pool's queue in the transaction that opens them or answers their question: both are committed, or neither, so
// that whoever submits may die at any moment. DBOS is loaded by the first of them.
import type { Append, Ledger } from '../ledger/ledger.ts';
import type { Alongside } from '../ledger/postgres/alongside.ts';
import type { Enqueuer } from './dbos-enqueuer.ts';
import type { Ticket } from './dispatch.ts';

interface ToHandOver {
  readonly ticket: Ticket;
  /** Opened right now. */
  readonly isNew: boolean;
}

export function handOver(url: string): Alongside {
  let opened: Promise<Enqueuer> | undefined;
  return {
    async prepare(appends, ledger) {
      const tickets = (await Promise.all(appends.map((append) => ticketsIn(append, ledger)))).flat();
      if (tickets.length === 0) return undefined;
      opened ??= import('./dbos-enqueuer.ts').then(({ openEnqueuer }) => openEnqueuer(url));
      const enqueuer = await opened.catch((error) => {
        opened = undefined;
        throw error;
      });
      return async (client) => {
        for (const { ticket, isNew } of tickets) await enqueuer.enqueue(client, ticket, isNew);
      };
    },
    close: async () => await (await opened?.catch(() => undefined))?.close(),
  };
}

/** A player, who writes under its lease, plays on by itself. */
async function ticketsIn(
  { contest, epoch, events }: Append,
  ledger: Pick<Ledger, 'eventsAfter'>,
): Promise<readonly ToHandOver[]> {
  if (epoch !== undefined) return [];
  const opening = events.find((event) => event.type === 'contest.opened');
  if (opening !== undefined) {
    // With a question to be answered first it is handed over with the answer.
    const pool = opening.assent === undefined ? opening.pool : undefined;
    return pool === undefined ? [] : [{ ticket: ticketOf(contest, pool), isNew: true }];
  }
  if (!events.some(goesOn)) return [];
  const [first] = await ledger.eventsAfter(0, { contest, types: ['contest.opened'] });
  const pool = first?.event.type === 'contest.opened' ? first.event.pool : undefined;
  return pool === undefined ? [] : [{ ticket: ticketOf(contest, pool), isNew: false }];
}

/** Who declines before it begins closes it. */
function goesOn(event: Append['events'][number]): boolean {
  if (event.type !== 'gate.answered') return false;
  return event.key !== 'assent' || event.answer !== 'no' || event.by === 'command';
}

function ticketOf(contest: string, { label, kind, protocol }: Omit<Ticket, 'contest'>): Ticket {
  return { contest, label, kind, protocol };
}
