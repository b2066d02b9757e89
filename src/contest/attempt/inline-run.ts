// A function of this program as a contestant: it dies with its host, runs again on resume, and has no process of its own.
import type { AgentEnd, AgentEvent } from '../../domain/agent-event.ts';
import { failpoint } from '../../process/machine.ts';
import type { HaltReason } from '../handle/halt.ts';
import type { Player } from '../play/player.ts';
import {
  type InlineAnswer,
  type InlineContestant,
  type InlinePiece,
  type InlineRequest,
  inlineOf,
} from './inline.ts';
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
    for await (const event of heard(player, attempt, { setup, stopping })) {
      if (event.type === 'ended') times = { startedAt, endedAt: player.machine.now() };
      yield event;
    }
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

/** Ends with exactly one end. A function that does not heed its signal is left to itself. */
async function* heard(
  player: Player,
  { step, contest }: AgentAttempt,
  { setup: { workspace }, stopping }: { setup: RunSetup; stopping: AbortController },
): AsyncGenerator<AgentEvent> {
  const contestant = player.vault.open(step.contestant);
  const play = inlineOf(player.inline, contestant);
  if (play === undefined) {
    yield stopped('missing', `contest ${contest} has no function for it here`);
    return;
  }
  const { key, prompt, role, tier } = step;
  const { signal } = stopping;
  const about = { key, prompt, contestant, tier, role };
  const request = {
    ...about,
    cwd: workspace?.folder ?? player.folderOf(step.cwd),
    bare: step.bare === true,
    signal,
  };
  const timeoutMs = contestant.timeoutMs ?? player.settings.timeoutMs;
  const timer = setTimeout(() => stopping.abort('timed-out'), timeoutMs);
  const over = Promise.withResolvers<undefined>();
  const stop = () => over.resolve(undefined);
  signal.addEventListener('abort', stop, { once: true });
  const told = pieces(play, request, player.settings.outputBytes);
  let said = '';
  try {
    for (;;) {
      const next = await Promise.race([over.promise, told.next()]);
      if (next === undefined) {
        // It may hold on to its last piece for as long as it likes.
        told.return(undefined).catch(() => undefined);
        yield left(signal.reason as HaltReason['outcome'], said);
        return;
      }
      if (next.done === true) return;
      if (next.value.type === 'text') said += next.value.delta;
      yield next.value;
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

function left(outcome: AgentEnd['outcome'], said: string): AgentEnd {
  return { ...stopped(outcome, 'it was stopped'), text: said, ...(said !== '' && { partial: true }) };
}

async function* pieces(
  play: InlineContestant,
  request: InlineRequest,
  mostBytes: number,
): AsyncGenerator<AgentEvent> {
  let said = '';
  try {
    const answer = await play(request);
    for await (const event of typeof answer === 'object' && Symbol.asyncIterator in answer
      ? asEvents(answer)
      : atOnce(answer)) {
      if (event.type === 'ended') {
        yield whole(event.text ?? said, event);
        return;
      }
      if (event.type === 'text') said += event.delta;
      if (said.length > mostBytes) throw new Error('it wrote more than the output limit');
      yield event;
    }
    yield whole(said, {});
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    yield { ...left('crashed', said), reason };
  }
}

type InlineEvent = Exclude<InlinePiece, string>;

async function* asEvents(told: AsyncIterable<InlinePiece>): AsyncGenerator<InlineEvent> {
  for await (const piece of told) yield typeof piece === 'string' ? { type: 'text', delta: piece } : piece;
}

function* atOnce(answer: InlineAnswer): Generator<InlineEvent> {
  const { text, ...more } = typeof answer === 'string' ? { text: answer } : answer;
  if (text !== '') yield { type: 'text', delta: text };
  yield { type: 'ended', text, ...more };
}

function whole(text: string, more: Partial<AgentEnd>): AgentEnd {
  return { outcome: text === '' ? 'empty' : 'ok', ...more, type: 'ended', text };
}

function stopped(outcome: AgentEnd['outcome'], reason: string): AgentEnd {
  return { type: 'ended', outcome, text: '', reason };
}
