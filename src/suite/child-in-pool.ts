// A contest as a step that hosts of a pool play: opened with a part of its parent's budget, handed over once, and followed by its record.
import { type ChildShare, tighterLimits } from '../contest/budget/enclosing.ts';
import type { Wish } from '../contest/budget/estimate.ts';
import { Halt, Interrupted } from '../contest/handle/halt.ts';
import type { ContestRecord } from '../contest/handle/record.ts';
import type { ChildRequest, ChildStart, PlayedChild } from '../contest/handle/step.ts';
import type { Player } from '../contest/play/player.ts';
import type { Dispatch } from '../dispatch/dispatch.ts';
import { JoustError } from '../domain/joust-error.ts';
import { everybody } from '../domain/roster.ts';
import { formatNamed } from '../formats/all.ts';
import type { World } from '../play/create-player.ts';
import { type ContestRequest, openOnly } from '../play/open.ts';
import type { PlayResult } from '../play/result.ts';
import { followed, type Retell } from '../pool/play-in-pool.ts';

export interface ChildToPlay {
  readonly parent: string;
  readonly id: string;
  readonly request: ChildRequest | ChildStart;
  /** Who plays the parent. */
  readonly player: Player;
  readonly share: ChildShare;
  /** For those that hosts of a pool play: one for all steps of the parent. */
  dispatch(): Promise<Dispatch>;
}

export type ReadyChild = { readonly request: ContestRequest; readonly world: Pick<World, 'settings'> };

interface PooledChild extends ChildToPlay {
  readonly record: ContestRecord;
  /** Where it is still to be opened. */
  readonly ready: ReadyChild | undefined;
}

/** What is reserved for it as long as it may be played. */
const allotment = 'elsewhere';

export async function playChildInPool(
  child: PooledChild,
  world: World,
  retell: Retell,
): Promise<PlayResult | PlayedChild> {
  const { id, share, player } = child;
  const halt = new Halt();
  const unwatch = share.watch(halt);
  try {
    const open = await opened(child, world, halt);
    if (open !== undefined) return open;
    const dispatch = await child.dispatch();
    const played = await toItsEnd(id, world, { dispatch, halt, retell });
    if (played === 'waits') return played;
    if (player.signal.aborted && 'state' in played && played.state === 'paused') throw new Interrupted();
    if ('state' in played && played.state !== 'closed') return 'waits';
    await settle(child);
    return played;
  } finally {
    unwatch();
  }
}

/** Undefined: it is on record, with what it may take reserved. */
async function opened(
  { id, parent, record, ready, share, player }: PooledChild,
  world: World,
  halt: Halt,
): Promise<PlayedChild | undefined> {
  const known = record.opened;
  const wishes =
    known === undefined
      ? await wishesOf(ready?.request)
      : known.roster.map((contestant) => ({ contestant, tier: known.task.tier }));
  const given = await share.allot(allotment, wishes, { halt, known: known && record.limits });
  if ('outcome' in given) {
    player.observe({ type: 'note', text: `A cell was not handed to the pool: ${given.reason}.` });
    return 'waits';
  }
  if (ready === undefined) return undefined;
  const limits = tighterLimits(ready.request.limits ?? {}, given);
  try {
    await openOnly({ ...ready.request, limits, child: { id, parent } }, { ...world, ...ready.world });
    return undefined;
  } catch (error) {
    share.release(allotment);
    if (!(error instanceof JoustError) || error.code === 'ledger') throw error;
    if (error.code === 'budget') return 'waits';
    return { outcome: 'declined', results: [], why: error.message };
  }
}

async function wishesOf(request: ContestRequest | undefined): Promise<readonly Wish[]> {
  if (request === undefined) return [];
  const { format, roster, staff = [], options, tier, prompt } = request;
  const { expects } = await formatNamed(format);
  const expected = options && expects({ roster, staff, options, task: { tier, prompt } });
  const wishes = expected?.flatMap(({ times = 1, ...wish }) =>
    Array.from({ length: times }, () => ({ ...wish, prompt })),
  );
  return wishes === undefined || wishes.length === 0
    ? roster.map((contestant) => ({ contestant, tier, prompt }))
    : wishes;
}

interface Following {
  readonly dispatch: Dispatch;
  readonly halt: Halt;
  readonly retell: Retell;
}

async function toItsEnd(
  id: string,
  world: World,
  { dispatch, halt, retell }: Following,
): Promise<PlayResult | PlayedChild> {
  try {
    // Whoever has it already goes on with it.
    const { state } = await dispatch.standing(id);
    const submits = state === 'over' || state === 'delayed';
    const signal = AbortSignal.any([world.signal, halt.signal]);
    let played = await followed(id, { world: { ...world, signal }, dispatch, retell }, submits);
    if (played.state === 'paused' && halt.why !== undefined && !world.signal.aborted) {
      // The time is over: who plays it keeps to what was left of it, and nobody begins with it any more.
      await dispatch.cancel(id);
      if ((await dispatch.standing(id)).state === 'over') return 'waits';
      played = await followed(id, { world, dispatch, retell });
    }
    return played.state === 'interrupted' ? { outcome: 'cancelled', results: [] } : played;
  } catch (error) {
    // No host could play it, or ever can: that is told of this step, and the others go on.
    if (!(error instanceof JoustError) || !['busy', 'none-usable'].includes(error.code)) throw error;
    return { outcome: 'declined', results: [], why: error.message };
  }
}

/** As its record tells: what nobody reported counts as it was estimated. */
async function settle({ id, share, player }: PooledChild): Promise<void> {
  const events = (await player.ledger.events(id)).map(({ event }) => event);
  const opened = events.find((event) => event.type === 'contest.opened');
  for (const event of opened === undefined ? [] : events) {
    if (event.type !== 'attempt.ended' || event.run === 0 || opened === undefined) continue;
    const contestant = everybody(opened).find(({ name }) => name === event.contestant);
    if (contestant === undefined) continue;
    const key = `${event.key} ${event.run}`;
    await share.readmit(key, { contestant, tier: opened.task.tier });
    share.settle(key, event);
  }
  share.release(allotment);
}
