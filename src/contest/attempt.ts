// One attempt from the queue to its recorded end: wait for a place, start or re-attach, follow, seal, record.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Agent, AgentRequest } from '../agents/agent.ts';
import type { AgentEnd, AgentEvent } from '../domain/agent-event.ts';
import type { AttemptStarted } from '../domain/event.ts';
import { JoustError } from '../domain/joust-error.ts';
import { type Redactor, redactor } from '../domain/redact.ts';
import { failpoint } from '../process/failpoint.ts';
import {
  endSpool,
  noteCause,
  removeSpool,
  type Spool,
  spoolAt,
  spoolName,
  spoolTree,
} from '../process/spool.ts';
import { chooseAuth } from './auth.ts';
import { childProcess } from './child.ts';
import { Interrupted } from './interrupted.ts';
import { takePlace } from './lane-place.ts';
import { laneOf } from './lanes.ts';
import type { Player } from './player.ts';
import { type Attempted, recordEnd, recordInterruption, recordRetry } from './seal.ts';
import type { AttemptToRun, Landed } from './step.ts';

type Playing = AttemptToRun & Place & { readonly agent: Agent; readonly queuedMs: number };

interface Place {
  readonly spool: Spool;
  readonly run: number;
}

interface Retried {
  readonly retried: { readonly started: AttemptStarted; readonly lost: boolean };
}

const maxRetries = 2;
const firstBackOffMs = 1000;

/** A CLI that has answered and does not leave is helped out after this time. */
const lingerMs = 10_000;

/** Runs it, and again where a run failed in a way that may pass; each run is on record. */
export async function runAttempt(player: Player, attempt: AttemptToRun): Promise<Landed> {
  let next = attempt;
  for (;;) {
    const played = await runOnce(player, next);
    if (!('retried' in played)) return played;
    await backOff(player, played.retried);
    next = { ...attempt, started: played.retried.started, over: true };
  }
}

async function runOnce(player: Player, attempt: AttemptToRun): Promise<Landed | Retried> {
  const agent = player.agentOf(attempt.step.contestant.agent);
  const place = placeOf(player, attempt);
  const queuedAt = player.machine.elapsed();
  const leave = await enterLane(player, { attempt, agent, spool: place.spool });
  try {
    return await play(player, { ...attempt, ...place, agent, queuedMs: player.machine.elapsed() - queuedAt });
  } finally {
    await leave();
  }
}

/** First among our own, then among other joust processes, then among starts of the same CLI. */
async function enterLane(
  player: Player,
  { attempt, agent, spool }: { attempt: AttemptToRun; agent: Agent; spool: Spool },
): Promise<() => Promise<void>> {
  const { lanes, stagger, observe, machine, signal } = player;
  const { key, contestant } = attempt.step;
  const lane = laneOf(
    contestant,
    agent.servedFrom(contestant, { ...machine.env, ...contestant.environment }),
  );
  observe({ type: 'queued', key, contestant: contestant.name, lane, ahead: lanes.ahead(lane) });
  const leaving: (() => unknown)[] = [];
  const leave = async () => {
    for (const undo of leaving.reverse()) await undo();
  };
  try {
    leaving.push(await lanes.enter(lane, signal));
    leaving.push(await takePlace(player, { lane, spool: spool.path }));
    await stagger.turn(agent.id, agent.staggerMs, signal);
    return leave;
  } catch (reason) {
    await leave();
    if (signal.aborted) throw new Interrupted('interrupted while waiting', { cause: reason });
    throw reason;
  }
}

async function play(player: Player, attempt: Playing): Promise<Landed | Retried> {
  const { step, agent } = attempt;
  const auth = await chooseAuth(player, step.contestant, agent);
  const child = childProcess(player, { ...attempt, auth });
  const request: AgentRequest = { ...step, scratch: attempt.spool.scratch, asRoot: player.machine.asRoot };
  const clean = redactor(child.secrets());
  const end = await follow(player, attempt, cleaned(agent.run(request, child), clean));
  failpoint(`ended ${step.key}`);
  if (child.begun()) await player.sweeper.sweep(spoolTree(attempt.spool));
  const attempted: Attempted = { ...attempt, auth, end, secrets: child.secrets() };
  const settled = await settle(player, attempted).catch((cause) => unrecorded(player, attempted, cause));
  removeSpool(attempt.spool);
  if (settled === undefined) throw new Interrupted();
  return settled;
}

