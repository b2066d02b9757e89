// The quota breaker: one rate limit keeps every further attempt of the same account from starting until the quota is back.
import type { Agent } from '../../agents/agent.ts';
import type { AgentEnd } from '../../domain/agent-event.ts';
import type { Contestant } from '../../domain/contestant.ts';
import type { JoustEvent } from '../../domain/event.ts';
import { sha256 } from '../../process/machine.ts';
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

export class Breaker {
  readonly #pauses = new Map<string, Pause>();
  readonly #guesses = new Map<string, number>();

  /** What is on record from earlier playings. */
  recall(events: readonly JoustEvent[]): void {
    for (const event of events) {
      if (event.type !== 'attempt.parked') continue;
      const { account, guessed, reason } = event;
      const until = new Date(event.until);
      const isNew = this.#pauses.get(account)?.until.getTime() !== until.getTime();
      this.#pauses.set(account, { account, guessed, reason, until });
      // An attempt that was never started says nothing new about how long the account has been out.
      if (guessed && isNew && event.run > 0)
        this.#guesses.set(account, (this.#guesses.get(account) ?? 0) + 1);
    }
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
    const guesses = this.#guesses.get(account) ?? 0;
    if (said === undefined) this.#guesses.set(account, guesses + 1);
    const guessMs = Math.min(firstGuessMs * 2 ** guesses, longestGuessMs);
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

/** Who pays: the agent's login or key, as far as the contestant's settings tell accounts apart. */
export function accountOf(agent: Agent, contestant: Contestant): string {
  const own = agent.account?.(contestant);
  if (own !== undefined) return `${agent.id} ${own}`;
  const { settings = {}, environment = {}, auth } = contestant;
  const parts = [settings.baseUrl, settings.keyEnv, settings.command, environment, auth];
  const usual = parts.every((part) => part === undefined || Object.keys(part).length === 0);
  return usual ? agent.id : `${agent.id} ${sha256(JSON.stringify(parts)).slice(0, 8)}`;
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
