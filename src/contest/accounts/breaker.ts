// The quota breaker: one rate limit keeps every further attempt of the same account from starting until the quota is back.
import type { AgentEnd } from '../../domain/agent-event.ts';
import type { JoustEvent } from '../../domain/event.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { resetTime } from './reset-time.ts';

export interface Pause {
  readonly account: string;
  readonly until: Date;
  /** Nobody said when: the time is a guess that grows each time. */
  readonly guessed: boolean;
  readonly reason: string;
}

const firstGuessMs = 60_000;
const longestGuessMs = 3_600_000;
/** "resets 3pm", read a little after three, is not tomorrow's. */
const slackMs = 120_000;

/** Of so many newest one is enough for each account that is out. */
const mostRecent = 100;

export class Breaker {
  readonly #pauses = new Map<string, Pause>();
  /** Until when it was guessed, by account. */
  readonly #guesses = new Map<string, Set<number>>();
  readonly #ledger: Pick<Ledger, 'eventsAfter'> | undefined;
  /** Places in the record of what other contests met, as far as it is known. */
  #known: ReadonlySet<number> = new Set();
  #looking: Promise<void> | undefined;

  constructor(ledger?: Pick<Ledger, 'eventsAfter'>) {
    this.#ledger = ledger;
  }

  /** Learns what all contests on record have met by now. Those who ask at the same time look once. */
  async look(now: Date): Promise<void> {
    this.#looking ??= this.#look(now).finally(() => {
      this.#looking = undefined;
    });
    await this.#looking;
  }

  async #look(now: Date): Promise<void> {
    const recent = await this.#ledger?.eventsAfter(0, { types: ['attempt.parked'], last: mostRecent });
    if (recent === undefined) return;
    const news = recent.filter(
      ({ seq, event }) => !this.#known.has(seq) && 'until' in event && new Date(event.until) > now,
    );
    this.#known = new Set(recent.map(({ seq }) => seq));
    this.recall(
      news.map(({ event }) => event),
      now,
    );
  }

  /** What is on record, the oldest first. What was said holds until then, whatever is guessed. */
  recall(events: readonly JoustEvent[], now: Date): void {
    for (const event of events) {
      if (event.type !== 'attempt.parked') continue;
      const { account, guessed, reason } = event;
      const until = new Date(event.until);
      const known = this.pause(account, now);
      const isLess = until <= now || (guessed && known?.guessed === false);
      if (known === undefined || !isLess) this.#pauses.set(account, { account, guessed, reason, until });
      // An attempt that was never started says nothing new about how long the account has been out.
      if (guessed && event.run > 0) this.#guessesOf(account).add(until.getTime());
    }
  }

  #guessesOf(account: string): Set<number> {
    const known = this.#guesses.get(account) ?? new Set();
    this.#guesses.set(account, known);
    return known;
  }

  /** Nobody has met a limit. */
  get isClosed(): boolean {
    return this.#pauses.size === 0;
  }

  pause(account: string, now: Date): Pause | undefined {
    const known = this.#pauses.get(account);
    return known !== undefined && known.until > now ? known : undefined;
  }

  /** Whoever hits the limit during a pause was started before it: without a time of its own it says nothing new. */
  trip(account: string, end: AgentEnd, { now, timeZone }: { now: Date; timeZone: string }): Pause {
    const said = saidReset(end, { now, timeZone });
    const known = this.pause(account, now);
    if (said === undefined && known !== undefined) return { ...known, reason: end.reason ?? known.reason };
    const guesses = this.#guessesOf(account);
    const guessMs = Math.min(firstGuessMs * 2 ** guesses.size, longestGuessMs);
    if (said === undefined) guesses.add(now.getTime() + guessMs);
    const pause: Pause = {
      account,
      until: said ?? new Date(now.getTime() + guessMs),
      guessed: said === undefined,
      reason: end.reason ?? 'out of quota',
    };
    this.#pauses.set(account, pause);
    return pause;
  }
}

/** The moment the agent named; as a time of its own, as a delay, or in words. */
function saidReset(end: AgentEnd, { now, timeZone }: { now: Date; timeZone: string }): Date | undefined {
  if (end.retryAfterMs !== undefined) return new Date(now.getTime() + Math.max(0, end.retryAfterMs));
  const named = end.resetAt === undefined ? undefined : new Date(end.resetAt);
  if (named !== undefined && named > now) return named;
  const words = [end.resetText, end.reason].filter((text) => text !== undefined);
  return words.map((text) => resetInWords(text, { now, timeZone })).find((found) => found !== undefined);
}

/** A time of day that has just passed is taken for one that is due; a delay counts from now. */
function resetInWords(text: string, { now, timeZone }: { now: Date; timeZone: string }): Date | undefined {
  const exact = resetTime(text, { now, timeZone });
  const early = resetTime(text, { now: new Date(now.getTime() - slackMs), timeZone });
  if (early === undefined || early > now) return exact;
  const isDelay = exact !== undefined && exact.getTime() - early.getTime() <= slackMs;
  return isDelay ? exact : new Date(now.getTime() + slackMs);
}
