// Plays one contest that this host has taken, from where its record ends.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatch, Played, Ticket } from '../dispatch/dispatch.ts';
import type { ContestOpened } from '../domain/event.ts';
import { JoustError } from '../domain/joust-error.ts';
import type { World } from '../play/create-player.ts';
import { resumeContest } from '../play/play.ts';
import type { PlayResult } from '../play/result.ts';
import { type CannotPlayPlace, cannotPlay, isStale } from './cannot-play.ts';
import { checkLacking } from './lacking.ts';
import { kindOf } from './pool.ts';

interface TicketPlace extends Omit<CannotPlayPlace, 'now' | 'dispatch'> {
  readonly dispatch: Pick<Dispatch, 'submit'>;
  readonly world: World;
  readonly kinds: readonly Ticket['kind'][];
  /** This host gives back what it plays. */
  isLeaving(): boolean;
}

/** A player that has nothing more to do leaves within this time. */
const leavesWithinMs = 10_000;
const lookEveryMs = 200;

/** Never throws: what could not be played here is on record, and where it goes from here. */
export async function playTicket(ticket: Ticket, place: TicketPlace): Promise<Played> {
  const { now } = place.world.machine;
  try {
    return await playedHere(ticket, place);
  } catch (error) {
    // What is ended from outside fails in many ways: none of them is the contest's.
    if (place.world.signal.aborted) return place.isLeaving() ? 'elsewhere' : 'over';
    return await cannotPlay(ticket, error, { ...place, now }).catch((trouble) =>
      afterTrouble(trouble, place),
    );
  }
}

async function playedHere(ticket: Ticket, place: TicketPlace): Promise<Played> {
  const { contest } = ticket;
  const { ledger, say, world } = place;
  const [first] = await ledger.eventsAfter(0, { contest, types: ['contest.opened'] });
  // It was removed meanwhile.
  if (first?.event.type !== 'contest.opened') return 'over';
  checkAccepted(first.event, place);
  await checkLacking(world, first.event);
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
      if (isStale(error)) return undefined;
      const isBusy = error instanceof JoustError && error.code === 'busy';
      if (!isBusy) throw error;
      if (waitedMs > leavesWithinMs || world.signal.aborted) return undefined;
      await sleep(lookEveryMs);
    }
  }
}

const troubleWaitMs = 1000;

/** A database that was away for long: what was paid for is kept in its spool, and the contest is played on from there. */
async function afterTrouble(error: unknown, { say, world }: TicketPlace): Promise<'here'> {
  say(`${error instanceof Error ? error.message : String(error)}; it is played on when the ledger answers.`);
  await sleep(troubleWaitMs, undefined, { signal: world.signal }).catch(() => undefined);
  return 'here';
}

/** When the first quota is back. */
async function laterAgain(ticket: Ticket, { parked = [] }: PlayResult, place: TicketPlace): Promise<void> {
  const now = place.world.machine.now().getTime();
  const until = Math.min(...parked.map((one) => new Date(one.until).getTime()));
  await place.dispatch.submit(ticket, Math.max(1000, until - now));
}