/** A paid answer is shown even when it cannot be stored, and its spool is kept for a later resume. */
function unrecorded(player: Player, { step, spool, end, secrets }: Attempted, cause: unknown): never {
  const contestant = step.contestant.name;
  const text = redactor(secrets)(end.text);
  player.observe({ type: 'unrecorded', contestant, outcome: end.outcome, text, spool: spool.path });
  throw new JoustError(`the answer of ${contestant} could not be recorded: ${(cause as Error).message}`, {
    code: 'ledger',
    hint: `It is kept in ${spool.path}; make room or mend the ledger, then resume the contest.`,
    cause,
  });
}

/** An end, an interruption (nothing comes back), or a run that is given up for another. */
async function settle(player: Player, attempted: Attempted): Promise<Landed | Retried | undefined> {
  const { end, run } = attempted;
  if (player.signal.aborted && end.outcome !== 'ok') return await recordInterruption(player, attempted);
  if (end.transient === true && end.outcome !== 'ok' && run <= maxRetries) {
    return { retried: await recordRetry(player, attempted) };
  }
  return await recordEnd(player, attempted);
}

/**
 * The spool of the run that is still open, or a new one under an unguessable name. A start is recorded after its spool
 * was filled: where the spool is gone nobody can tell what came of the run, and another one goes on record.
 */
function placeOf(player: Player, { contest, started, over }: AttemptToRun): Place {
  const isOpen = started !== undefined && over !== true && existsSync(started.spool);
  if (isOpen) return { spool: spoolAt(started.spool), run: started.run };
  const path = join(player.home, 'spools', spoolName(contest, player.machine.random(12)));
  return { spool: spoolAt(path), run: (started?.run ?? 0) + 1 };
}

/** Longer each time, and never the same for two who failed together. What was merely lost is run again at once. */
async function backOff({ machine, signal }: Player, { started, lost }: Retried['retried']): Promise<void> {
  if (lost) return;
  const waitMs = firstBackOffMs * 2 ** (started.run - 1) * (0.5 + machine.fraction());
  await sleep(waitMs, undefined, { signal }).catch((cause) => {
    throw new Interrupted('interrupted while waiting for another try', { cause });
  });
}

/** Nothing secret reaches a screen either; the end is cleaned when it is sealed. */
async function* cleaned(events: AsyncIterable<AgentEvent>, clean: Redactor): AsyncGenerator<AgentEvent> {
  for await (const event of events) {
    if (event.type === 'text' || event.type === 'thought') yield { ...event, delta: clean(event.delta) };
    else if (event.type === 'notice') yield { ...event, text: clean(event.text) };
    else if (event.type === 'tool' && event.detail !== undefined)
      yield { ...event, detail: clean(event.detail) };
    else yield event;
  }
}

/** Tells the observer what happens and returns the end. An interrupt ends the tree, and so does lingering after the answer. */
async function follow(
  player: Player,
  { step, spool }: Playing,
  events: AsyncIterable<AgentEvent>,
): Promise<AgentEnd> {
  const interrupt = () => {
    noteCause(spool, 'cancelled');
    void endSpool(spool);
  };
  let linger: NodeJS.Timeout | undefined;
  player.signal.addEventListener('abort', interrupt, { once: true });
  try {
    for await (const event of events) {
      if (event.type === 'ended') return event;
      if (event.type === 'answered') linger ??= setTimeout(() => void endSpool(spool), lingerMs);
      player.observe({ type: 'live', key: step.key, contestant: step.contestant.name, event });
    }
  } finally {
    clearTimeout(linger);
    player.signal.removeEventListener('abort', interrupt);
  }
  throw new Error(`the agent ${step.contestant.agent} ended without saying how`);
}
