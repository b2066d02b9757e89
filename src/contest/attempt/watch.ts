// Follows what an attempt reports while it runs: one of ours, which is ended where it has to be, or one that somebody else plays.

import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Agent, AgentRequest } from '../../agents/agent.ts';
import type { AgentEnd, AgentEvent } from '../../domain/agent-event.ts';
import { redactor } from '../../domain/kept-text.ts';
import { type PieceRedactor, pieceRedactor } from '../../domain/secrets/piece-redactor.ts';
import type { Usage } from '../../domain/usage.ts';
import type { Machine } from '../../process/machine.ts';
import { follow } from '../../process/spawn/follow.ts';
import { isRunning, spoolAt } from '../../process/spawn/spool.ts';
import { costOf } from '../accounts/price.ts';
import type { Player } from '../play/player.ts';
import type { AttemptToRun, LiveRun } from './run.ts';

/** A CLI that has answered and does not leave is helped out after this time. */
const lingerMs = 10_000;

/** So many tries of a CLI's own without a word in between, or so long a pause: another would hardly help. */
const maxOwnTries = 3;
const longestPauseMs = 60_000;
/** Who fails only after this time, and without a word, has tried by itself. */
const silentTriesMs = 20_000;

interface Watched {
  readonly end: AgentEnd;
  /** Absent: it ended without a word, or said everything with its end. */
  readonly firstTokenAt?: Date;
}

/** To the end. An interrupt or a halt ends the tree, and so does lingering after the answer. */
export async function watchRun(
  player: Player,
  attempt: AttemptToRun,
  live: Pick<LiveRun, 'events' | 'stop'>,
): Promise<Watched> {
  const { step, halt } = attempt;
  const interrupt = () => live.stop(halt.why?.outcome ?? 'cancelled');
  let linger: NodeJS.Timeout | undefined;
  const patience = new Patience(() => live.stop(), player.machine);
  let firstTokenAt: Date | undefined;
  const signals = [player.signal, halt.signal];
  for (const signal of signals) signal.addEventListener('abort', interrupt, { once: true });
  try {
    // A halt that came before anybody listened.
    if (halt.why !== undefined) interrupt();
    for await (const event of live.events) {
      if (event.type === 'ended') return { end: patience.told(event), firstTokenAt };
      patience.hear(event);
      if (event.type === 'text' || event.type === 'thought') firstTokenAt ??= player.machine.now();
      if (event.type === 'answered') linger ??= setTimeout(() => live.stop(), lingerMs);
      if (event.type === 'usage') await keepLimits(player, attempt, event.usage);
      player.observe({ type: 'live', key: step.key, contestant: step.contestant.name, event });
    }
  } finally {
    clearTimeout(linger);
    patience.over();
    for (const signal of signals) signal.removeEventListener('abort', interrupt);
  }
  throw new Error(`the agent ${step.contestant.agent} ended without saying how`);
}

/** A CLI that keeps trying by itself is given up before it has spent the time of everybody else. */
class Patience {
  readonly #stop: () => void;
  readonly #machine: Pick<Machine, 'elapsed'>;
  readonly #beganMs: number;
  #tries = 0;
  #worked = false;
  #pause: NodeJS.Timeout | undefined;

  constructor(stop: () => void, machine: Pick<Machine, 'elapsed'>) {
    this.#stop = stop;
    this.#machine = machine;
    this.#beganMs = machine.elapsed();
  }

  hear(event: AgentEvent): void {
    clearTimeout(this.#pause);
    if (event.type === 'text' || event.type === 'thought' || event.type === 'tool') this.#tries = 0;
    // Some say their error as if it were an answer.
    if (event.type === 'thought' || event.type === 'tool') this.#worked = true;
    if (event.type !== 'notice' || event.kind === 'warning') return;
    this.#tries += 1;
    if (this.#tries >= maxOwnTries || (event.retryAfterMs ?? 0) >= longestPauseMs) this.#stop();
    else this.#pause = setTimeout(this.#stop, longestPauseMs);
  }

  /** What was tried so often already is not worth another run; nor what failed after a long time without a word. */
  told(end: AgentEnd): AgentEnd {
    const { transient: _worthARun, ...rest } = end;
    const silent = end.text === '' && !this.#worked;
    const inSilence = silent && this.#machine.elapsed() - this.#beganMs >= silentTriesMs;
    return this.#tries >= maxOwnTries || inSilence ? rest : end;
  }

  over(): void {
    clearTimeout(this.#pause);
  }
}

async function keepLimits(player: Player, { step, budget, halt }: AttemptToRun, usage: Usage): Promise<void> {
  if (!budget.streams) return;
  const end = { type: 'ended', outcome: 'ok', text: '', usage } as const;
  const { model } = step.contestant;
  const cost = await costOf({ end, model, basis: 'unknown', prices: player.settings.prices });
  const why = budget.report(step.key, { usage, usd: cost?.usd });
  if (why !== undefined) halt.now(why);
}

/**
 * Nothing secret reaches a screen either, also where it comes in pieces; the end is cleaned when it is sealed. What is held back when
 * nobody tells the end is not shown.
 */
export async function* cleaned(
  events: AsyncIterable<AgentEvent>,
  secrets: Readonly<Record<string, string>>,
): AsyncGenerator<AgentEvent> {
  const clean = redactor(secrets);
  const said: { text?: PieceRedactor; thought?: PieceRedactor } = {};
  const rest = function* (types: readonly ('text' | 'thought')[]): Generator<AgentEvent> {
    for (const type of types) {
      const delta = said[type]?.rest() ?? '';
      if (delta !== '') yield { type, delta };
    }
  };
  for await (const event of events) {
    if (event.type === 'text' || event.type === 'thought') {
      yield* rest(event.type === 'text' ? ['thought'] : ['text']);
      const pieces = said[event.type] ?? pieceRedactor(secrets);
      said[event.type] = pieces;
      // An empty one tells that it speaks.
      yield { ...event, delta: pieces.add(event.delta) };
      continue;
    }
    yield* rest(['thought', 'text']);
    if (event.type === 'notice') yield { ...event, text: clean(event.text) };
    else if (event.type === 'tool' && event.detail !== undefined)
      yield { ...event, detail: clean(event.detail) };
    else yield event;
  }
}

/** A wrapper that has not said who it is gets this long. */
const introductionMs = 2000;

/** The same lines from its spool, decoded again from the first byte. Ends with the attempt or by the signal; at once when its spool is gone: then its end is on record. */
export async function* tailAttempt(
  agent: Agent,
  request: Omit<AgentRequest, 'scratch'>,
  { path, signal }: { readonly path: string; readonly signal: AbortSignal },
): AsyncGenerator<AgentEvent> {
  const spool = spoolAt(path);
  if (!existsSync(spool.path)) return;
  const wrapperGone = sleep(introductionMs, undefined, { ref: false });
  yield* agent.run(
    { ...request, scratch: spool.scratch },
    { run: () => follow(spool, { wrapperGone, attached: true, signal }) },
  );
}

/** Whether the process behind an open attempt lives on, whoever started it. */
export function isLiving(spool: string): boolean {
  return isRunning(spoolAt(spool)) === true;
}
