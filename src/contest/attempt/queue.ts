// The way to a start: a place in the lane, first among our own, then among other joust processes, then among starts of
// the same CLI.
import { Interrupted } from '../handle/interrupted.ts';
import type { Player } from '../play/player.ts';
import { takePlace } from './lane-place.ts';
import { laneOf } from './lanes.ts';
import type { AgentAttempt } from './run.ts';

export interface Entered {
  readonly lane: string;
  leave(): Promise<void>;
}

/** `id`: of its run, to other processes. Undefined: the attempt was halted while it waited. */
export async function enterLane(
  player: Player,
  attempt: AgentAttempt,
  id: string,
): Promise<Entered | undefined> {
  const { lanes, stagger, observe, machine } = player;
  const { agent } = attempt;
  const { key, contestant } = attempt.step;
  const signal = AbortSignal.any([player.signal, attempt.halt.signal]);
  const servedFrom = agent.servedFrom(contestant, { ...machine.env, ...contestant.environment });
  const lane = laneOf(contestant, servedFrom);
  const told = (ahead: number) => observe({ type: 'queued', key, contestant: contestant.name, lane, ahead });
  told(lanes.ahead(lane));
  const leaving: (() => unknown)[] = [];
  const leave = async () => {
    for (const undo of leaving.reverse()) await undo();
  };
  try {
    leaving.push(await lanes.enter(lane, signal, told));
    leaving.push(await takePlace(player, { lane, spool: id }, signal));
    await stagger.turn(agent.id, agent.staggerMs, signal);
    return { lane, leave };
  } catch (reason) {
    await leave();
    if (player.signal.aborted) throw new Interrupted('interrupted while waiting', { cause: reason });
    if (attempt.halt.why !== undefined) return undefined;
    throw reason;
  }
}
