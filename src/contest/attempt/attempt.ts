// One attempt from the queue to its recorded end: wait for a place, start or re-attach, follow, seal, record.
import { setTimeout as sleep } from 'node:timers/promises';
import type { AttemptStarted } from '../../domain/event.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { redactor } from '../../domain/kept-text.ts';
import { failpoint, type Machine } from '../../process/machine.ts';
import { isElsewhere, removeSpool, spoolAt } from '../../process/spawn/spool.ts';
import { accountOf, limitedAccount } from '../accounts/accounts.ts';
import { type AuthChoice, chooseAuth } from '../accounts/auth.ts';
import { Interrupted } from '../handle/halt.ts';
import type { Landed, Parked } from '../handle/step.ts';
import type { Player } from '../play/player.ts';
import type { enterWorkspace } from '../workspace/attempt-workspace.ts';
import { cassetteRun } from './cassette.ts';
import { inlineRun } from './inline-run.ts';
import { processRun } from './process-run.ts';
import { enterLane } from './queue.ts';
import type { AgentAttempt, AttemptRun, AttemptToRun, AttemptWorkspace, RunSetup } from './run.ts';
import {
  type Attempted,
  recordEnd,
  recordInterruption,
  recordParked,
  recordRetry,
  recordUnstarted,
  recordWaiting,
} from './seal.ts';
import { watchRun } from './watch.ts';

type Playing = AgentAttempt &
  Pick<RunSetup, 'turn'> & {
    readonly running: AttemptRun;
    readonly queuedMs: number;
    readonly lane?: string;
    readonly alone?: boolean;
  };

interface Retried {
  readonly retried: {
    readonly started: AttemptStarted;
    /** Nobody saw how it ended. */
    readonly lost: boolean;
    /** The machine slept in the middle of it. */
    readonly slept: boolean;
  };
}

const maxRetries = 2;
const firstBackOffMs = 1000;
/** A quota that is back this soon is waited for, a few times, without being told to. */
const shortPauseMs = 60_000;
const maxShortPauses = 3;
/** A machine that slept this long may have lost its connections. */
const longSleepMs = 60_000;

/** Runs it, and again where a run failed in a way that may pass; each run is on record. */
export async function runAttempt(player: Player, attempt: AttemptToRun): Promise<Landed | Parked> {
  let next = await heldHere(player, attempt);
  for (let pauses = 0, retries = 0; ; ) {
    const played = await runOnce(player, next);
    if ('end' in played) return played;
    if ('parked' in played) {
      if (!isWorthWaiting(player, played, pauses)) return played;
      pauses += 1;
      await quotaBack(player, attempt, played);
      next = { ...next, parked: played.parked, over: true };
    } else {
      const { started, slept } = played.retried;
      retries += slept ? 0 : 1;
      await backOff(player, played.retried);
      next = { ...next, started, over: true, retries, ...(slept && { slept }) };
    }
  }
}

/**
 * A run that was begun on another host has nothing here to attach to: whoever plays now has been given the contest for good. Nor
 * has one of this host's, in a container that was there before this one.
 */
async function heldHere({ host, recorder }: Player, attempt: AttemptToRun): Promise<AttemptToRun> {
  const { contest, step, inputs, started, over } = attempt;
  if (started?.host === undefined || over === true) return attempt;
  const own = started.host === host && started.spool !== undefined ? spoolAt(started.spool) : undefined;
  if (started.host === host && (own === undefined || !isElsewhere(own))) return attempt;
  const { key, contestant } = step;
  const run = { key, run: started.run, contestant: contestant.name, inputs, host: started.host };
  await recorder.record(contest, [{ type: 'attempt.lost', v: 1, ...run }]);
  if (own !== undefined) removeSpool(own);
  return { ...attempt, over: true };
}

function isWorthWaiting({ machine, settings }: Player, { parked }: Parked, pauses: number): boolean {
  const waitMs = new Date(parked.until).getTime() - machine.now().getTime();
  if (settings.waitForQuotaMs !== undefined) return waitMs <= settings.waitForQuotaMs;
  return !parked.guessed && waitMs <= shortPauseMs && pauses < maxShortPauses;
}

/** In pieces: a timer does not run while the machine sleeps. */
async function quotaBack(player: Player, { halt }: AttemptToRun, { parked }: Parked): Promise<void> {
  player.observe({ type: 'parked', parked });
  const signal = AbortSignal.any([player.signal, halt.signal]);
  const until = new Date(parked.until).getTime();
  for (let left = 1; left > 0 && halt.why === undefined; ) {
    left = until - player.machine.now().getTime();
    await sleep(Math.min(Math.max(left, 0), 10_000), undefined, { signal }).catch((cause) => {
      if (player.signal.aborted) throw new Interrupted('interrupted while waiting for a quota', { cause });
    });
  }
}

