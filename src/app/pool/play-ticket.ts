// Plays one contest that this host has taken, from where its record ends.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatch, Played, Ticket } from '../../dispatch/dispatch.ts';
import type { ContestOpened } from '../../domain/event.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { type Ledger, StaleAppend } from '../../ledger/ledger.ts';
import type { World } from '../play/create-player.ts';
import { resumeContest } from '../play/play.ts';
import type { PlayResult } from '../result.ts';
import { kindOf } from './pool.ts';

interface TicketPlace {
  readonly dispatch: Pick<Dispatch, 'submit'>;
  readonly ledger: Ledger;
  readonly world: World;
  readonly kinds: readonly Ticket['kind'][];
  /** This host gives back what it plays. */
  isLeaving(): boolean;
  say(text: string): void;
}

/** A player that has nothing more to do leaves within this time. */
const leavesWithinMs = 10_000;
const lookEveryMs = 200;

/** Throws where it cannot be played here: whoever waits for it is told that. */
export async function playTicket(ticket: Ticket, place: TicketPlace): Promise<Played> {
  return await playedOn(ticket, place).catch((error) => ifLedger(error, place));
}

async function playedOn(ticket: Ticket, place: TicketPlace): Promise<Played> {
  const { contest } = ticket;
  const { ledger, say, world } = place;
  const [first] = await ledger.eventsAfter(0, { contest, types: ['contest.opened'] });
  if (first?.event.type !== 'contest.opened')
    throw new JoustError(`there is no contest ${contest}`, { code: 'not-found' });
  checkAccepted(first.event, place);
  const result = await onceFree(place, () => resumeContest(contest, world));
  if (result === undefined) return 'over';
  say(
    `${contest} ${result.format}: ${result.state}${result.outcome === undefined ? '' : `, ${result.outcome}`}`,
  );
  if (result.state === 'parked') await laterAgain(ticket, result, place);
  if (result.state !== 'interrupted' || !place.isLeaving()) return 'over';
  const cancelled = await ledger.eventsAfter(0, { contest, types: ['contest.cancelled'] });
  return cancelled.length > 0 ? 'over' : 'elsewhere';
}

/** By what is on record: a ticket can be written by whoever may write to the database. */
function checkAccepted(opened: ContestOpened, { kinds }: TicketPlace): void {
  const kind = kindOf({ format: opened.format, tier: opened.task.tier });
  if (!kinds.includes(kind))
    throw new JoustError(`this host takes ${kinds.join(', ')}, and the contest is of the kind ${kind}`, {
      code: 'usage',
      hint: `Start a host with --accept ${kind}.`,
    });
}

/** Undefined: somebody else plays it, or has been given it. */
async function onceFree(
  { world }: TicketPlace,
  play: () => Promise<PlayResult>,
): Promise<PlayResult | undefined> {
  for (let waitedMs = 0; ; waitedMs += lookEveryMs) {
    try {
      return await play();
    } catch (error) {
      if (isRefused(error)) return undefined;
      const isBusy = error instanceof JoustError && error.code === 'busy';
      if (!isBusy) throw error;
      if (waitedMs > leavesWithinMs || world.signal.aborted) return undefined;
      await sleep(lookEveryMs);
    }
  }
}

/** A database that was away for long: what was paid for is kept in its spool, and the contest is played on from there. */
function ifLedger(error: unknown, { say }: TicketPlace): 'here' {
  if (!(error instanceof JoustError) || error.code !== 'ledger') throw error;
  say(`${error.message}; it is played on when the ledger answers.`);
  return 'here';
}

function isRefused(error: unknown): boolean {
  return (
    error instanceof StaleAppend ||
    (error instanceof Error && error.cause !== undefined && isRefused(error.cause))
  );
}

/** When the first quota is back. */
async function laterAgain(ticket: Ticket, { parked = [] }: PlayResult, place: TicketPlace): Promise<void> {
  const now = place.world.machine.now().getTime();
  const until = Math.min(...parked.map((one) => new Date(one.until).getTime()));
  await place.dispatch.submit(ticket, Math.max(1000, until - now));
}
