// Plays a contest in the pool before whoever waits for it here: it is handed over, its record is followed, and questions are asked.

import { answerGate } from '../contest/handle/gate.ts';
import { type Reopening, reopenAttempts } from '../contest/handle/opening.ts';
import { holdLease } from '../contest/play/lease.ts';
import type { Dispatch, Ticket } from '../dispatch/dispatch.ts';
import type { AttemptParked } from '../domain/event.ts';
import { unplayedIn, unplayedText } from '../domain/events/unplayed.ts';
import { JoustError } from '../domain/joust-error.ts';
import type { Ledger, StoredEvent } from '../ledger/ledger.ts';
import { createPlayer, type World } from '../play/create-player.ts';
import { type ContestRequest, openOnly } from '../play/open.ts';
import type { PlayResult } from '../play/result.ts';
import { ledgerOf } from '../record/user-ledger.ts';
import { contestSummary } from '../views/contest-summary.ts';
import { withDispatch } from './pool.ts';

/** How it is told once it is over. */
export type Retell = (id: string, world: World) => Promise<PlayResult>;

/** Opens it; it is handed over with that, or with the answer of who has to agree first. */
export async function playInPool(request: ContestRequest, world: World, retell: Retell): Promise<PlayResult> {
  return await withDispatch(world.machine, async (dispatch) => {
    const { id, waiting } = await openOnly(request, world);
    if (waiting) return { contest: id, format: request.format, results: [], state: 'waiting' };
    return await followed(id, { world, dispatch, retell });
  });
}

/** One that is on record; what failed runs again where that is asked for. */
export async function playOnInPool(
  id: string,
  world: World,
  { retell, reopening }: { readonly retell: Retell; readonly reopening: Reopening },
): Promise<PlayResult> {
  const changes = reopening.retryFailed || Object.keys(reopening.limits ?? {}).length > 0;
  return await withDispatch(world.machine, async (dispatch) => {
    if (changes) await reopenedFor(id, world, { dispatch, reopening });
    // Whoever plays it goes on with it.
    const submits = changes || (await dispatch.standing(id)).state !== 'taken';
    return await followed(id, { world, dispatch, retell }, submits);
  });
}

/** Longer than it takes, and than a lease is believed whose holder died on another machine. */
const reopensWithinMs = 40_000;

/**
 * Under its lease, which whoever may only submit does not get. It is in the queue before, for later: whoever dies in between leaves it
 * to a host.
 */
async function reopenedFor(
  id: string,
  world: World,
  { dispatch, reopening }: { readonly dispatch: Dispatch; readonly reopening: Reopening },
): Promise<void> {
  const player = createPlayer(world);
  try {
    const { pool } = openingIn(
      await player.ledger.eventsAfter(0, { contest: id, types: ['contest.opened'] }),
    );
    if (pool !== undefined) await handedOver(dispatch, { contest: id, ...pool }, reopensWithinMs);
    const lease = await holdLease(player, id);
    await reopenAttempts(player, id, reopening).finally(() => lease.release());
  } finally {
    await player.ledger.close();
  }
}

async function handedOver(dispatch: Dispatch, ticket: Ticket, delayMs?: number): Promise<void> {
  const { contest, label, kind, protocol } = ticket;
  try {
    await dispatch.submit({ contest, label, kind, protocol }, delayMs);
  } catch (error) {
    throw new JoustError(
      `contest ${contest} is on record, but could not be handed to the pool: ${(error as Error).message}`,
      {
        code: 'ledger',
        hint: `Hand it over again with: joust resume ${contest}`,
        cause: error,
      },
    );
  }
}

interface Following {
  readonly world: World;
  readonly dispatch: Dispatch;
  readonly retell: Retell;
}

/** While nothing is recorded, it is looked this often whether anybody still has it. */
const lookEveryMs = 2000;

export async function followed(id: string, following: Following, submits = false): Promise<PlayResult> {
  const { world } = following;
  const open = world.openLedger ?? ledgerOf(world.machine);
  const ledger = world.parent?.ledger ?? open({ home: world.home, now: world.machine.now });
  try {
    return await followedIn({ id, record: [], ledger, following }, submits);
  } finally {
    // One that others use as well stays open.
    if (world.parent === undefined) await ledger.close();
  }
}