async function runOnce(player: Player, given: AttemptToRun): Promise<Landed | Parked | Retried> {
  const agent = player.agentOf(given.step.contestant.agent);
  const attempt = { ...given, agent };
  const running = runOf(player, attempt);
  const { attached } = running;
  const parkedBefore = attached ? undefined : await pausedNow(player, attempt);
  if (parkedBefore !== undefined) return parkedBefore;
  const queuedAt = player.machine.elapsed();
  const entered = await enterLane(player, attempt, running);
  // Who runs already is ended in there, and what it did is kept.
  if (entered === undefined && !attached) return await halted(player, attempt);
  try {
    const refused = attached ? await readmitted(attempt) : await admitted(player, attempt);
    if (refused !== undefined) return refused;
    const queuedMs = player.machine.elapsed() - queuedAt;
    const lane =
      entered === undefined ? {} : { lane: entered.lane, alone: player.lanes.capacity(entered.lane) === 1 };
    const turn = entered?.turn === undefined ? {} : { turn: entered.turn };
    return await play(player, { ...attempt, running, queuedMs, ...lane, ...turn });
  } finally {
    await entered?.leave();
  }
}

/** A function of this program is never a recording. */
function runOf(player: Player, attempt: AgentAttempt): AttemptRun {
  if (attempt.agent.kind === 'inline') return inlineRun(player, attempt);
  const { replay } = player.settings.cassettes ?? {};
  return replay === undefined ? processRun(player, attempt) : cassetteRun(player, attempt, replay);
}

/** Another attempt of the same account may have run into the limit meanwhile, and others may have spent the budget. */
async function admitted(player: Player, attempt: AgentAttempt): Promise<Landed | Parked | undefined> {
  const parked = await pausedNow(player, attempt);
  if (parked !== undefined) return parked;
  const { budget, step, halt } = attempt;
  if (step.beyondBudget === true) return undefined;
  const refused = await budget.admit(step.key, step, halt);
  return refused === undefined ? undefined : await recordUnstarted(player, attempt, refused);
}

async function readmitted({ budget, step }: AttemptToRun): Promise<undefined> {
  if (step.beyondBudget !== true) await budget.readmit(step.key, step);
}

async function pausedNow(player: Player, attempt: AgentAttempt): Promise<Parked | undefined> {
  const { contestant } = attempt.step;
  const { ledger, settings, breaker } = player;
  const now = player.machine.now();
  // Elsewhere contests of one user go by what each has met.
  if (ledger.shared === true || limitedAccount(contestant, settings.accounts) !== undefined)
    await breaker.look(now);
  if (breaker.isClosed) return undefined;
  const account = accountOf(attempt.agent, contestant, settings.accounts);
  const pause = breaker.pause(account, now);
  return pause === undefined ? undefined : await recordWaiting(player, attempt, pause);
}

function halted(player: Player, attempt: AttemptToRun): Promise<Landed> {
  const { outcome, reason } = attempt.halt.why ?? { outcome: 'cancelled', reason: 'stopped' };
  // Who never ran cannot have been too slow.
  return recordUnstarted(player, attempt, { outcome: outcome === 'timed-out' ? 'skipped' : outcome, reason });
}

async function play(player: Player, attempt: Playing): Promise<Landed | Parked | Retried> {
  const { step, agent, running, turn } = attempt;
  const { run } = running;
  const workspace = await workspaceFor(player, { ...attempt, run });
  if (workspace !== undefined && 'failed' in workspace)
    return await recordUnstarted(player, attempt, { outcome: 'skipped', reason: workspace.failed });
  const awake = sleptMs(player.machine);
  const replayed = agent.kind !== 'inline' && player.settings.cassettes?.replay !== undefined;
  const auth: AuthChoice = replayed
    ? { mode: 'any', basis: 'unknown' }
    : await chooseAuth(player, step.contestant, agent);
  const setup = { auth, workspace, turn };
  const live = running.begin(setup);
  step.begun?.();
  const watched = { ...live, events: workspace?.watched(live.events) ?? live.events };
  const { end: said, ...heard } = await watchRun(player, attempt, watched).finally(workspace?.unwatch);
  failpoint(`ended ${step.key}`);
  if (live.begun()) await live.clear();
  const secrets = live.secrets();
  const entry = live.begun() ? await workspace?.seal(said, secrets) : undefined;
  const attempted: Attempted = {
    ...attempt,
    run,
    left: live.left,
    auth,
    secrets,
    end: said,
    ...entry,
    replayed: replayed || undefined,
    // Who was not there from the start has heard everything late.
    ...(running.attached ? {} : heard),
  };
  const settled = await settle(player, attempted, awake()).catch((cause) =>
    unrecorded(player, attempted, cause),
  );
  live.left.remove();
  workspace?.leave();
  if (settled === undefined) throw new Interrupted();
  return settled;
}

