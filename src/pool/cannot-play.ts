// What becomes of a contest that a host could not play: it ends on record, goes to another host, waits, or is given up.
import type { Dispatch, Played, Ticket } from '../dispatch/dispatch.ts';
import type { Host } from '../dispatch/hosts.ts';
import type { ContestUnplayed, JoustEvent } from '../domain/event.ts';
import { failuresIn, lackingIn, unplayedText } from '../domain/events/unplayed.ts';
import { JoustError, Unplayable } from '../domain/joust-error.ts';
import { DatabaseError, type Ledger, LedgerError, StaleAppend } from '../ledger/ledger.ts';
import { joinedLines } from './lacking.ts';
import { mayTake } from './pool-document.ts';

export interface CannotPlayPlace {
  readonly host: string;
  readonly ledger: Ledger;
  readonly dispatch: Pick<Dispatch, 'submit'>;
  /** Those at work. */
  hosts(): Promise<readonly Host[]>;
  now(): Date;
  say(text: string): void;
}

/** What went wrong here may pass, or be another's: after so many tries in a row nobody tries again unasked. */
const mostTries = 5;
const firstWaitMs = 1000;
const lackingWaits = { leastMs: 5000, mostMs: 60_000 };

/** Hosts lack it, by codes of errors: an agent, a program, a variable, an extension, a sandbox, a newer joust. */
const lackingCodes: readonly string[] = [
  'config',
  'unknown-contestant',
  'untrusted',
  'none-usable',
  'usage',
  'depth',
];

/** Throws what the database refused: that is tried again as it is. */
export async function cannotPlay(ticket: Ticket, error: unknown, place: CannotPlayPlace): Promise<Played> {
  if (isOfDatabase(error)) throw error;
  const { contest } = ticket;
  const why = joinedLines(error instanceof Error ? error.message : String(error));
  const events = await told(contest, place);
  if (events === undefined) {
    place.say(`${contest}: ${why}; it is looked at again in a minute.`);
    await place.dispatch.submit(ticket, lackingWaits.mostMs);
    return 'over';
  }
  // It was removed, or cancelled, or somebody else has it.
  const isOpen = events.some(({ type }) => type === 'contest.opened');
  if (!isOpen || events.some(({ type }) => type === 'contest.cancelled') || isStale(error)) return 'over';
  if (error instanceof Unplayable) return await ended(contest, why, place);
  const isLacking = error instanceof JoustError && (lackingCodes.includes(error.code) || isUnreadable(error));
  return await (isLacking ? lacking : failed)(ticket, { why, events }, place);
}

/** What it comes to so far, from the events that this depends on; undefined: a newer joust wrote some of them. */
async function told(
  contest: string,
  { ledger }: CannotPlayPlace,
): Promise<readonly JoustEvent[] | undefined> {
  const types = ['contest.opened', 'contest.cancelled', 'contest.unplayed', 'attempt.ended'] as const;
  try {
    return (await ledger.eventsAfter(0, { contest, types })).map(({ event }) => event);
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}

/** Its record is damaged, or needs a newer joust. */
function isUnreadable(error: unknown): boolean {
  return error instanceof LedgerError && !isOfDatabase(error);
}

export function isOfDatabase(error: unknown): boolean {
  return causes(error).some((one) => one instanceof DatabaseError);
}

export function isStale(error: unknown): boolean {
  return causes(error).some((one) => one instanceof StaleAppend);
}

function causes(error: unknown): readonly unknown[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : [];
}

async function ended(contest: string, why: string, { ledger, say }: CannotPlayPlace): Promise<Played> {
  await ledger.append([
    { contest, events: [{ type: 'contest.closed', v: 1, outcome: 'nothing-usable', unplayable: why }] },
  ]);
  say(`${contest}: ended unplayed, since no host could ever play it: ${why}`);
  return 'over';
}

interface Reason {
  readonly why: string;
  readonly events: readonly JoustEvent[];
}

/** Straight to a host that has not said so yet; once all of them have, to all of them again after a while. */
async function lacking(ticket: Ticket, { why, events }: Reason, place: CannotPlayPlace): Promise<Played> {
  const { host, now } = place;
  const known = lackingIn(events);
  const others = (await place.hosts()).filter(
    (one) =>
      one.name !== host &&
      one.state === 'here' &&
      mayTake(one, ticket) &&
      !known.some((said) => said.host === one.name),
  );
  const next = others.toSorted((one, other) => other.places - other.busy - (one.places - one.busy))[0]?.name;
  const said = { type: 'contest.unplayed', v: 1, host, why, because: 'lacking' } as const;
  const isNew = !known.some((one) => one.host === host && one.why === why);
  if (next !== undefined) {
    await note(ticket, { ...said, next }, place);
    return { to: next };
  }
  // Said once: how often it is looked at again is nobody's news.
  if (isNew) await note(ticket, said, place);
  const sinceMs = now().getTime() - (await firstSaid(ticket, place));
  const waitMs = Math.min(lackingWaits.mostMs, Math.max(lackingWaits.leastMs, sinceMs));
  await place.dispatch.submit(ticket, waitMs);
  return 'over';
}

async function firstSaid({ contest }: Ticket, { ledger, now }: CannotPlayPlace): Promise<number> {
  const [first] = await ledger.eventsAfter(0, { contest, types: ['contest.unplayed'] });
  return first === undefined ? now().getTime() : new Date(first.at).getTime();
}

/** Any host may try it next. */
async function failed(ticket: Ticket, { why, events }: Reason, place: CannotPlayPlace): Promise<Played> {
  const { host, now, dispatch } = place;
  const tries = failuresIn(events).length + 1;
  const waitMs = firstWaitMs * 2 ** (tries - 1);
  const isLast = tries >= mostTries;
  const retryAt = new Date(now().getTime() + waitMs).toISOString();
  const said = { type: 'contest.unplayed', v: 1, host, why, because: 'failed' } as const;
  await note(ticket, isLast ? said : { ...said, retryAt }, place);
  if (!isLast) await dispatch.submit(ticket, waitMs);
  return 'over';
}

async function note(
  { contest }: Ticket,
  event: ContestUnplayed,
  { ledger, say }: CannotPlayPlace,
): Promise<void> {
  await ledger.append([{ contest, events: [event] }]);
  say(`${contest}: ${unplayedText(event)}.`);
}
