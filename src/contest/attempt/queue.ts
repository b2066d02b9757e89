// The way to a start: what its account allows, then a place in the lane, first among our own, then among other joust
// processes, then among starts of the same CLI. The turn of its account is taken last, right before it starts.

import { limitedAccount } from '../accounts/accounts.ts';
import { Interrupted } from '../handle/halt.ts';
import type { Player } from '../play/player.ts';
import { takePlace, tryPlace } from './held-places.ts';
import { isLocal, laneOf, leaseOf } from './lanes.ts';
import type { AgentAttempt, AttemptRun, RunSetup } from './run.ts';

interface Entered extends Pick<RunSetup, 'turn'> {
  readonly lane: string;
  leave(): Promise<void>;
}

/** Undefined: the attempt was halted while it waited. */
export async function enterLane(
  player: Player,
  attempt: AgentAttempt,
  running: AttemptRun,
): Promise<Entered | undefined> {
  const signal = AbortSignal.any([player.signal, attempt.halt.signal]);
  const leaving: (() => unknown)[] = [];
  const leave = async () => {
    for (const undo of leaving.reverse()) await undo();
  };
  try {
    const turn = await passAccount(player, attempt, { running, signal, leaving });
    const lane = await passLane(player, attempt, { running, signal, leaving });
    return { lane, leave, turn };
  } catch (reason) {
    await leave();
    if (player.signal.aborted) throw new Interrupted('interrupted while waiting', { cause: reason });
    if (attempt.halt.why !== undefined) return undefined;
    throw reason;
  }
}

interface Way {
  readonly running: AttemptRun;
  readonly signal: AbortSignal;
  /** What is given back when it leaves, in the order it was had. */
  readonly leaving: (() => unknown)[];
}

/**
 * A place first: it is the one that other hosts want as well, and nobody who has a place in a lane waits for one. Who runs
 * already waits for nothing here. Returns the way to take its turn.
 */
async function passAccount(
  player: Player,
  attempt: AgentAttempt,
  { running, signal, leaving }: Way,
): Promise<RunSetup['turn']> {
  const { accounts, settings } = player;
  const account = limitedAccount(attempt.step.contestant, settings.accounts);
  const isCalled = attempt.agent.kind !== 'inline' && settings.cassettes?.replay === undefined;
  if (account === undefined || !isCalled) return undefined;
  const { name, parallel } = account;
  const wish = { name: `account ${name}`, capacity: parallel ?? 0, spool: running.id };
  if (running.attached) {
    const release = await tryPlace(player, wish);
    if (release !== undefined) leaving.push(release);
    return undefined;
  }
  const waits = queueTold(player, attempt, wish.name);
  if (parallel !== undefined) {
    leaving.push(await accounts.enter(account, 'places', { signal, waits }));
    // One of this process asks for all of them.
    const answered = await accounts.enter(account, 'asking', { signal, waits });
    leaving.push(await takePlace(player, wish, { signal, waits: () => waits(1) }).finally(answered));
  }
  await accounts.near(player, account, { signal, waits });
  return async () => {
    // Whoever is told to leave meanwhile looks for that before it starts.
    await accounts.take(player, account, { signal }).catch((error) => {
      if (!signal.aborted) throw error;
    });
  };
}

async function passLane(
  player: Player,
  attempt: AgentAttempt,
  { running, signal, leaving }: Way,
): Promise<string> {
  const { lanes, stagger, observe, machine } = player;
  const { agent } = attempt;
  const { key, round } = attempt.step;
  const contestant = player.vault.open(attempt.step.contestant);
  const servedFrom = agent.servedFrom(contestant, { ...machine.env, ...contestant.environment });
  const lane = laneOf(contestant, servedFrom);
  const { name } = contestant;
  const told = (ahead: number) => observe({ type: 'queued', key, contestant: name, lane, ahead, round });
  // Whoever has a place that others want goes before those who have none.
  const first = leaving.length > 0;
  const ahead = first ? Math.min(1, lanes.ahead(lane)) : lanes.ahead(lane);
  told(ahead);
  if (ahead > 0) recordQueued(player, attempt, { lane, ahead });
  leaving.push(await lanes.enter(lane, signal, { moved: told, first }));
  if (isLocal(lane)) {
    const wish = { name: leaseOf(lane), capacity: lanes.capacity(lane), spool: running.id };
    leaving.push(await takePlace(player, wish, { signal }));
  }
  await stagger.turn(agent.id, agent.staggerMs, signal);
  return lane;
}

/** Tells how many are before it; on record it is told once. */
function queueTold(player: Player, attempt: AgentAttempt, lane: string): (ahead: number) => void {
  const { key, contestant, round } = attempt.step;
  const told = { type: 'queued', key, contestant: contestant.name, lane, round } as const;
  let recorded = false;
  let last = 0;
  return (ahead) => {
    if (ahead !== last) player.observe({ ...told, ahead });
    last = ahead;
    if (!recorded) recordQueued(player, attempt, { lane, ahead });
    recorded = true;
  };
}

/** So that watchers in other processes know why nothing happens. Nothing waits for it. */
function recordQueued(
  { recorder }: Player,
  { contest, step }: AgentAttempt,
  place: { readonly lane: string; readonly ahead: number },
): void {
  const { key, contestant } = step;
  recorder
    .record(contest, [{ type: 'attempt.queued', v: 1, key, contestant: contestant.name, ...place }])
    .catch(() => undefined);
}