/** Loaded for those who change files: most contests only ask. */
async function workspaceFor(
  player: Player,
  attempt: Parameters<typeof enterWorkspace>[1],
): Promise<AttemptWorkspace | { failed: string } | undefined> {
  if (attempt.step.workspace === undefined) return undefined;
  return await (await import('../workspace/attempt-workspace.ts')).enterWorkspace(player, attempt);
}

/** A paid answer is shown even when it cannot be stored, and its spool is kept for a later resume. */
function unrecorded(player: Player, { step, left, end, secrets }: Attempted, cause: unknown): never {
  const contestant = step.contestant.name;
  const text = redactor(secrets)(end.text);
  const { outcome } = end;
  const { spool } = left;
  player.observe({ type: 'unrecorded', contestant, outcome, text, spool });
  const where = spool === undefined ? 'It was shown' : `It is kept in ${spool}`;
  throw new JoustError(`the answer of ${contestant} could not be recorded: ${(cause as Error).message}`, {
    code: 'ledger',
    hint: `${where}; make room or mend the ledger, then resume the contest.`,
    cause,
  });
}

/** An end, a parking, an interruption (nothing comes back), or a run that is given up for another. */
async function settle(
  player: Player,
  attempted: Attempted,
  sleptFor: number,
): Promise<Landed | Parked | Retried | undefined> {
  const settled = await recorded(player, attempted, sleptFor);
  const spent = settled !== undefined && 'parked' in settled ? settled.parked : undefined;
  const { budget, step } = attempted;
  budget.settle(step.key, settled !== undefined && 'end' in settled ? settled.end : (spent ?? {}));
  return settled;
}

async function recorded(
  player: Player,
  attempted: Attempted,
  sleptFor: number,
): Promise<Landed | Parked | Retried | undefined> {
  const { end, halt, agent, step } = attempted;
  if (end.outcome === 'ok' || attempted.done === true) return await recordEnd(player, attempted);
  if (halt.why !== undefined) return await recordEnd(player, { ...attempted, end: { ...end, ...halt.why } });
  if (player.signal.aborted) return await recordInterruption(player, attempted);
  if (end.outcome === 'unauthenticated') player.probes.forgetLogin(agent);
  if (end.outcome === 'rate-limited') {
    const { machine, breaker, settings } = player;
    const when = { now: machine.now(), timeZone: machine.timeZone() };
    const pause = breaker.trip(accountOf(agent, step.contestant, settings.accounts), end, when);
    return await recordParked(player, attempted, pause);
  }
  const again = whyAgain(attempted, sleptFor);
  if (again === undefined) return await recordEnd(player, attempted);
  const retried = await recordRetry(player, { ...attempted, end: { ...end, reason: again.reason } });
  const lost = retried.lost || end.outcome === 'cancelled';
  return { retried: { ...retried, lost, slept: again.slept } };
}

/** Why another run may well succeed. */
function whyAgain(
  { end, retries = 0, slept = false }: Attempted,
  sleptFor: number,
): { reason: string; slept: boolean } | undefined {
  const reason = end.reason ?? end.outcome;
  // Nobody here wanted that: an earlier player was told to leave, and could not put it on record.
  if (end.outcome === 'cancelled' && retries < maxRetries)
    return { reason: 'it was interrupted', slept: false };
  if (sleptFor > longSleepMs && !slept && (end.outcome === 'crashed' || end.outcome === 'timed-out'))
    return { reason: `the machine slept for ${Math.round(sleptFor / 1000)} s: ${reason}`, slept: true };
  return end.transient === true && retries < maxRetries ? { reason, slept: false } : undefined;
}

/** Longer each time, and never the same for two who failed together. What was merely lost is run again at once. */
async function backOff(
  { machine, signal }: Player,
  { started, lost, slept }: Retried['retried'],
): Promise<void> {
  if (lost || slept) return;
  const waitMs = firstBackOffMs * 2 ** (started.run - 1) * (0.5 + machine.fraction());
  await sleep(waitMs, undefined, { signal }).catch((cause) => {
    throw new Interrupted('interrupted while waiting for another try', { cause });
  });
}

/** How long the machine slept from now on: the calendar goes on then, the clock that counts running time does not. */
function sleptMs({ now, elapsed }: Pick<Machine, 'now' | 'elapsed'>): () => number {
  const [startedAt, startedMs] = [now().getTime(), elapsed()];
  return () => Math.max(0, now().getTime() - startedAt - (elapsed() - startedMs));
}
