// A function of this program as a contestant: it dies with its host, runs again on resume, and has no process of its own.
import type { AgentEnd, AgentEvent } from '../../domain/agent-event.ts';
import { failpoint } from '../../process/machine.ts';
import type { HaltReason } from '../handle/halt.ts';
import type { Player } from '../play/player.ts';
import { type InlineContestant, type InlineRequest, inlineOf } from './inline.ts';
import {
  type AgentAttempt,
  type AttemptRun,
  type LiveRun,
  nextRun,
  type RunSetup,
  recordStart,
} from './run.ts';

export function inlineRun(player: Player, attempt: AgentAttempt): AttemptRun {
  const run = nextRun(attempt);
  return {
    run,
    id: `inline-${player.machine.random(12)}`,
    attached: false,
    begin: (setup) => begin(player, attempt, { ...setup, run }),
  };
}

function begin(player: Player, attempt: AgentAttempt, setup: RunSetup & { readonly run: number }): LiveRun {
  const { step, halt } = attempt;
  const stopping = new AbortController();
  let times: ReturnType<LiveRun['left']['times']>;
  async function* events(): AsyncGenerator<AgentEvent> {
    await recordStart(player, attempt, setup);
    if (player.signal.aborted || halt.why !== undefined) {
      yield stopped('cancelled', 'stopped before it started');
      return;
    }
    failpoint(`spawned ${step.key}`);
    const startedAt = player.machine.now();
    // Until it ends, as far as the record will know.
    times = { startedAt, endedAt: startedAt };
    const end = await called(player, attempt, { setup, stopping });
    times = { startedAt, endedAt: player.machine.now() };
    if (end.text !== '') yield { type: 'text', delta: end.text };
    yield end;
  }
  return {
    events: events(),
    stop: (cause = 'cancelled') => stopping.abort(cause),
    begun: () => times !== undefined,
    secrets: () => ({}),
    clear: async () => undefined,
    left: { bytes: () => 0, times: () => times, remove: () => undefined },
  };
}

async function called(
  player: Player,
  { step, contest }: AgentAttempt,
  { setup: { workspace }, stopping }: { setup: RunSetup; stopping: AbortController },
): Promise<AgentEnd> {
  const contestant = player.vault.open(step.contestant);
  const play = inlineOf(player.inline, contestant);
  if (play === undefined) return stopped('missing', `contest ${contest} has no function for it here`);
  const { key, prompt, role, tier } = step;
  const { signal } = stopping;
  const about = { key, prompt, contestant, tier, ...(role !== undefined && { role }) };
  const request = { ...about, cwd: workspace?.folder ?? step.cwd, bare: step.bare === true, signal };
  const timeoutMs = contestant.timeoutMs ?? player.settings.timeoutMs;
  const timer = setTimeout(() => stopping.abort('timed-out'), timeoutMs);
  const over = Promise.withResolvers<AgentEnd>();
  const stop = () => over.resolve(stopped(signal.reason as HaltReason['outcome'], 'it was stopped'));
  signal.addEventListener('abort', stop, { once: true });
  try {
    // A function that does not heed its signal is left to itself.
    return await Promise.race([over.promise, answered(play, request)]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

async function answered(play: InlineContestant, request: InlineRequest): Promise<AgentEnd> {
  try {
    const answer = await play(request);
    const { text, ...more } = typeof answer === 'string' ? { text: answer } : answer;
    return { type: 'ended', outcome: text === '' ? 'empty' : 'ok', text, ...more };
  } catch (error) {
    return stopped('crashed', error instanceof Error ? error.message : String(error));
  }
}

function stopped(outcome: AgentEnd['outcome'], reason: string): AgentEnd {
  return { type: 'ended', outcome, text: '', reason };
}