async function followedIn(here: Followed, toSubmit: boolean): Promise<PlayResult> {
  const { id, record, ledger } = here;
  const { world, dispatch } = here.following;
  const after = () => record.at(-1)?.seq ?? 0;
  for (let submits = toSubmit; ; submits = false) {
    for (const stored of await ledger.eventsAfter(after(), { contest: id })) {
      record.push(stored);
      await tell(stored, ledger, world);
    }
    const standing = (await overBy(here)) ?? (await askedHere(here));
    if (standing !== undefined) return standing;
    const { pool } = openingIn(record);
    if (pool !== undefined && submits) await handedOver(dispatch, { contest: id, ...pool });
    const wait = { contest: id, signal: world.signal, timeoutMs: lookEveryMs };
    const left = (await ledger.waitForNews(after(), wait)) ? undefined : await leftBy(here);
    if (left !== undefined) return left;
  }
}

/** What is known of it so far, by its record. */
interface Followed {
  readonly id: string;
  readonly record: StoredEvent[];
  readonly ledger: Ledger;
  readonly following: Following;
}

async function tell({ contest, event, at }: StoredEvent, ledger: Ledger, { observe }: World): Promise<void> {
  observe({ type: 'recorded', contest, event, at });
  if (event.type === 'attempt.parked') observe({ type: 'parked', parked: event });
  if (event.type !== 'attempt.ended') return;
  const text = event.answer === undefined ? '' : (await ledger.blob(event.answer)).toString('utf8');
  observe({ type: 'landed', end: event, text });
}

async function overBy({ id, record, following }: Followed): Promise<PlayResult | undefined> {
  const state = contestSummary(id, record)?.state;
  if (state === 'cancelled') return { ...partOf(id, record), state: 'interrupted' };
  if (state !== 'closed') return undefined;
  // Everything was told as it came.
  return await following.retell(id, { ...following.world, observe: () => undefined });
}

async function askedHere({ id, record, ledger, following }: Followed): Promise<PlayResult | undefined> {
  const gate = contestSummary(id, record)?.waiting;
  if (gate === undefined) return undefined;
  const { world } = following;
  const said = await world.answer?.(gate);
  if (said === undefined) {
    world.observe({ type: 'waiting', contest: id, gate });
    return { ...partOf(id, record), state: 'waiting' };
  }
  await answerGate(ledger, id, said);
  return undefined;
}

/** Nothing was heard for a while: whoever waits here has gone, it waits for a quota, or no host could play it. */
async function leftBy({ id, record, ledger, following }: Followed): Promise<PlayResult | undefined> {
  const { dispatch, world } = following;
  if (world.signal.aborted)
    return { ...partOf(id, record), state: 'paused', why: 'It is played on in the pool.' };
  const { state, failure } = await dispatch.standing(id);
  const unplayed = unplayedIn(record.map(({ event }) => event));
  if (state === 'delayed' && unplayed === undefined)
    return { ...partOf(id, record), state: 'parked', parked: parkedIn(id, record) };
  if (state !== 'over' || (await ledger.lease(id)) !== undefined) return undefined;
  // Its last events may have been recorded since.
  if ((await ledger.eventsAfter(record.at(-1)?.seq ?? 0, { contest: id })).length > 0) return undefined;
  const reason = unplayed === undefined ? failure : unplayedText(unplayed);
  const why = reason === undefined ? '' : `: ${reason}`;
  throw new JoustError(`no host of the pool plays contest ${id} any more${why}`, {
    code: 'busy',
    hint: `See the hosts with: joust hosts. Hand it over again with: joust resume ${id}`,
  });
}

function openingIn(record: readonly StoredEvent[]) {
  const [first] = record;
  if (first?.event.type !== 'contest.opened')
    throw new JoustError('it has no beginning on record', { code: 'not-found' });
  return first.event;
}

function partOf(
  id: string,
  record: readonly StoredEvent[],
): Pick<PlayResult, 'contest' | 'format' | 'results'> {
  return { contest: id, format: openingIn(record).format, results: [] };
}

function parkedIn(id: string, record: readonly StoredEvent[]): readonly AttemptParked[] {
  return (contestSummary(id, record)?.attempts ?? []).flatMap(({ state, parked }) =>
    state === 'parked' && parked !== undefined ? [parked] : [],
  );
}
